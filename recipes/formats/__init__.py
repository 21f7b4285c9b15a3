"""The game's file formats: which generation a version has, and how each writes ingredients, results and recipes."""
