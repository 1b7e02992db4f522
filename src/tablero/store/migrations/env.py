"""How Alembic reaches the database: over the connection that the house has opened."""

from alembic import context

from tablero.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
