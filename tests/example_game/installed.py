"""Games of other distributions, installed into a folder, and processes that find them there."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
# All that pip would do but fetch setuptools and write down what was installed.
BUILD = "import setuptools; setuptools.setup()"


@dataclass(frozen=True)
class Installed:
    """A folder with an installed game, and the cache of what is compiled with it."""

    site: Path
    cache: Path

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment of a process that finds the game."""
        places = [str(self.site), str(ROOT / "src"), str(ROOT)]
        return {
            **{key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")},
            "PYTHONPATH": os.pathsep.join(places),
            "LONDINIUM_CACHE_DIR": str(self.cache),
            "COLUMNS": "100",
        }

    def run(
        self, *arguments: object, typed: str = "", folder: Path = ROOT, **settings: str
    ) -> subprocess.CompletedProcess[str]:
        """Run Python where the game is installed; what goes wrong is told by the assertion."""
        done = subprocess.run(
            [sys.executable, *map(str, arguments)],
            env=self.environment | settings,
            input=typed,
            capture_output=True,
            text=True,
            timeout=600,
            cwd=folder,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done

    def londinium(self, *arguments: object, typed: str = "") -> str:
        """Run a command; return what it printed."""
        return self.run("-m", "londinium", *arguments, typed=typed).stdout

    def pytest(self, *arguments: object, folder: Path = ROOT, **settings: str) -> str:
        """Run tests; return the summary."""
        quiet = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "error")
        return self.run("-m", "pytest", *quiet, *arguments, folder=folder, **settings).stdout


def install(source: Path, folder: Path) -> Installed:
    """Install a package from its source, without the network."""
    installed = Installed(folder / "site", folder / "cache")
    installed.site.mkdir(parents=True)
    shutil.copytree(source, folder / "source")  # setuptools writes beside what it builds
    subprocess.run(
        [
            *(sys.executable, "-W", "ignore", "-c", BUILD, "-q"),
            *("egg_info", "--egg-base", installed.site, "build_py", "-d", installed.site),
        ],
        cwd=folder / "source",
        check=True,
        capture_output=True,
        timeout=300,
    )
    return installed


def install_module(module: Path, folder: Path) -> Installed:
    """Install a game that is one module, with the metadata that pip would write."""
    installed = Installed(folder / "site", folder / "cache")
    metadata = installed.site / f"{module.stem}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module.stem}\nVersion: 1.0")
    entry = f"[londinium.games]\n{module.stem} = {module.stem}:GAME\n"
    (metadata / "entry_points.txt").write_text(entry)
    shutil.copy(module, installed.site)
    return installed
