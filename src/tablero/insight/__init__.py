"""What a program can say to people about positions, moves and games: chances, hints, reasons, reviews."""
