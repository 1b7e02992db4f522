"""Compile a folder of Python and templates and pack it; run by the Python of Pyodide, whose bytecode it has to be.

`pack(folder, archive)` leaves modules as .pyc in place of their sources, and the bytecode of each template in its cache.
"""

import compileall
import sys
import zipfile
from pathlib import Path


def pack(folder: str, archive: str) -> None:
    """Compile everything in `folder` and write it to a zip file."""
    root = Path(folder)
    if not compileall.compile_dir(root, quiet=1, legacy=True, optimize=1, stripdir=folder):
        raise SystemExit("some modules could not be compiled (see above)")
    sys.path.insert(0, folder)
    from tablero.ui import rendering

    environment = rendering._environment()
    for template in environment.list_templates():
        environment.get_template(template)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(root.rglob("*")):
            name = path.relative_to(root)
            wanted = path.suffix == ".jinjac" if "__pycache__" in name.parts else path.suffix != ".py"
            if path.is_file() and wanted:
                packed.write(path, name.as_posix())
