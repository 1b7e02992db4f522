"""Extension of mkdocstrings: examples in docstrings, which run as doctests, become blocks of code."""

import griffe


def fenced(text: str) -> str:
    """Return the text with its doctests in fences.

    >>> print(fenced("Adds.\\n\\n>>> 1 + 1\\n2\\n\\nThat is all."))
    Adds.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    <BLANKLINE>
    That is all.
    """
    out, inside = list[str](), False
    for line in text.splitlines():
        begins = line.lstrip().startswith(">>> ")
        if begins and not inside:
            out.append("```pycon")
        elif inside and not line.strip():
            out.append("```")
        inside = begins or (inside and bool(line.strip()))
        out.append(line.replace("<BLANKLINE>", "") if inside else line)
    return "\n".join([*out, "```"] if inside else out)


class Examples(griffe.Extension):
    """Turn the examples of every docstring into blocks of code."""

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        if obj.docstring is not None and "```" not in obj.docstring.value:
            obj.docstring.value = fenced(obj.docstring.value)

    def on_package(self, *, pkg: griffe.Module, **_: object) -> None:
        """The outermost module is no object to griffe."""
        self.on_object(obj=pkg)
