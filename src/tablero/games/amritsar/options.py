"""What can be chosen before a game of Amritsar: one switch for each open question of facts.toml, the recommended choice
first. A choice that goes against the printed rules says that it is a house rule."""

from tablero.core.option import Option

OPTIONS = (
    Option("maharaja", "The maharaja of the solo game", {"normal": "normal", "hard": "hard"}, rule="solo", alone=True),
    Option(
        "spent_token",
        "Second elephant move after the movement token is spent",
        {"keeps": "stays", "ends": "is lost (house rule)"},
        rule="token",
    ),
    Option(
        "own_district",
        "Movement token or leaping warehouse in the elephant's own district",
        {"yes": "allowed: any district, as printed", "no": "not allowed (house rule)"},
        rule="own-district",
    ),
    Option(
        "origin_coins",
        "Coins on the section where a group is picked up",
        {"pay": "are taken at once, as printed", "wait": "are taken after the sowing (house rule)"},
        rule="pick-up",
    ),
    Option(
        "free_jump",
        "The section that the warehouse lets you jump without a coin",
        {"choice": "the player's choice, as printed", "first": "always the first one jumped (house rule)"},
        rule="free-jump",
    ),
    Option(
        "bridge_follow",
        "Bridge tiles when following",
        {"yes": "count, as printed", "no": "do not count (house rule)"},
        rule="bridge",
    ),
    Option(
        "no_counter",
        "A point when no counter is left to recover",
        {"always": "always", "market": "only in the market"},
        rule="trading",
    ),
    Option(
        "market_lock",
        "Not buying and selling the same resource",
        {"turn": "for the whole turn, as printed", "action": "for one market action (house rule)"},
        rule="market-lock",
    ),
    Option(
        "majority_ranks",
        "Second place behind a tie in objectives of type A",
        {"skip": "does not exist", "dense": "exists"},
        rule="objectives",
    ),
    Option(
        "solo_tie",
        "A tie with the maharaja in the solo game",
        {
            "donations": "goes to more donations, else it is shared",
            "lost": "is lost (house rule)",
            "shared": "is shared (house rule)",
        },
        rule="solo",
        alone=True,
    ),
)

# What was played before there was an option: by its name the first rules that know it, and the choice until then.
BEFORE = {"own_district": (3, "no"), "free_jump": (3, "first")}
