"""Tournaments without I/O: rules and standings, pairings, forecasts."""
