"""What is posted: each side reads its own word for it, and no name calls a whole channel."""

import json

from tablero.people.notification_policy import Notification
from tablero.site.notifications.text import NotificationText, message_of
from tablero.site.notifications.webhooks import body_of, packed
from tablero.ui.language import Language

HOME = "https://games.example"
TRAP = NotificationText("@everyone <!channel>: your turn", ("with <@1> & co",), "/t/abc", "abc", "yaxha")


def test_discord_pings_nobody() -> None:
    body = body_of(TRAP, HOME, "https://discord.com/api/webhooks/1/x")
    assert body["allowed_mentions"] == {"parse": []}
    assert body["content"].endswith(f"{HOME}/t/abc")
    long = body_of(NotificationText("x" * 5000, (), "/"), HOME, "https://ptb.discord.com/api/webhooks/1/x")
    assert len(long["content"]) <= 2000


def test_slack_reads_names_as_names() -> None:
    text = body_of(TRAP, HOME, "https://hooks.slack.com/services/1/x")["text"]
    assert "<" not in text
    assert "&lt;!channel&gt;" in text
    assert "&amp; co" in text


def test_others_are_told_table_game_and_address() -> None:
    told = json.loads(packed(TRAP, HOME, "https://example.org/hook"))
    assert told["text"] == told["content"]
    assert {key: told[key] for key in ("table", "game", "url")} == {
        "table": "abc",
        "game": "yaxha",
        "url": f"{HOME}/t/abc",
    }


def test_many_things_are_one_message_in_each_language() -> None:
    many = [Notification("turn", f"t{number}", "yaxha", float(number)) for number in range(7)]
    mixed = [
        Notification("over", "a", "maya", 1.0),
        Notification("turn", "b", "yaxha", 2.0),
        Notification("broken", "", "", 3.0),
    ]
    for language, first, more, news in (
        ("en", "9 games wait for you", "and 2 more", "3 things happened at your tables"),
        ("es", "9 partidas te esperan", "y 2 más", "3 novedades en tus mesas"),
        ("fr", "9 parties vous attendent", "et 2 autres", "3 nouvelles à vos tables"),
    ):
        told = message_of(many, {}, 9, "ana", Language(language))
        assert (told.title, told.lines[-1], told.path) == (first, more, "/next")
        assert len(told.lines) == 6
        assert message_of(mixed, {}, 1, "ana", Language(language)).title == news
    assert message_of([mixed[2]], {}, 0, "ana", Language("en")).path == "/notices"
