"""Files that only their owner may read: the database has everybody's cards."""

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path

BESIDE = ("", "-wal", "-shm")  # the database, and what is beside it
PRIVATE = 0o600
PRIVATE_DIRECTORY = 0o700

log = logging.getLogger(__name__)


def make_private(path: Path) -> None:
    """Make the file of a database if there is none, and let only its owner read it.

    SQLite gives the files that it makes beside it the same rights.
    """
    with suppress(OSError):  # it is there, or SQLite says better what is wrong
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    for suffix in BESIDE:
        _narrow(path.with_name(path.name + suffix))


def _narrow(path: Path) -> None:
    try:
        if stat.S_IMODE(path.stat().st_mode) & ~PRIVATE:
            path.chmod(PRIVATE)
            log.info("%s can now be read by its owner only", path.name)
    except FileNotFoundError:
        return
    except OSError:
        log.warning("%s can be read by others than its owner: change its rights", path.name)
