"""A real server process for tests."""

import os
import signal
import socket
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import httpx

from tablero.site.settings import Settings
from tests.limits import LIMIT

QUICK = Settings(bot_pause=0)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Served:
    """Tablero on a port of its own, to be stopped, killed and started again on the same file. `traced` for what only
    a real server runs: connections, processes; a tracer makes everything, starting too, half as dear again."""

    def __init__(self, database: Path | str, settings: Settings = QUICK, traced: bool = False) -> None:
        self.port = free_port()
        self.traced = traced
        self.settings = replace(settings, port=self.port, database=str(database))
        self.code = (
            "import sys; from tablero.site.server.serve import serve; "
            "from tablero.site.settings import Limits, Settings; "
            f"sys.exit(serve({self.settings!r}))"
        )
        self.address = f"http://127.0.0.1:{self.port}"
        self.client = httpx.Client(base_url=self.address, timeout=LIMIT)
        self.said = ""  # its first line
        self.process = self.launch()

    def launch(self) -> "subprocess.Popen[str]":
        """Start it, and wait for the line in which it says that it serves, all of its processes."""
        self.process = self.spawn()
        assert self.process.stdout is not None
        late = threading.Timer(LIMIT, self.process.kill)  # or it would outlive the tests
        late.start()
        self.said = self.process.stdout.readline()
        late.cancel()
        if not self.said:
            raise RuntimeError(self.process.communicate()[1] or "the server did not start in time")
        return self.process

    def spawn(self) -> "subprocess.Popen[str]":
        source = str(Path(__file__).parents[2] / "src")
        env = {name: value for name, value in os.environ.items() if self.traced or not name.startswith("COVERAGE")}
        env["PYTHONPATH"] = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
        return subprocess.Popen(
            [sys.executable, "-c", self.code], env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(LIMIT)
