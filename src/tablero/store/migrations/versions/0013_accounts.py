"""Accounts, the devices where they are signed in, and what those need who keep order."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("key", sa.String(128), nullable=False),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("badge", sa.String(16), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("admin", sa.Boolean, nullable=False),
        sa.Column("mail", sa.Text),
        sa.PrimaryKeyConstraint("person", name="pk_accounts"),
        sa.UniqueConstraint("key", name="uq_accounts_key"),
        sa.UniqueConstraint("badge", name="uq_accounts_badge"),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
    )
    op.create_index("ix_devices_person", "devices", ["person"])
    op.create_table(
        "recovery",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("person", "code", name="pk_recovery"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("by", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("settled", sa.Float),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_settled_made", "reports", ["settled", "made"])
    op.create_table(
        "bans",
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("until", sa.Float),
        sa.PrimaryKeyConstraint("person", "kind", name="pk_bans"),
        sa.UniqueConstraint("id", name="uq_bans_id"),
    )
    op.create_table(
        "announcements",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_announcements"),
    )
