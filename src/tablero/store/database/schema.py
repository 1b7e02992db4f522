"""The tables of the database. The log is the game; everything else can be worked out from it or belongs to people."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from tablero.store.database.metadata import metadata as metadata
from tablero.store.database.puzzle_schema import own_puzzles as own_puzzles
from tablero.store.database.puzzle_schema import puzzle_attempts as puzzle_attempts
from tablero.store.database.puzzle_schema import puzzle_figures as puzzle_figures
from tablero.store.database.puzzle_schema import puzzle_ratings as puzzle_ratings

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("facts", String(16), nullable=False),  # fingerprint of the host's own component data
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("salt", Text, nullable=False),
    Column("host", String(64), nullable=False),
    Column("invite", String(64), nullable=False, unique=True),
    Column("created", Float, nullable=False),
    # For lists, so that a lobby needs no rules: computed with every row.
    Column("updated", Float, nullable=False),
    Column("version", Integer, nullable=False),
    Column("stage", String(8), nullable=False),  # open, running, over; gone: closed before the start
    Column("actors", Text, nullable=False),
    Column("scores", Text),
    Column("winners", Text),
    Column("start", Text),  # the position it began with, if not dealt
    Column("hints", String(16), nullable=False, server_default="against_bots"),  # who may ask for hints
    Column("terms", Text, nullable=False, server_default="{}"),  # JSON of table/terms.py
    Column("visibility", String(8), nullable=False, server_default="listed"),  # one of the terms, for lists
    Column("represented", Text, nullable=False, server_default="[]"),  # seats of people that bots play
    Column("resigned", Text, nullable=False, server_default="[]"),  # those whose people have resigned
    Column("deadline", Float),  # when the table has to be checked next
    Column("ends", Text, nullable=False, server_default="{}"),  # when the time of each seat runs out, for lists
    Index("ix_matches_stage_updated", "stage", "updated"),
    Index("ix_matches_deadline", "deadline"),
)

seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", Text, nullable=False),
    Column("person", String(64), nullable=False),
    Column("level", Integer, nullable=False),
    Index("ix_seats_person", "person"),
)

log = Table(
    "log",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("move", Integer, nullable=False),
    Column("action_id", String(128), nullable=False),
    Column("time", Float, nullable=False),
    UniqueConstraint("match", "seat", "action_id"),  # request ids are private to a seat
)

# What the server does for people by itself, for the start of a server: the log says the same.
automatic = Table(
    "automatic",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("choices", Integer, nullable=False),  # bits of table/automatic.py
)

plans = Table(
    "plans",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),  # JSON of table/plans.py
    Column("stopped", Text, nullable=False),  # why it asks; empty while it can go on
    Column("made", Float, nullable=False),
)

# Where loading a table starts; only the newest of each table is kept.
snapshots = Table(
    "snapshots",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)

# The rematch of a finished table: the primary key decides between two requests at once.
rematches = Table(
    "rematches",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("next", ForeignKey("matches.id"), nullable=False),
)

# People invited by name, and people sent away with the link that was in force then. Changed before the start only.
invitations = Table(
    "invitations",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("name", Text, nullable=False),
    Column("sent_away", String(64), nullable=False),
    Index("ix_invitations_person", "person"),
)

# Reviews of finished games. `version` is that of the reviewer: an older review is made again.
reviews = Table(
    "reviews",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("body", Text, nullable=False),
)

# Valid tokens of seats. No foreign key: a token may outlive its table.
tokens = Table(
    "tokens",
    metadata,
    Column("id", String(80), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("match", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("made", Float, nullable=False),
    Column("used", Float),
    UniqueConstraint("person", "match", "seat"),
)

# Progress in lessons. `version` is that of the lesson; `ways` the moves by which its goals were reached.
progress = Table(
    "progress",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("lesson", String(32), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("ways", Text, nullable=False),
    Column("finished", Boolean, nullable=False),  # once, even if it was begun again since
    Column("updated", Float, nullable=False),
)

# What-if trees. No foreign key: one begun from a lesson has no match.
forks = Table(
    "forks",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("game", String(32), nullable=False),
    Column("match", String(32), nullable=False),
    Column("source", String(160), nullable=False),
    Column("tree", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Index("ix_forks_owner_source", "owner", "source"),
    Index("ix_forks_match", "match"),
)

# Preferences, JSON of people/preferences.py.
settings = Table(
    "settings", metadata, Column("person", String(64), primary_key=True), Column("body", Text, nullable=False)
)

# Results by seat, written with the last row of a game. Lists, plots and ratings are made of them.
results = Table(
    "results",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("person", String(64), nullable=False),  # empty for a bot, and for a user who was deleted
    Column("level", Integer, nullable=False),  # of a bot; 0 for a person
    Column("score", Float, nullable=False),
    Column("place", Integer, nullable=False),
    Column("won", Float, nullable=False),  # 1 is shared among those who won
    Column("ended", Float, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("opening", String(32), nullable=False),
    Column("absent", String(8), nullable=False),  # away, left, resigned: a bot stood in
    Column("rated", Integer, nullable=False),  # 0 never, 1 not yet, 2 it is
    Column("sources", Text, nullable=False),  # points by source, JSON
    Column("feats", Text, nullable=False),  # what may have happened for the first time, and after how many moves, JSON
    Index("ix_results_person_ended", "person", "ended"),
    # All that the page of a game asks for lies in one index: 100,000 games are counted without looking at a row.
    Index("ix_results_game", "game", "seats", "seat", "level", "opening", "score", "won", "moves", "seconds"),
    # WHERE rated = 1: its migration alone says so, for here it would load the whole dialect of PostgreSQL.
    Index("ix_results_rated", "ended"),
)

# Ratings after each rated game; `game` is empty for the rating over all games.
ratings = Table(
    "ratings",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("match", String(32), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("ended", Float, nullable=False),
    Index("ix_ratings_person_game_ended", "person", "game", "ended"),
    Index("ix_ratings_match", "match"),
)

# Tournaments. `rules` is JSON of tournaments/tournament.py, `round` the one that was drawn last.
tournaments = Table(
    "cups",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("host", String(64), nullable=False),
    Column("game", String(32), nullable=False),
    Column("rules", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("stage", String(8), nullable=False),  # open, running, over, closed
    Column("round", Integer, nullable=False),
    Column("version", Integer, nullable=False),  # grows with every change: who has seen an older one looks again
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Index("ix_cups_stage_updated", "stage", "updated"),
    Index("ix_cups_host", "host"),
)

tournament_players = Table(
    "cup_players",
    metadata,
    Column("cup", ForeignKey("cups.key"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("person", String(64), nullable=False),
    Column("level", Integer, nullable=False),  # of a bot; 0 for people
    Column("state", String(16), nullable=False),  # invited, playing, withdrawn
    Index("ix_cup_players_person", "person"),
)

# Tables of a tournament, drawn before they are opened: `match` is the id that a table will have. The primary key
# decides between two processes that draw the same round, that of matches between two that open the same table. No
# foreign key: results count when the table itself is deleted.
tournament_tables = Table(
    "cup_tables",
    metadata,
    Column("cup", ForeignKey("cups.key"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("match", String(32), nullable=False),
    Column("players", Text, nullable=False),  # by seat
    Column("stage", String(8), nullable=False),  # drawn, running, over
    Column("ranks", Text),
    Column("scores", Text),
    Column("drawn", Float, nullable=False),
    Column("ended", Float),
    Index("ix_cup_tables_match", "match"),
    Index("ix_cup_tables_stage", "stage"),
)

# Accounts. Other data of a person refers to `person`, as for guests; `badge` is the public id.
accounts = Table(
    "accounts",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("name", Text, nullable=False),
    Column("key", String(128), nullable=False, unique=True),  # of the name: people/names.py
    Column("password", Text, nullable=False),
    Column("badge", String(16), nullable=False, unique=True),
    Column("made", Float, nullable=False),
    Column("admin", Boolean, nullable=False),
    Column("mail", Text),  # confirmed
    # What the name looks like; null for names of earlier versions that look like an older account's.
    Column("shape", Text, unique=True),
)

# Devices where people are signed in. The cookie of a device is valid as long as its row exists.
devices = Table(
    "devices",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("label", Text, nullable=False),
    Column("made", Float, nullable=False),
    Column("used", Float, nullable=False),
    Index("ix_devices_person", "person"),
)

# Unused recovery codes.
recovery = Table(
    "recovery", metadata, Column("person", String(64), primary_key=True), Column("code", String(64), primary_key=True)
)

# Reports: `person` is the reported one, `by` the reporter.
reports = Table(
    "reports",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("by", String(64), nullable=False),
    Column("person", String(64), nullable=False),
    Column("match", String(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("made", Float, nullable=False),
    Column("settled", Float),
    Index("ix_reports_settled_made", "settled", "made"),
)

# Muted and banned people, guests too. Without `until` for good.
bans = Table(
    "bans",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("kind", String(8), primary_key=True),  # mute, ban
    Column("id", String(32), nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("made", Float, nullable=False),
    Column("until", Float),
)

# Announcements, JSON by language.
announcements = Table(
    "announcements",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("words", Text, nullable=False),
    Column("made", Float, nullable=False),
)

# Notification channels: a webhook, a mail address; push devices are listed in their own table.
channel_addresses = Table(
    "ways",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("channel", String(8), primary_key=True),  # push, webhook, mail
    Column("address", Text, nullable=False),
    Column("key", String(32), nullable=False, unique=True),  # in links of mails: it opens nothing else
    Column("language", String(16), nullable=False),
    Column("origin", Text, nullable=False),  # where that person finds the site
    Column("made", Float, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("last", Float, nullable=False),  # when a message was sent
    Column("claimed", Float, nullable=False),  # until when one process has it
    Column("failures", Integer, nullable=False),  # in a row
    Column("broken", Text, nullable=False),  # why it was switched off
)

# Browsers that receive push messages.
push_devices = Table(
    "push_devices",
    metadata,
    Column("id", String(32), primary_key=True),  # of its endpoint
    Column("person", String(64), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(128), nullable=False),
    Column("auth", String(64), nullable=False),
    Column("name", String(64), nullable=False),
    Column("language", String(16), nullable=False),
    Column("made", Float, nullable=False),
    Column("used", Float),
    Column("failures", Integer, nullable=False),
    Index("ix_push_devices_person", "person"),
)

# Notifications, sent and unsent: none is sent twice, none is lost when the server stops.
notifications = Table(
    "notices",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("channel", String(8), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("match", String(32), primary_key=True),  # empty where it concerns no table; not bound: a table may go first
    Column("game", String(32), nullable=False),
    Column("made", Float, nullable=False),
    Column("due", Float, nullable=False),
    Column("sent", Float),
    Index("ix_notices_match", "match"),
    Index("ix_notices_sent_due", "sent", "due"),
)

secrets = Table(
    "secrets", metadata, Column("name", String(32), primary_key=True), Column("value", Text, nullable=False)
)

# Chat lines of players (circle "table") and spectators ("watchers", seat -1). No part of a record.
talk = Table(
    "talk",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", String(64), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("circle", String(8), nullable=False),
    Column("phrase", String(16), nullable=False),  # key of a translated phrase, else empty
    Column("text", Text, nullable=False),
    Column("time", Float, nullable=False),
    Index("ix_talk_person", "person"),
)

# People whose chat lines a person does not want to read.
mutes = Table(
    "mutes", metadata, Column("person", String(64), primary_key=True), Column("muted", String(64), primary_key=True)
)

# Private notes at tables.
notes = Table(
    "notes",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("text", Text, nullable=False),
    Index("ix_notes_person", "person"),
)

# API keys.
keys = Table(
    "keys",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("label", Text, nullable=False),
    Column("scopes", String(64), nullable=False),
    Column("made", Float, nullable=False),
    Column("used", Float),
    Index("ix_keys_person", "person"),
)

# Failed attempts, under keys that reveal nothing; limits hold for all processes together.
tries = Table(
    "tries",
    metadata,
    Column("what", String(64), primary_key=True),
    Column("times", Integer, nullable=False),
    Column("last", Float, nullable=False),
)
