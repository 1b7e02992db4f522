"""Learning by playing: lessons as data."""
