"""Records as accidents and forgers leave them: a seeded source of damaged texts."""

import copy
import json
import random
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from tablero.games import games

RECORDS = Path(__file__).parents[1] / "records"
MOVES = 12  # of each game, so that many can be played again
DEEP = "[" * 100_000
VALUES: tuple[Any, ...] = (
    float("inf"), float("-inf"), float("nan"), -0.0, 0.0, 2.0, 1e308,
    2**63, -(2**63), 2**63 - 1, 2**31, 10**4000, -1, 0, 1, None, True, False,
    "", " ", "0", "\0", "\ud800", "\u0663", "9" * 5000, str(2**63), "-1", "1e999", "x" * 10_000, "{x}",
    [], {}, [[]], [None], [2**63], [float("inf")], {"a": {}}, {"\ud800": "\0"}, "deep",
)  # fmt: skip
NUMBERS = (
    str(2**63),
    str(-(2**63)),
    str(2**31),
    "9" * 5000,
    "-1",
    "\u0663",
    "1.5",
    "inf",
    "0x1",
    "1_0",
    "",
    "\0",
    "00",
)


@cache
def bodies() -> list[dict[str, Any]]:
    """The beginnings of a few recorded games of each kind (perft.json is none)."""
    found = []
    for game in games():
        for path in sorted((RECORDS / game.name).glob("[!p]*.json"))[::5]:
            body = json.loads(path.read_text("utf-8"))
            body["moves"] = body["moves"][:MOVES]
            for key in ("scores", "winners", "checksum"):
                body.pop(key, None)
            found.append(body)
    return found


def damaged(seed: int) -> bytes:
    """A record with something wrong in it, or with nothing wrong at all; the same seed gives the same bytes. Half of
    them carry a fitting checksum, so that what comes after it is reached."""
    chance = random.Random(seed)
    body = copy.deepcopy(chance.choice(bodies()))
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
        chance.choice((_replace, _replace, _renumber, _renumber, _drop, _add))(body, chance)
    if chance.random() < 0.5:
        body["checksum"] = _checksum(body)
    text = json.dumps(body, ensure_ascii=chance.random() < 0.5, indent=1).replace('"deep"', DEEP)
    harm = chance.choice((_whole, _whole, _whole, _cut, _flip, _twice, _mark, _foreign))
    return harm(text.encode("utf-8", "surrogatepass"), chance)


def _checksum(body: dict[str, Any]) -> str:
    canonical = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Everything in a body, as (what holds it, its key)."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [(value, key) for key in keys] + [place for key in keys for place in _places(value[key])]


def _replace(body: dict[str, Any], chance: random.Random) -> None:
    holder, key = chance.choice(_places(body) + 3 * [(body, key) for key in body])
    holder[key] = copy.deepcopy(chance.choice(VALUES))


def _renumber(body: dict[str, Any], chance: random.Random) -> None:
    """Another number in a move, or in a text anywhere."""
    texts = [(holder, key) for holder, key in _places(body) if isinstance(holder[key], str)]
    if texts:
        holder, key = chance.choice(texts)
        parts = re.split(r"(\d+)", holder[key])
        parts[chance.randrange(len(parts))] = chance.choice(NUMBERS)
        holder[key] = "".join(parts)


def _drop(body: dict[str, Any], chance: random.Random) -> None:
    holder, key = chance.choice(_places(body))
    del holder[key]


def _add(body: dict[str, Any], chance: random.Random) -> None:
    key = chance.choice(("scores", "winners", "facts", "salt", "commitment", "checksum", "more"))
    body[key] = copy.deepcopy(chance.choice(VALUES))


def _whole(text: bytes, _: random.Random) -> bytes:
    return text


def _cut(text: bytes, chance: random.Random) -> bytes:
    return text[: chance.randrange(len(text))]


def _flip(text: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(text))
    return text[:place] + bytes([chance.randrange(256)]) + text[place + 1 :]


def _twice(text: bytes, chance: random.Random) -> bytes:
    """A key that comes twice: people read the first, programs the second."""
    return text.replace(b"{", b'{"seats": 4, ', 1)


def _mark(text: bytes, _: random.Random) -> bytes:
    return b"\xef\xbb\xbf" + text


def _foreign(text: bytes, chance: random.Random) -> bytes:
    return text.decode("utf-8", "replace").encode(chance.choice(("utf-16", "latin-1")), "replace")
