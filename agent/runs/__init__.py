"""A run: from a goal through its phases, gates and attempts to what the server confirmed."""
