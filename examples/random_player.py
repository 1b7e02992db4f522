"""A program that takes a seat at a Tablero table and plays legal moves at random. Nothing but Python's own library.

    python examples/random_player.py http://127.0.0.1:8000 KEY            plays wherever it sits
    python examples/random_player.py http://127.0.0.1:8000 KEY INVITATION  sits down by an invitation first

KEY is a key of its account with the scopes read, play and talk: register an account for the program, then make a key
at /keys. Replace `choose` by something cleverer.
"""

from __future__ import annotations

import json
import random
import sys
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from typing import Any


class Tablero:
    """The JSON API of a house, for one account."""

    def __init__(self, address: str, key: str) -> None:
        self.address = address.rstrip("/")
        self.key = key

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """GET, or POST when there is a body; what the house answers."""
        with urllib.request.urlopen(self._request(path, body), timeout=30) as answer:
            return json.load(answer)

    def events(self) -> Iterator[dict[str, Any]]:
        """What concerns this account, as it happens."""
        with urllib.request.urlopen(self._request("/api/me/events"), timeout=60) as stream:
            for line in stream:
                if line.strip():  # an empty line only says that the stream still flows
                    yield json.loads(line)

    def _request(self, path: str, body: dict[str, Any] | None = None) -> urllib.request.Request:
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.Request(self.address + path, data, headers)


def choose(view: dict[str, Any], moves: list[dict[str, Any]]) -> int:
    """The number of a legal move."""
    return int(random.choice(moves)["move"])


def take_turn(house: Tablero, table: str) -> None:
    """Move as long as this account owes a decision there."""
    while True:
        offers = house.ask(f"/api/tables/{table}/moves")
        if not offers["moves"]:
            return
        view = house.ask(f"/api/tables/{table}")["view"]
        move = {"move": choose(view, offers["moves"]), "version": offers["version"], "action_id": uuid.uuid4().hex}
        try:
            house.ask(f"/api/tables/{table}/play", move)
        except urllib.error.HTTPError as error:
            if error.code != 409:  # the position has changed meanwhile: look again
                raise


def main(address: str, key: str, invitation: str = "") -> None:
    house = Tablero(address, key)
    if invitation:
        table = house.ask(f"/api/invitations/{invitation.rpartition('/')[2]}/join", {})["id"]
        house.ask(f"/api/tables/{table}/talk", {"phrase": "good_luck"})
    for event in house.events():
        print(json.dumps(event), flush=True)
        if event["type"] == "turn":
            take_turn(house, event["table"])
        elif event["type"] == "over" and invitation:
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
