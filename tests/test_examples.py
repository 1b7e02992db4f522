"""The example programs run as they are, against a real server."""

import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from tests.limits import LIMIT
from tests.site.served import Served

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_a_program_takes_a_seat_under_its_own_account_and_plays_a_game_to_its_end(tmp_path: Path) -> None:
    server = Served(tmp_path / "games.db")
    try:
        cookies = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        other = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

        def post(opener: Any, path: str, body: dict[str, Any]) -> Any:
            request = urllib.request.Request(
                server.address + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
            )
            return json.load(opener.open(request, timeout=LIMIT))

        post(cookies, "/api/account", {"name": "Dice", "password": "corn and cocoa"})
        key = post(cookies, "/api/keys", {"label": "example", "password": "corn and cocoa"})["key"]
        table = post(other, "/api/tables", {"game": "yaxha", "seats": 2, "holders": ["level1", "open"]})
        script = str(EXAMPLES / "random_player.py")
        ran = subprocess.run(
            [sys.executable, script, server.address, key, table["invite"]],
            capture_output=True,
            text=True,
            timeout=LIMIT,
        )
        assert ran.returncode == 0, ran.stderr
        events = [json.loads(line) for line in ran.stdout.splitlines()]
        assert events[-1]["type"] == "over"
        assert len(events[-1]["scores"]) == 2
        assert {event["type"] for event in events} >= {"start", "turn", "over"}
    finally:
        server.stop()
