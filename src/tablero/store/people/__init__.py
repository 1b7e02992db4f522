"""People: accounts, devices, keys, bans, ratings and all other personal data."""
