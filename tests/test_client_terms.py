"""The words of the page: every thing has one name, and none is told apart by a number.

`client_terms.toml` has the words, by language.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.test_client_texts import FOLDERS, SOURCE, is_plural, sources, texts

WORDS = tomllib.loads((Path(__file__).parent / "client_terms.toml").read_text(encoding="utf-8"))
LANGUAGES = [name for name, words in WORDS.items() if isinstance(words, dict)]
BRIDGE = SOURCE / "games" / "old_london_bridge"

each_language = pytest.mark.parametrize("language", LANGUAGES)


def all_texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield every text of a language with its place; each plural form by itself."""
    for folder in FOLDERS:
        for place, text in texts(folder, language).items():
            if place.endswith("/id"):
                continue
            for form in text.values() if is_plural(text) else [text]:
                yield f"{folder}: {place}", form


def whole_words(phrases: list[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of the phrases as whole words, in any case.

    A placeholder, such as "{ticket}", is no word.
    """
    either = "|".join(re.escape(phrase) for phrase in phrases)
    return re.compile(rf"(?<![\w{{-])(?:{either})(?![\w-])", re.IGNORECASE)


def in_game(term: dict[str, Any], place: str) -> bool:
    """Return whether a term is for the text at this place."""
    return "game" not in term or place.startswith(f"games/{term['game']}/")


@each_language
def test_no_text_tells_things_apart_by_a_number(language: str) -> None:
    counted = "|".join(re.escape(word) for word in WORDS[language]["counted"])
    names = "|".join(WORDS["names"])
    numbered = re.compile(rf"\b(?:{counted}) (?:\d|\{{(?!(?:{names})\}})\w+\}})", re.IGNORECASE)
    found = [(place, text) for place, text in all_texts(language) if numbered.search(text)]
    assert found == []


def test_no_text_is_given_an_index_but_those_of_people_without_a_name() -> None:
    given = re.compile(r'\b(?:say|t)\(\s*"([\w.]+)",\s*\{[^}]*\+ 1\b')
    found = {
        (path.name, key)
        for path in sources()
        if path.suffix in (".ts", ".svelte")
        for key in given.findall(path.read_text(encoding="utf-8"))
    }
    assert {key for _, key in found} <= set(WORDS["numbered"]), found


@each_language
def test_no_thing_has_two_names(language: str) -> None:
    for term in WORDS[language]["term"]:
        other_names = whole_words(term["not"])
        found = [
            (place, text)
            for place, text in all_texts(language)
            if in_game(term, place) and other_names.search(text)
        ]
        assert found == [], term["term"]


@each_language
def test_every_term_is_in_use(language: str) -> None:
    unused = [
        term["term"]
        for term in WORDS[language]["term"]
        if not any(
            term["term"].casefold() in text.casefold()
            for place, text in all_texts(language)
            if in_game(term, place)
        )
    ]
    assert unused == []


def points(language: str, section: str) -> list[list[str]]:
    """Return the points of a section of Old London Bridge's rules."""
    rules = json.loads((BRIDGE / "rules" / f"{language}.json").read_text(encoding="utf-8"))
    (found,) = [part for part in rules if part["id"] == section]
    return list(found["points"])


def table_names(language: str, prefix: str, keys: list[str]) -> list[str]:
    known = json.loads((BRIDGE / "texts" / f"{language}.json").read_text(encoding="utf-8"))
    return [known[f"{prefix}_{key}"] for key in keys]


@each_language
def test_the_rules_name_tiles_and_characters_as_the_table_does(language: str) -> None:
    tiles = ["share", "free_centre", "x_space", "keep_card", "chapel_steps", "gate_steps"]
    tiles += ["plus_one", "lady"]
    assert [name for name, _ in points(language, "bonus")] == table_names(language, "tile", tiles)
    cards = points(language, "cards")
    assert [name for _, name in cards] == table_names(language, "character", [v for v, _ in cards])


@each_language
@pytest.mark.parametrize(
    ("category", "scorings"),
    [
        ("chapel", ["most_chapels", "first_each_round", "ahead_of_the_last", "coins_again"]),
        ("gate", ["most_gates", "first_each_round", "by_steps", "unused_tiles"]),
        ("inn", ["most_inns", "highest_card", "cards_in_hand", "sets_of_cards"]),
        ("bridge", ["longest_run", "lowest_number", "up_to_30", "full_sets"]),
    ],
)
def test_the_rules_name_scorings_as_the_table_does(
    language: str, category: str, scorings: list[str]
) -> None:
    in_rules = [name for name, _ in points(language, f"expert_{category}")]
    assert in_rules == table_names(language, f"scoring_{category}", scorings)
