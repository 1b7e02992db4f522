"""What names of accounts look like, so that no new one looks like another. Of accounts that look alike already, the
oldest has the shape; the others keep their names without it."""

import sqlalchemy as sa
from alembic import op

from tablero.people.names import name_shape

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("shape", sa.Text))
    accounts = sa.table("accounts", sa.column("person"), sa.column("name"), sa.column("made"), sa.column("shape"))
    connection = op.get_bind()
    taken: set[str] = set()
    for person, name in connection.execute(
        sa.select(accounts.c.person, accounts.c.name).order_by(accounts.c.made)
    ).all():
        shape = name_shape(name)
        if shape not in taken:
            taken.add(shape)
            connection.execute(accounts.update().where(accounts.c.person == person).values(shape=shape))
    op.create_index("uq_accounts_shape", "accounts", ["shape"], unique=True)
