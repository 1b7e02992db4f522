"""Styles of single elements, as one style sheet of the page: the content policy refuses style attributes.

An element names its declarations in `data-css`. What comes over a websocket, `web/src/element_styles.ts` styles alike.
"""

from __future__ import annotations

import base64
import hashlib
import re

_DECLARATIONS = re.compile(r' data-css="([\w\s:;.,%()#+*/-]*)"')


def style_sheet(html: str) -> str:
    """Return a rule for each `data-css` in `html`, stronger than those of classes, as an attribute would be."""
    found = sorted(set(_DECLARATIONS.findall(html)))
    return "".join(f'[data-css="{one}"]:not(#_){{{one}}}' for one in found)


def with_styles(html: str, sheet: str) -> str:
    """Return a page with the style sheet of its elements in its head."""
    return html.replace("</head>", f"<style>{sheet}</style></head>", 1)


def style_source(sheet: str) -> str:
    """Return the source by which a content policy allows this style sheet: its hash."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()}'"
