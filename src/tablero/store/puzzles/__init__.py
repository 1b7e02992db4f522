"""Puzzles: what people have tried, and ratings."""
