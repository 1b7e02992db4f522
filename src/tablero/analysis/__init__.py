"""Analysis of positions, moves and games for people: win chances, hints and their reasons, reviews, puzzles."""
