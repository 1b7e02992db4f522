"""The headers of a site behind nginx, graded by MDN's HTTP observatory with its own package (long)."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from npm import node, npm
from tablero.site.settings import Settings
from tests.site.proxy import NGINX, Nginx
from tests.site.served import Served, free_port

ROOT = Path(__file__).parents[3]
PACKAGE = "@mdn/mdn-http-observatory"
VERSION = "1.4.8"
FOLDER = ROOT / "build" / "observatory"
LEAST = 115

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not NGINX, reason="there is no nginx here (Debian: apt-get install nginx)"),
]


@pytest.fixture(scope="module")
def package() -> Path:
    """The package, fetched once into build/; the list of preloaded sites that it downloads is left empty."""
    home = FOLDER / "node_modules" / PACKAGE
    if not home.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        with node() as program:
            words = ("install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(FOLDER))
            done, said = npm(program, *words, f"{PACKAGE}@{VERSION}")
        if not done:
            pytest.skip(f"npm's registry does not give {PACKAGE}: {said[-200:]}")
    (home / "conf" / "hsts-preload.json").write_text("{}", "utf-8")
    return home


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    folder = tmp_path_factory.mktemp("observed")
    served = Served(folder / "games.db", Settings(public=("https://games.example.org",), proxies=("127.0.0.1",)))
    nginx = Nginx(folder, served.port)
    yield nginx
    nginx.stop()
    served.kill()


def graded(package: Path, proxy: Nginx) -> dict[str, Any]:
    with node() as home:
        program = home / ("node.exe" if os.name == "nt" else "bin/node")
        command = [str(program), str(ROOT / "tools/observatory.mjs"), str(package), "127.0.0.1", str(proxy.kept)]
        env = {**os.environ, "NODE_EXTRA_CA_CERTS": str(proxy.certificate)}
        done = subprocess.run([*command, str(free_port())], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_observatory_gives_the_site_its_best_grade(package: Path, proxy: Nginx) -> None:
    found = graded(package, proxy)
    print(json.dumps(found, indent=1))
    assert found["score"] >= LEAST, found
    assert found["grade"] == "A+"
    assert all(part["mark"] >= 0 for part in found["parts"]), found["parts"]
