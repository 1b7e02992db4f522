"""Bots at tables: whose turn it is, a fair queue, worker processes."""
