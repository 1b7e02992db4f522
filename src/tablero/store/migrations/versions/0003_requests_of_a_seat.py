"""The names of requests belong to a seat: two seats may use the same one. Of each table the newest snapshot is kept."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("log") as log:
        log.drop_constraint("uq_log_match_action_id", type_="unique")
        log.create_unique_constraint("uq_log_match_seat_action_id", ["match", "seat", "action_id"])
    kept = sa.table("snapshots", sa.column("match"), sa.column("number"))
    newer = kept.alias("newer")
    newest = sa.select(sa.func.max(newer.c.number)).where(newer.c.match == kept.c.match).scalar_subquery()
    op.execute(sa.delete(kept).where(kept.c.number < newest))
