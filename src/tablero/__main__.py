"""`python -m tablero` is the command `tablero`."""

from tablero.cli import main

main()
