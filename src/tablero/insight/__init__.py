"""What can be said about moves and games: reasons for a move, and what follows from them."""
