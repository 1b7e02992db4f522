"""A real server process for tests."""

import os
import signal
import socket
import subprocess
import sys
import time
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
        self.process = self.launch()

    def launch(self) -> "subprocess.Popen[str]":
        self.process = self.spawn()
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(self.process.communicate()[1])
            try:
                self.client.get("/api/games")
            except httpx.TransportError:
                time.sleep(0.05)
            else:
                return self.process
        self.kill()  # or it would outlive the tests
        raise TimeoutError

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
