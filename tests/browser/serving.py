"""A server as a process of its own, so that it can be killed: python serving.py PORT DATABASE [CLOCK], where CLOCK is
a file that says by how many seconds this server's clock is ahead."""

import sys
import time
from pathlib import Path

from tablero.site.server import app
from tablero.site.server.serve import serve
from tablero.site.settings import Settings
from tablero.site.table import timekeeper

if __name__ == "__main__":
    if len(sys.argv) > 3:
        ahead = Path(sys.argv[3])
        app.steady_clock = lambda: lambda: time.time() + float(ahead.read_text("utf-8"))
        timekeeper.MAX_CHECK_INTERVAL = 0.1  # whoever sets the clock wakes nobody
    raise SystemExit(serve(Settings(port=int(sys.argv[1]), database=sys.argv[2], bot_pause=0)))
