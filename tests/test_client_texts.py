"""The client's texts: the same keys, placeholders and steps in every language.

A game's texts are in its own folder, and nothing outside of that folder names the game.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

CLIENT = Path(__file__).parent.parent / "client"
SOURCE = CLIENT / "src"
LANGUAGES = ("en", "it", "fr", "pl")
# The categories that a language's plural forms need; it and fr have "many" only for millions.
PLURALS = {
    "en": {"one", "other"},
    "it": {"one", "other"},
    "fr": {"one", "other"},
    "pl": {"one", "few", "many", "other"},
}
ALL_PLURALS = {"zero", "one", "two", "few", "many", "other"}
NARROW_SPACE, SPACE = "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"
# Spaces and quotation marks that a text of the language never has.
WRONG_MARKS = {
    "en": r"[«»„]|“[^”]*$|^[^“]*”| [;:!?,.]|  ",
    "it": r"[“”„]|\"|« | »| [;:!?,.]|  ",
    "fr": rf"[“”„]|\"|«(?!{SPACE})|(?<!{SPACE})[»:£]|(?<!{NARROW_SPACE})[;!?]| [,.]|  ",
    "pl": r"[«»“]|\"|„[^”]*$|^[^„]*”| [;:!?,.]|  ",
}
GAMES = sorted(path.parent for path in (SOURCE / "games").glob("*/card.ts"))
REQUIRED = ("about", "texts")  # folders of texts that every game's folder has
OPTIONAL = ("rules", "tour")
GENERATED = ("package-lock.json", "schema.d.ts", "openapi.json")
# Folders with a file, or a folder of files, for each language.
FOLDERS = ["i18n", "plain/texts"] + [
    str((game / name).relative_to(SOURCE))
    for game in GAMES
    for name in REQUIRED + OPTIONAL
    if name in REQUIRED or (game / name).exists()
]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
each_folder = pytest.mark.parametrize("folder", FOLDERS)
each_language = pytest.mark.parametrize("language", LANGUAGES)
each_translation = pytest.mark.parametrize("language", [x for x in LANGUAGES if x != "en"])


def files(folder: str, language: str) -> dict[str, Any]:
    """Return the texts of a language, by file."""
    found = sorted((SOURCE / folder / language).glob("*.json"))
    named = {path.name: path for path in found} or {folder: SOURCE / folder / f"{language}.json"}
    return {name: json.loads(path.read_text(encoding="utf-8")) for name, path in named.items()}


def is_plural(text: Any) -> bool:
    return isinstance(text, dict) and bool(text) and text.keys() <= ALL_PLURALS


def leaves(text: Any, at: str = "") -> dict[str, Any]:
    """Return all texts by where they are; one with plural forms is one text."""
    if isinstance(text, str) or is_plural(text):
        return {at: text}
    parts = text.items() if isinstance(text, dict) else enumerate(text)
    return {
        place: leaf for key, part in parts for place, leaf in leaves(part, f"{at}/{key}").items()
    }


def texts(folder: str, language: str) -> dict[str, Any]:
    return leaves(files(folder, language))


def placeholders(text: Any) -> set[str]:
    """Return the names of the values that a text shows; a plural form may leave out its number."""
    forms = text.values() if is_plural(text) else [text]
    names = {name for form in forms for name in re.findall(r"\{(\w+)\}", form)}
    return names - {"n"} if is_plural(text) else names


@each_folder
@each_language
def test_no_text_is_empty(folder: str, language: str) -> None:
    found = texts(folder, language)
    assert found
    for place, text in found.items():
        for form in text.values() if is_plural(text) else [text]:
            assert form.strip() == form != "", place


@each_folder
@each_translation
def test_every_language_has_the_same_texts(folder: str, language: str) -> None:
    assert texts(folder, language).keys() == texts(folder, "en").keys()


@each_folder
@each_translation
def test_every_language_has_the_same_placeholders(folder: str, language: str) -> None:
    translated = texts(folder, language)
    for place, text in texts(folder, "en").items():
        assert placeholders(translated[place]) == placeholders(text), place
        assert is_plural(translated[place]) == is_plural(text), place


@each_folder
@each_language
def test_plural_texts_have_the_forms_of_their_language(folder: str, language: str) -> None:
    for place, text in texts(folder, language).items():
        if is_plural(text):
            assert text.keys() >= PLURALS[language], place


@each_folder
@each_language
def test_spaces_and_quotation_marks_are_those_of_the_language(folder: str, language: str) -> None:
    """French has a no-break space before ":", "»" and "£", a narrow one before ";", "!" and "?"."""
    for place, text in texts(folder, language).items():
        for form in text.values() if is_plural(text) else [text]:
            wrong = re.search(WRONG_MARKS[language], form)
            assert wrong is None, f"{place}: {wrong and wrong[0]!r} in {form!r}"


@each_folder
@each_translation
def test_sections_and_steps_have_the_same_ids(folder: str, language: str) -> None:
    for name, english in files(folder, "en").items():
        if isinstance(english, list):
            translated = files(folder, language)[name]
            assert [part["id"] for part in translated] == [part["id"] for part in english]
            assert len({part["id"] for part in english}) == len(english)


@pytest.mark.parametrize(
    "game", [game for game in GAMES if (game / "tour.ts").exists()], ids=lambda game: str(game.name)
)
def test_the_guide_has_a_text_for_each_of_its_steps(game: Path) -> None:
    source = (game / "tour.ts").read_text(encoding="utf-8")
    texts = json.loads((game / "tour" / "en.json").read_text(encoding="utf-8"))
    assert re.findall(r'\bid: "(\w+)"', source) == [step["id"] for step in texts]


@each_game
def test_no_file_outside_its_folder_names_a_game(game: Path) -> None:
    title = json.loads((game / "about" / "en.json").read_text(encoding="utf-8"))["title"]
    words = title.replace(":", "").split()
    names = {"_".join(words).lower(), "".join(words).lower(), " ".join(words).lower(), game.name}
    for path in sources():
        if game in path.parents:
            continue
        text = path.read_text(encoding="utf-8").lower().replace(":", "")
        assert not [name for name in names if name in text], path


@each_game
def test_no_game_joins_clauses_as_english_does(game: Path) -> None:
    for path in [*game.glob("*.ts"), *game.glob("*.svelte")]:
        assert '"; "' not in path.read_text(encoding="utf-8"), path


def sources() -> list[Path]:
    """Return the files that the client is made of."""
    found = [*CLIENT.glob("*.*"), *CLIENT.glob("public/**/*.*"), *SOURCE.glob("**/*.*")]
    return [path for path in found if path.is_file() and path.name not in GENERATED]
