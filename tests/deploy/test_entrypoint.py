"""What the image does, outside of it: its entry script with its environment, in a temporary folder as its volume."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.deploy.test_files import DOCKERFILE, ROOT
from tests.limits import LIMIT
from tests.site.served import free_port

pytestmark = pytest.mark.skipif(os.name != "posix", reason="containers run a shell script")
SCRIPT = ROOT / "deploy/entrypoint.sh"


def as_another_user() -> list[str]:
    """For a root who runs the tests: words that run a command as the image's user, without root's capabilities."""
    words = ["unshare", "--user", "--map-user=8520", "--map-group=8520"]
    if os.geteuid() != 0 or not shutil.which("unshare"):
        return []
    allowed = subprocess.run([*words, "true"], capture_output=True, timeout=LIMIT, check=False).returncode == 0
    return words if allowed else []


class Container:
    """The image's ENTRYPOINT with the image's ENV; `folder` is its volume."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tablero-volume-"))
        self.before = as_another_user()
        self.port = free_port()
        given = dict(re.findall(r"^\s*(?:ENV )?([A-Z_]+)=(\S+)", DOCKERFILE.rpartition("\nFROM ")[2], re.MULTILINE))
        assert given.keys() >= {"TABLERO_DATABASE", "TABLERO_COPIES", "TABLERO_HOST", "TABLERO_PORT", "PATH"}
        self.environment = {
            **{name: value.replace("/data", str(self.folder)) for name, value in given.items()},
            "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
            "TABLERO_HOST": "127.0.0.1",
            "TABLERO_PORT": str(self.port),
            "TABLERO_LOG": "json",
            "HOME": str(self.folder),
            "COLUMNS": "200",
        }
        self.site = self.start()

    def start(self, *words: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [*self.before, SCRIPT, *words],
            cwd=self.folder,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, *words: str, status: int = 0) -> tuple[str, str]:
        started = self.start(*words)
        out, err = started.communicate(timeout=LIMIT)
        assert started.returncode == status, out + err
        assert "Traceback" not in err
        return out, err

    def doctor(self) -> dict[str, dict[str, Any]]:
        found = json.loads(self.run("doctor", "--json")[0])
        assert found["ok"] is True
        return {check["check"]: check for check in found["checks"]}


@pytest.fixture(scope="module")
def container() -> Iterator[Container]:
    started = Container()
    try:
        assert started.site.stdout
        said = started.site.stdout.readline()  # as soon as requests are accepted
        assert f":{started.port}/" in said, started.site.communicate(timeout=LIMIT)[1]
        yield started
        started.site.send_signal(signal.SIGTERM)
        _, err = started.site.communicate(timeout=LIMIT)
        assert started.site.returncode == 0, err
        assert json.loads(err.splitlines()[0])["message"], "a setting of the environment: the log is JSON"
    finally:
        started.site.kill()
        shutil.rmtree(started.folder, ignore_errors=True)


def test_it_serves_and_its_healthcheck_says_so(container: Container) -> None:
    assert httpx.get(f"http://127.0.0.1:{container.port}/", timeout=LIMIT).status_code == 200
    out, _ = container.run("healthcheck")
    assert out.startswith("ok: Tablero ")


def test_what_it_keeps_is_in_the_volume_and_its_owner_s_alone(container: Container) -> None:
    file = container.folder / "tablero.db"
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.stat().st_uid == container.folder.stat().st_uid


def test_it_needs_no_root(container: Container) -> None:
    # On Linux `ps` and /proc show the site's own user where the tests could become another.
    if not container.before:
        assert os.geteuid() != 0, "nothing here can show that root is not needed: allow user namespaces (unshare)"
        return
    effective = re.search(r"CapEff:\s*(\w+)", Path(f"/proc/{container.site.pid}/status").read_text("utf-8"))
    assert effective
    assert int(effective[1], 16) == 0


def test_a_second_one_on_the_volume_is_refused_in_a_sentence(container: Container) -> None:
    _, err = container.run("--port", str(free_port()), status=1)
    assert "another Tablero serves this file" in err


def test_commands_run_beside_the_site(container: Container) -> None:
    assert len(container.run("token")[0].strip()) == 64
    assert "8520" not in container.run("admin", "Ana", "--new")[0]


def test_doctor_finds_the_running_site_well_and_sees_a_proxy_that_is_not_believed(container: Container) -> None:
    found = container.doctor()
    assert found["port"]["text"] == f"Tablero answers at 127.0.0.1, port {container.port}"
    for check in ("database", "permissions", "integrity", "port", "site", "proxy", "mail"):
        assert found[check]["state"] == "ok", found[check]
    address = f"http://127.0.0.1:{container.port}/api/games"
    assert httpx.get(address, headers={"X-Forwarded-For": "192.0.2.1"}, timeout=LIMIT).status_code == 200
    found = container.doctor()
    assert (found["proxy"]["state"], "proxies" in found["proxy"]["todo"]) == ("warn", True)


def test_a_volume_that_cannot_be_written_is_told_in_a_sentence(container: Container) -> None:
    kept = container.environment
    try:
        container.environment = {**kept, "TABLERO_COPIES": str(container.folder / "nowhere")}
        _, err = container.run(status=1)
    finally:
        container.environment = kept
    assert "cannot write to the volume" in err
    assert "chown" in err
