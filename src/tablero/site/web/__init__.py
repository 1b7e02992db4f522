"""What every page and every API handler needs."""
