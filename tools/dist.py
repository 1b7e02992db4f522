"""Make what a release consists of, in dist/: archive, wheel, list of components (SBOM) and SHA256SUMS.

Archive and wheel are built as strangers do it, each in an empty environment with what pyproject.toml asks for: the
archive from this tree, the wheel from the archive. Times are those of the last commit, so that the same commit gives
the same bytes. `make dist`; TABLERO_PLAIN=1 makes the wheel without compiling.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import install

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def commit_time() -> str:
    """Return the time of the last commit in seconds since 1970, as SOURCE_DATE_EPOCH wants it."""
    command = ["git", "log", "-1", "--format=%ct"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def run(env: dict[str, str], module: str, *words: object) -> None:
    """Run a module of Python. Raise SystemExit with its output if it fails."""
    done, said = install.run([sys.executable, "-m", module, *map(str, words)], env)
    if not done:
        raise SystemExit(f"{said}\n{module} failed (see above).")


def check_workflows(env: dict[str, str]) -> None:
    """Compare the workflows with GitHub's schema, which check-jsonschema brings with it."""
    run(env, "check_jsonschema", "--builtin-schema", "vendor.github-workflows", *WORKFLOWS)


def build(env: dict[str, str]) -> None:
    """Build archive and wheel. Raise SystemExit if that fails."""
    shutil.rmtree(DIST, ignore_errors=True)
    uv = Path(sys.executable).with_name("uv.exe" if os.name == "nt" else "uv")
    if subprocess.run([str(uv), "build", "--quiet", "--out-dir", str(DIST)], cwd=ROOT, env=env).returncode != 0:
        raise SystemExit("The package could not be built (see above).")
    (DIST / ".gitignore").unlink(missing_ok=True)  # uv writes one


def write_sums() -> None:
    """Write SHA256SUMS, which `sha256sum --check` reads."""
    made = sorted(path for path in DIST.iterdir() if path.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made]
    (DIST / "SHA256SUMS").write_text("".join(lines), "utf-8")
    print("".join(lines), end="")


def write_components(env: dict[str, str]) -> None:
    """Write what an installation with the site consists of, with versions and hashes, as CycloneDX JSON."""
    [archive] = DIST.glob("*.tar.gz")
    target = DIST / f"{archive.name.removesuffix('.tar.gz')}.cdx.json"
    words = ("--pyproject", ROOT / "pyproject.toml", "--output-reproducible", "--of", "JSON", "-o", target)
    run(env, "cyclonedx_py", "requirements", *words, ROOT / "requirements/play.lock")


def main() -> None:
    parts = sys.argv[1:] or ["workflows", "build", "components", "sums"]
    try:
        with install.borrowed("release", "cyclonedx_py") as folder:
            env = {**install.search_path(folder), "SOURCE_DATE_EPOCH": commit_time()}
            if "workflows" in parts:
                check_workflows(env)
            if "build" in parts:
                build({**os.environ, **install.pip_settings(), "SOURCE_DATE_EPOCH": commit_time()})
            if "components" in parts:
                write_components(env)
            if "sums" in parts:
                write_sums()
    except install.InstallError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
