"""The page of a what-if board, its parts and its room."""
