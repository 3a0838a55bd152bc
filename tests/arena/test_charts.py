from rich.console import Console

from londinium.terminal import charts


def drawn(rows: list[tuple[str, float, float, float]], mark: float | None = None) -> list[str]:
    console = Console(width=100)
    with console.capture() as printed:
        console.print(charts.intervals(rows, "ratings", mark=mark))
    return printed.get().splitlines()


def test_intervals_are_drawn_on_one_scale() -> None:
    title, one, two = drawn([("hard", 30, 20, 40), ("[easy]", 10, 0, 20)])
    assert title.strip() == "ratings"
    assert one.startswith("hard ")
    assert two.startswith("[easy] ")
    assert one.rstrip().endswith("30.0 (20.0 to 40.0)")
    assert two.index("├") < two.index("●") < two.index("┤")
    assert two.index("┤") <= one.index("├") + 1
    assert one.index("┤") - two.index("├") == charts.BAR - 1


def test_a_mark_is_drawn_where_no_interval_hides_it() -> None:
    _, far, near = drawn([("far", 0.9, 0.8, 1.0), ("near", 0.5, 0.4, 0.6)], mark=0.5)
    assert far.index("┊") == near.index("●")
    assert "┊" not in near


def test_an_interval_without_width_is_a_point() -> None:
    _, line = drawn([("one", 3, 3, 3)])
    assert line.count("●") == 1
    assert "├" not in line
