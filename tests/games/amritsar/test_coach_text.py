"""Choices that explain themselves: what a move is called, what it costs and brings as things stand, and when."""

from __future__ import annotations

from tablero.core import State
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.i18n.translator import translator_for, untranslated
from tablero.games.amritsar import names

from .position import GAME, Draft, play


def named(state: State, words: str) -> str:
    (seat,) = state.actors()
    return GAME.words.move(GAME.moves.read(words), state.view(seat), untranslated)


def hinted(state: State, words: str) -> list[str]:
    (seat,) = state.actors()
    return GAME.words.hint(GAME.moves.read(words), state.view(seat), untranslated)


def asked(state: State) -> str:
    (seat,) = state.actors()
    return GAME.words.prompt(state.view(seat), untranslated)[0]


def test_a_sowing_tells_what_it_opens_and_that_the_order_is_the_players() -> None:
    state = play(Draft().seat(0, at=1).load(), "stay")
    assert named(state, "pick north 1") == (
        "Sow from section N1: 2 workers, one each to N2 and E1, in the order you choose; the last acts in the East"
    )
    assert hinted(state, "pick north 1") == [
        "You choose who goes where.",
        "The last worker acts in the East. Main actions: a step on any track; 1 gold; use a mahout.",
        "Blue last: also upgrade: warehouse or mahout.",
        "Your elephant is there and acts too.",
    ]
    assert named(state, "pick north 2") == "Sow from section N2: 1 worker, to E1; it acts in the East"


def test_a_warehouse_that_makes_colours_alike_opens_more() -> None:
    state = play(Draft().seat(0, at=3, houses=["wh_wild_yellow"]).load(), "stay")
    assert "Yellow last: also any 1 resource." in hinted(state, "pick north 1"), "white's secondary for a yellow worker"


def test_the_last_worker_tells_what_it_finds_and_what_the_jump_costs() -> None:
    workers = ["y", "yy", "bbb", "www", "ggg", "", "", ""]
    state = Draft().seat(0, coin=2).on(workers=workers, stage="pick", lying={"east 1": 2}).load()
    play(state, "pick north 1")
    assert named(state, "land north 2") == "Stop on section N2"
    assert named(state, "land east 1") == "Stop on section E1; 1 coin left on the way"
    assert "Found: 2 coins." in hinted(state, "land east 1")


def test_before_a_second_elephant_move_the_turn_does_not_end() -> None:
    again = Draft().seat(0, at=1, token=1).acting("north", "white").load()
    assert named(again, "done") == "End the actions, then move the elephant"
    assert asked(again) == "Choose an action, or go on to your elephant"
    play(again, "done")
    assert named(again, "stay") == "The elephant stays: end the turn"
    once = Draft().seat(0, at=1).acting("north", "white").load()
    assert (named(once, "done"), asked(once)) == ("End the turn", "Choose an action, or end your turn")


def test_walks_tell_coins_and_what_the_maharaja_takes() -> None:
    state = Draft().seat(0, at=1, coin=2).on(maharaja=3).load()
    assert named(state, "walk south") == "Elephant to the South: free"
    assert named(state, "walk west") == "Elephant to the West: 1 coin, and 1 point lost to the maharaja"


def test_a_leap_on_the_spot_says_what_it_is_good_for() -> None:
    state = Draft().seat(0, at=1, token=1, houses=["wh_teleport"]).load()
    assert hinted(state, "leap east") == ["The elephant is there already; the warehouse becomes 4 plain slots."]
    assert hinted(state, "token east") == ["The elephant is there already: only the token would be gone."]
    assert hinted(state, "token west") == ["Without coins and without loss; once in the game."]


def test_upgrades_tell_their_price_tax_and_what_the_bridge_adds() -> None:
    bridge = ["br_upgrade_pp", "br_group4_pp", "br_donation_coin"]
    state = Draft().seat(0, at=3, coin=0, resources=[1, 1, 0]).on(bridge=bridge).acting("north", "blue").load()
    play(state, "secondary right")
    assert hinted(state, "build wh_free_jump")[-3:] == [
        "2 slots, tax +2.",
        "Costs 1 marble.",
        "The bridge adds 1 point.",
    ]
    assert hinted(state, "aim B")[:2] == ["Scored at the end of the game; now it would bring 0 points.", "Tax +1."]
    any_payment = Draft().seat(0, at=3, resources=[1, 0, 0], houses=["wh_any_upgrade_resource"]).acting("north", "blue")
    assert "Costs any one resource." in hinted(play(any_payment.load(), "secondary right"), "aim B")
    first = GAME.start(2, 3)
    assert not any("Costs" in one for one in hinted(first, "aim A")), "the first objective is free"


