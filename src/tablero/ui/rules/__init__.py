"""The rulebook of a game: its guide, drawn examples and reference tables, in parts for pages."""
