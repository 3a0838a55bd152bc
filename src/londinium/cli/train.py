"""The command that makes networks: train."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from londinium.cli.common import GameName, app, errors, say, starting
from londinium.game import Game
from londinium.match import find_game

if TYPE_CHECKING:
    from londinium.learning.training import Progress, Training


@app.command()
def train(
    game: GameName,
    file: Annotated[
        Path, typer.Option(help="Where the network is written; training goes on if it was begun.")
    ] = Path("network.npz"),
    rounds: Annotated[int, typer.Option(min=1, max=10**5, help="Rounds of games.")] = 100,
    rows: Annotated[int, typer.Option(min=2000, max=10**7, help="Positions of a round.")] = 200_000,
    playout_length: Annotated[
        int, typer.Option(min=0, help="Decisions that a search plays on before it judges.")
    ] = 6,
    most_seats: Annotated[
        int, typer.Option(min=2, max=4, help="Seats up to which a search uses the network.")
    ] = 4,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    plot: Annotated[Path | None, typer.Option(help="PNG file for the learning curves.")] = None,
) -> None:
    """Train a network on games of bots against themselves; Ctrl-C stops, the same goes on."""
    chosen = find_game(game)
    with starting():
        training = begin(
            chosen,
            file,
            rounds=rounds,
            rows=rows,
            playout_length=playout_length,
            most_seats=most_seats,
            seed=seed,
        )
        steps = training.run()
    say(f"{chosen.title}: Brier scores of the chances to win (and of who always says the mean)")
    say("  ".join(("round", "minutes", "  loss", "margin", *(f"{n} seats" for n in chosen.seats))))
    for progress in steps:
        training.save(file)
        show(progress)
        if plot:
            from londinium.learning.plot import draw

            draw(chosen.title, training.history, plot)
    say(f"Play with it: londinium arena {game} search@1000,net={file} playouts@1000")


def begin(game: Game, file: Path, **recipe: int) -> "Training":
    """Return a training that was begun before, or a new one."""
    try:
        from londinium.learning.training import Recipe, Training, training_file
    except ImportError as error:
        raise ValueError("Training needs JAX: pip install 'londinium[train]'.") from error
    begun, chosen = training_file(file), Recipe(**recipe)  # type: ignore[arg-type]
    if not begun.exists():
        return Training.start(game, chosen)
    training = Training.resume(begun, game, chosen)
    errors.print(f"Going on after round {training.round}.")
    return training


def show(progress: "Progress") -> None:
    """Print how well the network does after a round."""
    brier = [f"{x:.4f} ({progress.mean_brier[seats]:.3f})" for seats, x in progress.brier.items()]
    numbers = f"{progress.loss:.4f}", f"{progress.margin_error:6.2f}"
    say("  ".join([f"{progress.round:5}", f"{progress.seconds / 60:7.1f}", *numbers, *brier]))
