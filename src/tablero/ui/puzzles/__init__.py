"""The page of a puzzle, its room, and puzzles in words."""
