"""Write `people/lookalikes.py` from Unicode's list of confusable characters.

    python tools/lookalikes.py confusables.txt

The list is `confusables.txt` of UTS 39 (unicode.org, folder `Public/security`). Kept are characters that a name may
have after NFKC.
"""

from __future__ import annotations

import sys
import textwrap
import unicodedata
from pathlib import Path

MODULE = Path(__file__).parents[1] / "src/tablero/people/lookalikes.py"
HEAD = '''"""Characters that look like others: confusables {version} of UTS 39. Written by `tools/lookalikes.py`.

Each word is a character and what stands for it.
Copyright 1991-2020 Unicode, Inc.; terms: https://www.unicode.org/terms_of_use.html
"""

PAIRS = """
{pairs}
"""

LOOKALIKE_PROTOTYPES = {{ord(pair[0]): pair[1:] for pair in PAIRS.split()}}
'''


def pairs_of(text: str) -> dict[str, str]:
    """Return what stands for each character."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        fields = [field.strip() for field in line.partition("#")[0].split(";")]
        if len(fields) < 3:
            continue
        character = chr(int(fields[0], 16))
        stands = unicodedata.normalize("NFD", "".join(chr(int(code, 16)) for code in fields[1].split()))
        if unicodedata.normalize("NFKC", character) == character and all(map(may_be_in_a_name, character + stands)):
            found[character] = stands
    return found


def may_be_in_a_name(c: str) -> bool:
    return unicodedata.category(c)[0] in "LMN" or c in "'-_."


def main(source: Path) -> None:
    text = source.read_text("utf-8-sig")
    version = text.partition("# Version: ")[2].split()[0]
    words = " ".join(character + stands for character, stands in sorted(pairs_of(text).items()))
    pairs = "\n".join(textwrap.wrap(words, 100, break_long_words=False, break_on_hyphens=False))
    MODULE.write_text(HEAD.format(version=version, pairs=pairs), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
