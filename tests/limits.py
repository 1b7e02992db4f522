"""How long tests wait for what must come."""

# Seconds: far more than anything takes on a machine with much else to do, so that what takes longer hangs.
LIMIT = 180.0