def test_market_prices_are_those_of_now_with_the_discount() -> None:
    draft = Draft().seat(0, at=3, coin=2, houses=["wh_buy_discount"]).acting("west", "yellow").on(stock=[2, 4, 0])
    assert hinted(draft.load(), "main centre")[:3] == [
        "Marble: buy for 1, sell for 1.",
        "Copper: buy for 0, sell for 1.",
        "Gold: buy for 1, sell for 2.",
    ]


def test_a_step_tells_what_its_cell_brings_and_when() -> None:
    state = play(Draft().seat(0, at=3, track=[1, 3, 6]).acting("north", "white").load(), "main left")
    assert named(state, "study development") == "A step of development: any upgrade, at its price, at once"
    assert named(state, "study resources") == "A step of resources: any 1 resource, at the end of each decade"
    assert named(state, "study money") == "A step of money: 1 coin, beyond the last cell"


def test_a_donation_tells_its_price_and_all_it_brings() -> None:
    draft = (
        Draft().seat(0, at=0, load=3, coin=0, resources=[2, 1, 0]).donate(0, "north", (1, 1)).donate(1, "north", (1, 2))
    )
    state = play(draft.acting("north", "yellow").load(), "use yellow")
    assert named(state, "donate level 2 cell 1") == "Donate on level 2, cell 1, for 1 marble and 1 copper: 4 points"
    assert hinted(state, "donate level 2 cell 1") == [
        "The most counters here bring 3 points at the end of the decade.",
        "The bridge adds 1 coin.",
    ]


def test_a_gain_that_does_not_fit_says_how_much_must_go() -> None:
    draft = Draft().seat(1, mahouts=[None, None, "mh_coin_marble", None], coin=1, resources=[3, 0, 0])
    state = play(draft.acting("north", "white").load(), "done")
    assert hinted(state, "follow") == ["Your slots are full: 2 pieces must go."]


def test_sections_and_districts_are_never_called_alike() -> None:
    for language in ("en", "es", "fr"):
        say = translator_for(GAME.package, language)
        sections = {names.section(number, say) for number in range(8)}
        assert len(sections) == 8
        for number in range(4):
            assert not any(one.lower().startswith(names.district(number, say).lower()) for one in sections)
    assert names.section(6, say) == "la section O1"


def drawn(state: State) -> str:
    """The panel beside the board that shows what is asked."""
    (seat,) = state.actors()
    return GAME.drawing.panels(state.view(seat), RenderOptions(names=("Ana", "Bo", "Cy"))).slots["above"]


def test_a_choice_of_resources_says_how_many_pieces_come() -> None:
    state = play(Draft().seat(0, coin=0, resources=[0, 0, 0]).acting("north", "white").load(), "main right")
    assert named(state, "take marble") == "Take 2 marble"
    assert named(state, "take copper") == "Take 1 copper"
    for language, told in (("es", "Tomar 2 mármoles"), ("fr", "Prendre 2 marbres")):
        assert (
            GAME.words.move(GAME.moves.read("take marble"), state.view(0), translator_for(GAME.package, language))
            == told
        )
    assert "<b>2 marble</b>" in drawn(state)
    assert "<b>1 copper</b>" in drawn(state)
    play(state, "take marble")
    assert state.view(0)["players"][0]["resources"] == [2, 0, 0]


def test_a_board_without_a_free_space_says_so_where_the_upgrade_stands() -> None:
    told = "no free space on your board"
    built = ["wh_marble2", "wh_wild_yellow", "wh_any_upgrade_resource"]
    for houses in (built[:2], built):
        state = play(Draft().seat(0, resources=[1, 1, 1], houses=houses).acting("south", "white").load(), "main centre")
        assert (told in drawn(state)) == (len(houses) == 3)


def test_a_discard_says_that_the_slots_are_full() -> None:
    state = play(Draft().seat(0, coin=0, resources=[4, 0, 0]).acting("east", "blue").load(), "main centre")
    assert "Your 4 slots are full: discard 1" in drawn(state)
