"""Bot over HTTP: a program in any language that answers with its moves."""

from __future__ import annotations

import http.client
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from tablero.bots import Glimpse
from tablero.bots.players import Stop
from tablero.core import Luck
from tablero.lab.errors import ArenaError

ANSWER_TIMEOUT = 60.0  # seconds for one answer
MAX_ANSWER_BYTES = 65_536


@dataclass(frozen=True)
class HttpBot:
    """Ask a program for its move by POST, with what its seat sees and may do:

    {"game": "maya", "seats": 2, "seat": 0, "view": {..}, "moves": [3, 17], "notation": ["..", ".."]}

    It answers {"move": 17}, one of the moves.
    """

    address: str
    timeout: float = ANSWER_TIMEOUT

    def choose(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> int:
        """Return the answer of the program. Raise ArenaError if there is none, or a malformed one."""
        game = glimpse.state.game
        question = {
            "game": game.name,
            "seats": int(glimpse.state.seats),
            "seat": glimpse.seat,
            "view": glimpse.state.view(glimpse.seat),
            "moves": glimpse.moves,
            "notation": [game.moves.write(move) for move in glimpse.moves],
        }
        answer = self._ask(json.dumps(question).encode())
        move = answer.get("move") if isinstance(answer, dict) else None
        if not isinstance(move, int) or isinstance(move, bool):
            raise ArenaError(f'{self.address} must answer {{"move": n}}, not {json.dumps(answer)[:200]}')
        return move

    def _ask(self, question: bytes) -> Any:
        parts = urlsplit(self.address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        try:
            connection = kind(parts.hostname or "", parts.port, timeout=self.timeout)
        except ValueError:
            raise ArenaError(f"{self.address} is no address of a program: write http://HOST:PORT/PATH") from None
        try:
            connection.request(
                "POST", path, question, {"Content-Type": "application/json", "Accept": "application/json"}
            )
            response = connection.getresponse()
            content = response.read(MAX_ANSWER_BYTES)
        except TimeoutError:
            raise ArenaError(f"{self.address} did not answer within {self.timeout:g} seconds") from None
        except (OSError, http.client.HTTPException) as error:
            raise ArenaError(
                f"{self.address} cannot be asked ({error or type(error).__name__}); start the program first"
            ) from None
        finally:
            connection.close()
        if response.status != 200:
            raise ArenaError(f"{self.address} answered with status {response.status} {response.reason}, not with 200")
        try:
            return json.loads(content)
        except ValueError:
            raise ArenaError(f"{self.address} must answer JSON, not {content[:80]!r}") from None
