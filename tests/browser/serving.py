"""A server as a process of its own, so that it can be killed: python serving.py PORT DATABASE."""

import sys

from tablero.site.serve import serve
from tablero.site.settings import Settings

if __name__ == "__main__":
    raise SystemExit(serve(Settings(port=int(sys.argv[1]), database=sys.argv[2], bot_pause=0)))
