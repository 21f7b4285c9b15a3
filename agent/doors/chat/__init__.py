"""The game's chat as a door: allowed players command the bot, and are answered in at most three short lines."""
