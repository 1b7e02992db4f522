"""Put the docstrings of the source into the compiler's C files, so that `help` works for compiled classes."""

import ast
import inspect
import re
from pathlib import Path

# What the compiler writes for a function or method, for a class and for a module: signatures without docstrings.
PATTERNS = (
    re.compile(r'(?<=CPyPy_)(\w+)(,\s+METH_[\w |]+, PyDoc_STR\("(?:[^"\\]|\\.)*)(?="\))'),
    re.compile(r'(?<=CPyType_)(\w+)(_template_ = \{[^{}]*\.tp_doc = PyDoc_STR\("(?:[^"\\]|\\.)*)(?="\))'),
    re.compile(r'(?<=PyModuleDef_HEAD_INIT,)\s+"([\w.]+)(",\s+)NULL(?=, /\* docstring \*/)'),
)


def docstrings(paths: tuple[str, ...]) -> dict[str, str]:
    """Return the docstrings of these files as C strings, by the full name of what they belong to."""
    found = {}

    def collect(node: ast.Module | ast.ClassDef | ast.FunctionDef, name: str) -> None:
        text = ast.get_docstring(node)
        if text:
            letters = inspect.cleandoc(text).encode()
            found[name] = "".join(chr(c) if 31 < c < 127 and c not in b'"\\?' else f"\\{c:03o}" for c in letters)
        if not isinstance(node, ast.FunctionDef):
            for inner in node.body:
                if isinstance(inner, ast.ClassDef | ast.FunctionDef):
                    collect(inner, f"{name}.{inner.name}")

    for path in paths:
        module = path.removeprefix("src/").removesuffix(".py").replace("/", ".")
        collect(ast.parse(Path(path).read_text("utf-8")), module)
    return found


def with_docstrings(path: str, told: dict[str, str]) -> str:
    """Copy a C file of the compiler with the docstrings of functions, classes and modules; return its name."""
    # The compiler shortens "tablero.games.maya.rules.Maya" to what is unique at its end.
    ends = {
        name[i:].replace(".", "___"): text
        for name, text in told.items()
        for i in range(len(name))
        if i == 0 or name[i - 1] == "."
    }
    code = Path(path).read_text("utf-8")
    for pattern in PATTERNS[:2]:
        code = pattern.sub(lambda match: match[0] + ends.get(match[1], ""), code)
    code = PATTERNS[2].sub(lambda match: f'\n    "{match[1]}{match[2]}PyDoc_STR("{told.get(match[1], "")}")', code)
    copy = Path(path).with_name(f"told_{Path(path).name}")
    if not copy.exists() or copy.read_text("utf-8") != code:  # an untouched file need not be compiled again
        copy.write_text(code, "utf-8")
    return str(copy)
