"""Run by alembic: migrates over the connection of `migrate`."""

from alembic import context

from londinium.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
