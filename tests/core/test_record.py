"""Records: written, read, checked, and refused when anything was changed."""

from __future__ import annotations

import hashlib
import json

import pytest

import tablero
from tablero.core import BadRecord, Record, commitment, seeded

GAME = tablero.game("yaxha")


def played() -> Record:
    state = GAME.start(2, seed=2**100 + 7)
    luck = seeded(1)
    moves = []
    while (seat := int(state.actor())) >= 0:
        legal = state.moves(seat)
        move = legal[luck.below(len(legal))]
        moves.append((seat, move))
        state.play(seat, move)
    return Record.of(GAME, 2, 2**100 + 7, {}, moves, players=("Inés", "Marco"), salt="pepper")


def test_a_record_is_a_text_that_people_can_read() -> None:
    text = played().to_text()
    assert '"0 take tile' in text
    assert '"players": [\n  "Inés",' in text
    body = json.loads(text)
    assert body["seed"] == str(2**100 + 7)
    assert body["commitment"] == commitment(2**100 + 7, "pepper")


def test_the_checksum_is_that_of_a_text_which_anybody_can_write() -> None:
    """Frozen: records that people keep must stay valid."""
    record = Record("yaxha", 1, 2, {"b": "1", "a": "2"}, 7, ((0, "take tile 0"),), players=("Inés", "Bo"))
    text = (
        '{"game":"yaxha","moves":["0 take tile 0"],"options":{"a":"2","b":"1"},"players":["Inés","Bo"],'
        '"rules":1,"seats":2,"seed":"7","tablero":1}'
    )
    assert record.checksum() == hashlib.sha256(text.encode()).hexdigest()


def test_every_single_changed_byte_is_noticed() -> None:
    text = played().to_text()
    for place in range(0, len(text), 37):
        changed = text[:place] + chr(ord(text[place]) ^ 1) + text[place + 1 :]
        with pytest.raises(BadRecord):
            Record.from_text(changed).verify(GAME)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("[]", "format 1"),
        ('{"tablero": 2}', "format 1"),
        ('{"tablero": 1}', "damaged"),
        ('{"tablero": 1, "moves": [7]}', "damaged"),
    ],
)
def test_what_is_no_record_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(BadRecord, match=words):
        Record.from_text(text)


def rewritten(record: Record, **changes: object) -> Record:
    """A forger who also writes a fitting checksum."""
    return Record(**(record.__dict__ | changes))  # type: ignore[arg-type]


def test_a_forged_move_or_score_is_found_by_playing_the_game_again() -> None:
    record = played()
    moves = list(record.moves)
    moves[4] = (moves[4][0], "grey 3,3 level 4")
    with pytest.raises(BadRecord, match="move 5"):
        rewritten(record, moves=tuple(moves)).verify(GAME)
    with pytest.raises(BadRecord, match="claims the scores"):
        rewritten(record, scores=(99, 1)).verify(GAME)
    with pytest.raises(BadRecord, match="claims the winners"):
        rewritten(record, winners=(0, 1)).verify(GAME)
    with pytest.raises(BadRecord, match="unfinished"):
        rewritten(record, moves=record.moves[:-1]).verify(GAME)
    with pytest.raises(BadRecord, match="is not legal"):
        rewritten(record, seed=3).verify(GAME)


def test_a_record_of_other_rules_is_refused() -> None:
    with pytest.raises(BadRecord, match="rules 2"):
        rewritten(played(), rules=2).verify(GAME)


def test_a_running_match_is_not_replayed_before_its_seed_is_told() -> None:
    record = rewritten(played(), seed=None, salt="", promise="abc")
    assert Record.from_text(record.to_text()) == record
    with pytest.raises(BadRecord, match="still running"):
        record.verify(GAME)


def test_replaying_with_a_listener_tells_the_whole_story() -> None:
    *_, last = played().replay(GAME, listen=True)
    kinds = [event["kind"] for event in last.journal or []]
    assert kinds[0] == "start"
    assert kinds[-1] == "end"
    assert kinds.count("market") == 10
