"""A supervisor and its processes for tests: they say what happens on stdout, and need nothing of the site."""

import os
import signal
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType

from tablero.site.bots.worker import init_worker
from tablero.site.server.supervisor import ChildSpec, Supervisor


def tell(*words: object) -> None:
    """A whole line at once: several processes write to the same pipe."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def live(name: str, folder: str, ready: Connection) -> None:
    """Live until told to end; do not start at all while there is a file `broken` in the folder."""

    def leave(_: int, __: FrameType | None) -> None:
        tell("ends", name, os.getpid())
        os._exit(0)

    if (Path(folder) / "broken").exists():
        os._exit(3)
    init_worker()
    signal.signal(signal.SIGTERM, leave)
    tell("begins", name, os.getpid())
    ready.send(True)
    while True:
        signal.pause()


def supervise(folder: str) -> int:
    specs = [ChildSpec(name, live, (name, folder)) for name in ("one", "two")]
    return Supervisor(specs, lambda: tell("ready")).run()


if __name__ == "__main__":
    sys.exit(supervise(sys.argv[1]))
