"""The games; importing this package registers them all.

A game is a package: one of those in this folder, or one that an installed distribution names in
the entry-point group `londinium.games`.
"""

import importlib
import pkgutil
import warnings
from importlib.metadata import entry_points

from londinium.jit import ENTRY_POINTS


def register_all() -> None:
    """Import every game; one that cannot be imported is left out with a warning."""
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        importlib.import_module(module.name)
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            # The module, not what it names: who imports a game first is still in the midst of it.
            importlib.import_module(entry.module)
        except Exception as error:  # a foreign game must not keep the others from being played
            warnings.warn(f"The game {entry.name} cannot be loaded: {error}", stacklevel=2)


register_all()
