"""Alembic environment: migrations run on the connection that the store has opened."""

from alembic import context

from tablero.store.database.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
