"""The page that holds all pages of a device in a frame."""

from __future__ import annotations

from tablero.core.i18n.translator import LANGUAGE_CODES, Translator
from tablero.ui.language import Language
from tablero.ui.rendering import render


def shell_page(engine: str) -> str:
    """Return the page; `engine` is the folder of Python and its worker, beside the page."""
    words = {code: _words(Language(code).say) for code in LANGUAGE_CODES}
    return render("local/shell.jinja", Language("en"), engine=engine, words=words)


def _words(say: Translator) -> dict[str, str]:
    """Return what is said before Python has started."""
    return {
        "starting": say("One moment: the games are being made ready on this device."),
        "failed": say("The games could not be made ready: the browser is too old, or a file did not arrive."),
        "again": say("Try again"),
    }
