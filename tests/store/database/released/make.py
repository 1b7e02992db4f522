"""Make the database of an earlier version by its own code, and write it as SQL: once for each version.

    python tests/store/database/released/make.py 0.6 2a236c9

A commit's source is put into a folder of its own and runs with the packages of this environment. Two people play there:
a finished game, running ones, an open table, a game with a bot; since 0.7 accounts, keys, chat, notes, a tournament.
"""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]


def main(version: str, commit: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
        database = Path(folder) / "games.db"
        environment = {**os.environ, "PYTHONPATH": f"{folder}/src", "TABLERO_PLAIN": "1"}
        subprocess.run([sys.executable, __file__, "--here", str(database)], env=environment, check=True)
        with closing(sqlite3.connect(database)) as connection:
            (HERE / f"{version}.sql").write_text("\n".join(connection.iterdump()) + "\n", "utf-8")


def play_there(database: str) -> None:
    """Play on a site of the version that is imported here."""
    from litestar.testing import TestClient
    from tablero.site.app import create_app

    import tablero

    try:
        from tablero.site.settings import Settings

        app = create_app(Settings(database=database))
    except ImportError:  # before 0.3
        app = create_app(database)
    print(tablero.__version__, tablero.__file__)
    with TestClient(app) as client:
        Visitors(client).play()


class Visitors:
    """Ana and Ben, who have cookies of their own at the one client."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.cookies: dict[str, dict[str, str]] = {"Ana": {}, "Ben": {}}
        self.random = random.Random(1)

    def ask(self, who: str, method: str, path: str, body: Any = None, may_lack: bool = False) -> Any:
        self.client.cookies.clear()
        self.client.cookies.update(self.cookies[who])
        answer = self.client.request(method, path, json=body)
        assert may_lack or answer.status_code < 400, (path, answer.text)
        self.cookies[who] = dict(self.client.cookies)
        return answer.json() if answer.content and answer.status_code < 400 else None

    def play(self) -> None:
        for who in self.cookies:
            self.ask(who, "POST", "/api/account", {"name": who, "password": "corn and cacao"}, may_lack=True)
        for game in ("yaxha", "maya", "tzolkin", "amritsar"):
            if game in [card["name"] for card in self.ask("Ana", "GET", "/api/games")]:
                table = self.table(game)
                self.moves(table, 10_000 if game == "yaxha" else 12)
                body = {"text": "Well played, Ana", "phrase": ""}
                self.ask("Ben", "POST", f"/api/tables/{table}/talk", body, may_lack=True)
                self.ask("Ben", "PUT", f"/api/tables/{table}/note", {"text": "watch the temple"}, may_lack=True)
        wanted = {"game": "yaxha", "seats": 3, "holders": ["me", "open", "open"], "name": "Ana"}
        self.ask("Ana", "POST", "/api/tables", wanted)
        self.ask(
            "Ana",
            "POST",
            "/api/keys",
            {"label": "robot", "scopes": ["read", "play"], "password": "corn and cacao"},
            may_lack=True,
        )
        self.ask("Ana", "PATCH", "/api/me/settings", {"shows_page": True}, may_lack=True)
        cup = {"name": "Rainy season", "game": "yaxha", "seats": 2, "rounds": 1}
        opened = self.ask("Ana", "POST", "/api/cups", cup, may_lack=True)
        if opened is not None:
            for who in self.cookies:
                self.ask(who, "POST", f"/api/cups/{opened['key']}/join", {})
            self.ask("Ana", "POST", f"/api/cups/{opened['key']}/start")

    def table(self, game: str) -> str:
        wanted = {"game": game, "seats": 2, "holders": ["me", "open"], "name": "Ana"}
        id = str(self.ask("Ana", "POST", "/api/tables", wanted)["id"])
        self.ask("Ben", "POST", f"/api/tables/{id}/join", {"name": "Ben"})
        return id

    def moves(self, table: str, most: int) -> None:
        for number in range(most):
            for who in self.cookies:
                offers = self.ask(who, "GET", f"/api/tables/{table}/moves")
                if offers["moves"]:
                    move = self.random.choice(offers["moves"])["move"]
                    body = {"move": move, "version": offers["version"], "action_id": f"move-{number}"}
                    self.ask(who, "POST", f"/api/tables/{table}/play", body)
                    break
            else:
                return


if __name__ == "__main__":
    play_there(sys.argv[2]) if sys.argv[1] == "--here" else main(*sys.argv[1:])
