"""What can be chosen before a game of Amritsar: one switch for each open question of facts.toml, the recommended choice
first."""

from tablero.core.option import Option

OPTIONS = (
    Option("maharaja", "The maharaja of the solo game", {"normal": "normal", "hard": "hard"}),
    Option(
        "spent_token",
        "Second elephant move after the movement token is spent",
        {"keeps": "stays", "ends": "is lost"},
    ),
    Option(
        "origin_coins",
        "Coins on the section where a group is picked up",
        {"pay": "may pay jumps", "wait": "are taken after the sowing"},
    ),
    Option("bridge_follow", "Bridge tiles when following", {"yes": "count", "no": "do not count"}),
    Option(
        "no_counter",
        "A point when no counter is left to recover",
        {"always": "always", "market": "only in the market"},
    ),
    Option(
        "market_lock",
        "Not buying and selling the same resource",
        {"turn": "for the whole turn", "action": "for one market action"},
    ),
    Option(
        "majority_ranks",
        "Second place behind a tie in objectives of type A",
        {"skip": "does not exist", "dense": "exists"},
    ),
    Option("solo_tie", "A tie with the maharaja in the solo game", {"lost": "is lost", "shared": "is won by both"}),
)
