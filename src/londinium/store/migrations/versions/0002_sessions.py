"""Sessions, and what a token may do, until when, and when it was last used."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the table of sessions, and columns of tokens."""
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("person_id", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("browser", sa.Text),
        sa.Column("system", sa.Text),
        sa.Column("ended", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name="fk_sessions_person_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_sessions_person_id", "sessions", ["person_id"])
    op.add_column("tokens", sa.Column("scope", sa.Text, nullable=False, server_default="play"))
    op.add_column("tokens", sa.Column("expires", sa.Double))
    op.add_column("tokens", sa.Column("used", sa.Double))
