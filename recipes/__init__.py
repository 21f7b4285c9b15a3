"""Know: items, tags and recipes of one game version, as one immutable catalog."""
