"""What a program can say about a position to people: how it stands, and what would be good there."""
