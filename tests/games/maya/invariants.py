"""What holds in every position of Maya, worked out anew from the position alone."""

from __future__ import annotations

from typing import Any

from tablero.core import State

AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
Space = tuple[int, int]


def beside(space: Space) -> list[Space]:
    return [(space[0] + dq, space[1] + dr) for dq, dr in AROUND]


def connected(spaces: set[Space]) -> bool:
    if not spaces:
        return True
    todo = [next(iter(spaces))]
    reached = set(todo)
    while todo:
        for other in beside(todo.pop()):
            if other in spaces and other not in reached:
                reached.add(other)
                todo.append(other)
    return reached == spaces


class Seen:
    """A dumped position as sets of spaces."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.dump = dump = state.dump()
        facts = state.game.facts
        shown = state.view(None)
        self.play: set[Space] = {
            (q, r) for q, r, area in shown["map"]["spaces"] if shown["map"]["areas"][area] in shown["in_play"]
        }
        self.temples = {(t["q"], t["r"]) for t in facts["board"]["temples"]} & self.play
        self.limit = facts["actions"]["expand"]["rack_limit"]
        mix = facts["tiles"]["distribution"]
        self.set = [mix[crop][n] for crop in ("maize", "potato", "squash", "pepper") for n in ("single", "double")]
        self.tiles: dict[Space, tuple[int, int, int]] = {
            tuple(at): (seat, crop, number)  # type: ignore[misc]
            for at, seat, crop, number in dump["tiles"]
        }
        self.cities: list[set[Space]] = [{tuple(at) for at in spaces} for spaces in dump["cities"]]
        self.built: set[Space] = set().union(*self.cities)
        self.filled = self.built | self.tiles.keys()


def check(state: State) -> None:
    seen = Seen(state)
    check_tiles(seen)
    check_board(seen)
    check_turn(seen)
    check_legal_spaces(seen)


def check_tiles(seen: Seen) -> None:
    """Every seat's set is complete, and as many tiles lie face down as have left the racks and reserves."""
    dump = seen.dump
    face_down = 0
    for seat, player in enumerate(dump["players"]):
        for kind in range(8):
            planted = sum(t == (seat, kind // 2, kind % 2 + 1) for t in seen.tiles.values())
            held = player["rack"][kind] + player["reserve"][kind] + player["hidden"][kind] + player["unseen"][kind]
            assert planted + held == seen.set[kind], f"seat {seat} has {planted + held} tiles of kind {kind}"
        face_down += sum(player["hidden"]) + sum(player["unseen"])
        assert sum(player["rack"]) <= seen.limit
    if dump["phase"] == "confirm" and dump["held"] == 8:
        face_down += 1  # the blind tile lies there already; luck says which it is when the turn ends
    assert face_down == len(seen.built) - len(seen.cities)


def check_board(seen: Seen) -> None:
    assert seen.filled <= seen.play
    assert not seen.tiles.keys() & (seen.temples | seen.built)
    empty_temples = seen.temples - seen.built
    for spaces in seen.cities:
        assert connected(spaces)
        assert len(spaces & seen.temples) == 1, "a city has exactly one temple"
        touching = {other for at in spaces for other in beside(at)} - spaces
        assert not touching & seen.built, "two cities touch"
        assert not touching & empty_temples, "a face-down tile lies beside an empty temple space"
    for at in seen.tiles:
        assert any(other in seen.filled for other in beside(at)), "a tile lies alone"
        assert not any(other in empty_temples for other in beside(at)), "a temple was not founded"


def check_turn(seen: Seen) -> None:
    dump = seen.dump
    for spaces in ({tuple(at) for at in dump["new"]}, {tuple(at) for at in dump["old"]}):
        kinds = {seen.tiles[at][:2] for at in spaces if at in seen.tiles}
        assert len(kinds) <= 1, "one crop of one seat in a turn"
        if kinds and not seen.state.loose:  # type: ignore[attr-defined]
            assert connected(spaces), "the tiles of a turn are not connected"
    if not dump["new"]:
        temples = {tuple(t[:2]): t[2] for t in _named_temples(seen)}
        for spaces in seen.cities:
            free = {other for at in spaces for other in beside(at)} & seen.play - seen.filled
            name = next(temples[at] for at in spaces if at in temples)
            assert (not free) == (name in dump["closed"]), f"{name} is closed wrongly"


def _named_temples(seen: Seen) -> list[tuple[int, int, str]]:
    return [(t["q"], t["r"], t["name"]) for t in seen.state.game.facts["board"]["temples"]]


def check_legal_spaces(seen: Seen) -> None:
    """The spaces offered are those that the rules name, found here the slow way."""
    dump = seen.dump
    phase = dump["phase"]
    if phase not in ("plant", "expand"):
        return
    state = seen.state
    (seat,) = state.actors()
    spaces: Any = state.view(seat)["map"]["spaces"]
    offered = {tuple(spaces[move - 20][:2]) for move in state.moves(seat)}
    land = seen.play - seen.temples - seen.filled
    new = {tuple(at) for at in dump["new"]}
    if phase == "plant":
        allowed = {at for at in land if any(other in seen.filled for other in beside(at))}
        if new and not state.loose:  # type: ignore[attr-defined]
            allowed = {at for at in allowed if any(other in new for other in beside(at))}
        elif new:
            team = seen.tiles[next(iter(new))][:2]
            group, todo = set(new), list(new)
            while todo:
                for other in beside(todo.pop()):
                    if other not in group and other in seen.tiles and seen.tiles[other][:2] == team:
                        group.add(other)
                        todo.append(other)
            assert connected(group)
            allowed = {at for at in allowed if any(other in group for other in beside(at))}
    else:
        empty_temples = seen.temples - seen.built
        allowed = {
            at
            for at in land
            if sum(any(other in city for other in beside(at)) for city in seen.cities) == 1
            and not any(other in empty_temples for other in beside(at))
        }
    assert offered == allowed


def check_end(state: State) -> None:
    """What holds when a game is over: somebody has placed everything, or nobody could do anything."""
    dump = state.dump()
    result = state.result()
    assert result is not None
    left = [sum(player["rack"]) + sum(player["reserve"]) for player in dump["players"]]
    assert (min(left) == 0) == (result.why == "last tile")
    assert dump["passes"] == (dump["seats"] if result.why == "all passed" else 0)
    for seat, player in enumerate(dump["players"]):
        assert result.scores[seat] == player["score"]
