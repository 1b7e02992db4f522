"""Execute the notebooks of the examples, each in an environment with only what its first lines install.

`make notebooks` builds the wheel, makes an empty environment outside of the tree, installs there what the tutorial
says and executes it; then another one with the extra `examples`, PyTorch too, for the learners. What came out lies in
build/notebooks, with its pictures. `ARGS="--folder FOLDER"` keeps the second environment there instead of throwing it
away; `ARGS=tutorial` executes some.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "examples/notebooks"
DONE = ROOT / "build/notebooks"
PICTURE = "image/svg+xml"
CELL_TIMEOUT = 1800  # seconds for one cell


def executed(path: Path, effort: float = 1.0, program: str = sys.executable) -> Any:
    """Return the notebook with its output, executed by this Python. Raise CellExecutionError if a cell fails."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory(prefix="tablero-notebook-") as aside:
        # One core and a history of its own, so that several can run beside each other; nothing of ours but what is
        # installed there. Nothing of it counts as covered: what a notebook uses is tested elsewhere, and a tracer
        # would make it slow.
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("COV", "PYTHONPATH"))}
        env = {**kept, "IPYTHONDIR": aside, "TABLERO_EFFORT": f"{effort:g}", "OPENBLAS_NUM_THREADS": "1"}
        kernel = AsyncKernelManager(
            connection_file=str(Path(aside, "kernel.json")), transport="ipc" if os.name == "posix" else "tcp"
        )
        assert kernel.kernel_spec is not None
        kernel.kernel_spec.argv = [program, *kernel.kernel_spec.argv[1:]]
        client = NotebookClient(
            notebook, km=kernel, timeout=CELL_TIMEOUT, resources={"metadata": {"path": str(path.parent)}}
        )
        client.owns_km = True  # it ends the kernel
        client.execute(env=env)
    return notebook


def outputs(notebook: Any, kind: str) -> list[str]:
    """Return the output of an executed notebook of one kind: a picture, or what was printed (text/plain)."""
    shown = [one for cell in notebook.cells if cell.cell_type == "code" for one in cell.outputs]
    if kind == "text/plain":
        return [one.text for one in shown if one.output_type == "stream" and one.name == "stdout"]
    return [one.data[kind] for one in shown if kind in one.get("data", {})]


def environment(folder: Path, *wanted: str) -> Path:
    """Make an environment with these packages and what executes notebooks; return its Python."""
    if not (folder / "bin/python").exists():
        venv.create(folder, with_pip=True, symlinks=True)
    program = folder / "bin/python"
    command = [program, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted, "ipykernel"]
    subprocess.run(command, check=True, env={**os.environ, "TABLERO_PLAIN": "1"})
    return program


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this tree as plain Python: compiling it for another environment takes minutes for nothing."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, env={**os.environ, "TABLERO_PLAIN": "1"})
    [made] = folder.glob("*.whl")
    return made


def main() -> None:
    names = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
    options = argparse.ArgumentParser(description="Execute the notebooks of the examples.")
    options.add_argument("names", nargs="*", choices=[*names, []], metavar="NAME", help="which of them; else all")
    options.add_argument("--folder", type=Path, help="keep the environment of the learners here")
    options.add_argument(
        "--effort", type=float, default=1.0, help="0.1 makes everything that is counted a tenth as long"
    )
    given = options.parse_args()
    DONE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tablero-notebooks-") as aside:
        place = given.folder or Path(aside)
        # Outside of the tree, so that nothing of it is found by chance.
        shutil.copytree(ROOT / "examples", Path(aside, "examples"))
        for name in given.names or names:
            print(f"{name}: installing what it says ...", flush=True)
            if name == "tutorial":
                wheel = build_wheel(Path(aside, "wheel"))
                program = environment(Path(aside, "empty"), f"{wheel}[lab]")
            else:  # the tree itself, compiled as it is
                program = environment(place / "examples", "--editable", f"{ROOT}[examples]")
            began = time.monotonic()
            notebook = executed(Path(aside, "examples/notebooks", f"{name}.ipynb"), given.effort, str(program))
            nbformat.write(notebook, DONE / f"{name}.ipynb")
            pictures = outputs(notebook, PICTURE)
            if not pictures:
                raise SystemExit(f"{name}: no board was drawn")
            took = time.monotonic() - began
            print(f"{name}: executed in {took:.0f} s, {len(pictures)} boards drawn: {DONE / name}.ipynb")
            for line in "".join(outputs(notebook, "text/plain")).splitlines():
                if "against" in line:
                    print(f"  {line}", flush=True)


if __name__ == "__main__":
    main()
