"""The names of crops, tiles, areas and cities."""

from __future__ import annotations

from functools import lru_cache

from tablero.core.i18n.translator import Translator


def crop(number: int, say: Translator) -> str:
    return (say("maize"), say("potato"), say("squash"), say("pepper"))[number]


def amount(number: int, n: int, say: Translator) -> str:
    """So many crops of one kind."""
    forms = (
        say.plural("{n} maize", "{n} maize", n),
        say.plural("{n} potato", "{n} potatoes", n),
        say.plural("{n} squash", "{n} squashes", n),
        say.plural("{n} pepper", "{n} peppers", n),
    )
    return forms[number].format(n=n)


def crops(n: int, say: Translator) -> str:
    """So many crops, of whatever kind."""
    return say.plural("{n} crop", "{n} crops", n).format(n=n)


def points(n: int, say: Translator) -> str:
    return say.plural("{n} point", "{n} points", n).format(n=n)


@lru_cache(256)
def face(number: int, crops: int, say: Translator) -> str:
    """What a tile shows."""
    single = (say("one maize"), say("one potato"), say("one squash"), say("one pepper"))
    double = (say("two maize"), say("two potatoes"), say("two squashes"), say("two peppers"))
    return (single if crops == 1 else double)[number]


def area(name: str, say: Translator) -> str:
    """The colour of an area; a map from a host's own file may have other names."""
    return {"blue": say("blue"), "green": say("green"), "yellow": say("yellow"), "red": say("red")}.get(name, name)


@lru_cache(256)
def city(name: str, say: Translator) -> str:
    """A city as it is written in a language; likewise."""
    return {
        "Chichen Itza": say("Chichen Itza"),
        "Coba": say("Coba"),
        "Copan": say("Copan"),
        "Edzna": say("Edzna"),
        "Tonina": say("Tonina"),
        "Yaxchilan": say("Yaxchilan"),
    }.get(name, name)
