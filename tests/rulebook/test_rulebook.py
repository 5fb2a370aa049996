"""Every option value has its sentence, and an edition's words come from its options alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import EnumType
from itertools import product
from typing import Any, get_type_hints

import pytest
from msgspec.structs import replace

from kiosk.game.cards.commands import CardPlace
from kiosk.game.cards.editions import PRESETS
from kiosk.game.cards.rules import (
    CardRules,
    DeadDetection,
    DetectionKind,
    FalseStop,
    FalseStopKind,
    MatchEnd,
    MatchEndKind,
    Misplay,
    MisplayKind,
    Pro,
    Recycle,
    RefillActuation,
    Refilling,
    RowSize,
    Score,
    StackFace,
    StopMode,
)
from kiosk.game.dice.rules import DICE_PRESETS, DiceRules, DiceTie, HandicapMode
from kiosk.locale.direction import MARKS
from kiosk.locale.languages import installed
from kiosk.locale.speaker import speaker
from kiosk.rulebook import about, all_editions, differing, edition_text, named, sentences, short
from kiosk.rulebook.cards.book import EDITIONS, SHORT, TOPICS
from kiosk.rulebook.cards.play import PRO
from kiosk.rulebook.dice import DICE_TOPICS
from kiosk.rulebook.dice import EDITIONS as DICE_EDITIONS
from kiosk.rulebook.dice import SHORT as DICE_SHORT
from kiosk.rulebook.game_rulebook import rulebook_of_game
from kiosk.rulebook.topic import Topic

ENGLISH = speaker("en")
SOURCES = [
    (),
    (CardPlace.STACK,),
    (CardPlace.DISCARD,),
    (CardPlace.STACK, CardPlace.DISCARD),
    (CardPlace.DISCARD, CardPlace.STACK),
]
ENTRIES = [(CardRules, entry) for entry in (*TOPICS, *PRO, *SHORT.values())] + [
    (DiceRules, entry) for entry in (*DICE_TOPICS, *DICE_SHORT.values())
]
USUAL: dict[str, Any] = {"cards": CardRules(), "dice": DiceRules()}
ANY_SIGN = ("score.stack", "score.center", "start_score")
CHANGES: list[tuple[str, dict[str, Any]]] = [
    *(
        ("cards", change)
        for change in (
            {"row_size": RowSize(((2, 4),), 2)},
            {"row_size": RowSize((), 4)},
            {"stack_size": 12},
            {"stack_size": (10, 8)},
            {"stop_timeout_ms": 1000},
            {"flip_cooldown_ms": 0},
            {"flip_cooldown_ms": (350, 2350)},
            {"shuffle_lock_ms": 0},
            {"score": Score(2, -2)},
            {"score": Score(1, -3)},
            {"score": Score(1, 0)},
            {"false_stop": FalseStop(ms=3000)},
            {"false_stop": FalseStop(FalseStopKind.PENALTY, points=2)},
            {"misplay": Misplay(MisplayKind.LOCKOUT, ms=500)},
            {"dead_detection": DeadDetection(DetectionKind.VOTE)},
            {"match_end": MatchEnd(n=4)},
            {"match_end": MatchEnd(MatchEndKind.TIME, minutes=20)},
            {"pro": Pro(enabled=True)},
            {"stack_face": StackFace.DOWN},
            {"recycle": Recycle.TURN_OVER},
        )
    ),
    *(
        ("dice", change)
        for change in (
            {"start_score": 0},
            {"rounds_per_player": 1},
            {"dice_tie": DiceTie.SHARED},
            {"handicap_mode": HandicapMode.TRANSFER},
            {"roll_ms": 500},
            {"roll_ms": 0},
            {"roll_ms": (900, 400)},
            {"stop_timeout_ms": 1000},
            {"false_stop": FalseStop(ms=3000)},
            {"false_stop": FalseStop(FalseStopKind.PENALTY, points=2)},
            {"misplay": Misplay(MisplayKind.LOCKOUT, ms=500)},
            {"unanimous_abort": False},
            {"house_seats": True},
        )
    ),
]
"""Games and changes of their usual rules."""


def values(rules: type, path: str) -> list[Any]:
    """Return every value of the option at ``path`` that selects a sentence; of a number the signs that it may have."""
    kind: Any = rules
    for name in path.split("."):
        if name == "via_row":
            return [False, True]
        kind = get_type_hints(kind)[name]
    if isinstance(kind, EnumType):
        return list(kind)
    if kind is int:
        return {"rounds_per_player": [1], **{path: [-1, 0, 1] for path in ANY_SIGN}}.get(path, [0, 1])
    return [False, True] if kind is bool else SOURCES


@pytest.mark.parametrize(("rules", "topic"), [(of, entry) for of, entry in ENTRIES if isinstance(entry, Topic)])
def test_every_value_of_an_option_has_its_sentence_and_no_sentence_is_for_another(rules: type, topic: Topic) -> None:
    assert set(topic.sentences) == set(product(*(values(rules, option) for option in topic.choices)))


@pytest.mark.parametrize(("game", "change"), CHANGES, ids=str)
def test_another_number_or_choice_gives_other_words(game: str, change: dict[str, Any]) -> None:
    rules, changed = USUAL[game], replace(USUAL[game], **change)
    assert differing(game, changed, rules, ENGLISH)
    assert differing(game, rules, changed, ENGLISH)


def test_what_differs_is_nothing_between_equal_rules() -> None:
    assert differing("cards", CardRules(), CardRules(), ENGLISH) == []


def test_what_differs_is_told_in_the_language_of_who_reads() -> None:
    nordic = PRESETS["nordic_is"].rules
    assert "Your stack is dealt first, then your row." in differing("cards", nordic, CardRules(), ENGLISH)
    assert "Zuerst wird dein Ligretto-Stapel ausgelegt, dann deine Reihe." in differing(
        "cards", nordic, CardRules(), speaker("de")
    )


@pytest.mark.parametrize(
    ("option", "rules", "told"),
    [
        ("false_stop", CardRules(), ["If you hit Stop while you still have stack cards, you are locked for 2 s."]),
        (
            "match_end",
            CardRules(),
            [
                "A match has 5 rounds. The highest total wins.",
                "Before a match you can agree on another number of rounds.",
            ],
        ),
        ("pro.step", CardRules(), []),
        (
            "pro.step",
            CardRules(pro=Pro(True)),
            ["In your row, a card goes only onto the next higher number: an 8 onto a 9."],
        ),
    ],
)
def test_an_option_is_told_alone(option: str, rules: CardRules, told: list[str]) -> None:
    assert about("cards", [option], rules, ENGLISH) == told


@pytest.mark.parametrize(
    ("score", "told"),
    [
        (Score(1, -2), ["worth 1 point,", "costs you 2 points."]),
        (Score(2, -1), ["worth 2 points,", "costs you 1 point."]),
        (Score(1, 0), ["worth 1 point,", "cost you nothing."]),
        (Score(1, 3), ["worth 1 point,", "is worth 3 points."]),
    ],
)
def test_a_number_that_counts_something_has_its_plural(score: Score, told: list[str]) -> None:
    words = " ".join(sentences("cards", CardRules(score=score), ENGLISH))
    assert all(piece in words for piece in told)


def test_decimals_have_the_sign_of_their_language() -> None:
    assert about("cards", ["flip_cooldown_ms"], CardRules(), speaker("de")) == [
        "Nach dem Aufdecken wartest du 0,35 s, bevor du die nächsten aufdeckst."
    ]


def test_what_each_seat_has_of_its_own_is_told_seat_by_seat() -> None:
    cards, dice = CardRules(flip_cooldown_ms=(350, 2350)), DiceRules(roll_ms=(900, 1900))
    assert about("cards", ["flip_cooldown_ms"], cards, speaker("de")) == [
        "Nach so vielen Sekunden kann man die nächsten Karten aufdecken, Platz für Platz: 0,35; 2,35."
    ]
    assert about("dice", ["dice_extra"], DiceRules(dice_extra=(1, 0)), ENGLISH) == [
        "Seat by seat there are this many extra dice: 1, 0."
    ]
    assert about("dice", ["roll_ms"], dice, ENGLISH) == ["A roll takes this many seconds, seat by seat: 0.9; 1.9."]


def test_a_hidden_stack_is_never_said_to_go_straight_to_the_centre() -> None:
    words = " ".join(sentences("cards", CardRules(stack_face=StackFace.DOWN), ENGLISH))
    assert "straight to the centre" not in words
    assert "A 1 on top of your stack" not in words


def every_rules() -> Iterator[tuple[str, Any]]:
    """Yield the rules of every edition, and those with each change."""
    yield from ((of.game, of.preset.rules) for of in all_editions().values())
    yield from ((game, replace(USUAL[game], **change)) for game, change in CHANGES)


@pytest.mark.parametrize("language", installed())
def test_every_sentence_is_complete_in_every_language(language: str) -> None:
    say = speaker(language)
    for game, rules in every_rules():
        long, brief = list(sentences(game, rules, say)), [text for _, text in short(game, rules, say)]
        assert len(long) > len(brief) > 0
        for text in (*long, *brief):
            assert text.endswith((".", "؟")), text
            assert not set("{}") & set(text), text


def test_what_a_source_states_are_subjects_of_its_game_s_rule_book() -> None:
    for name, of in all_editions().items():
        book = rulebook_of_game(of.game)
        entries = [*book.entries(of.preset.rules), *book.entries(replace(of.preset.rules, **of.preset.advanced))]
        assert (of.preset.said or set()) <= {entry.subject for entry in entries}, name


def told_of(edition: str) -> list[str]:
    return edition_text(all_editions()[edition], ENGLISH).splitlines()


@pytest.mark.parametrize(
    ("edition", "stated", "ours"),
    [
        ("schmidt_de_fr_it", "In your row, a card goes only onto a card of another colour.", "Shuffling takes 0.6 s."),
        ("schmidt_de_fr_it", "If several have the highest total, they share the win.", "A match has 5 rounds. "),
        ("schmidt_2017_en", "A match is a single round.", "If all cards that could be played are buried"),
        ("schmidt_2017_fr", "If all cards that could be played are buried", "In your row, a card goes only onto"),
        ("schmidt_2017_he", "Of the cards you have just turned over you may play only", "Your stack has 10 cards."),
        ("nordic_is", "Play with one hand only.", "You may play the top card of your discard pile, then"),
        ("wikipedia", "Of the cards you have just turned over you may play only", "If all cards that could be played"),
        ("wikipedia", "The match ends when somebody has 99 points", "If several have the highest total, they share"),
        ("university_games_2013", "Adults who play with children", "A roll takes 0.9 s."),
    ],
)
def test_a_rule_that_the_source_does_not_state_has_a_star(edition: str, stated: str, ours: str) -> None:
    told = told_of(edition)
    assert [line[:2] for line in told if line[2:].startswith(stated)] == ["- "]
    assert {line[:2] for line in told if line[2:].startswith(ours)} == {"* "}
    assert told[-1].startswith("A star means: ")


@pytest.mark.parametrize("edition", ["table_default", "junior", "brettspielwelt"])
def test_our_own_editions_have_no_stars(edition: str) -> None:
    assert not [line for line in told_of(edition) if line.startswith(("*", "A star"))]


def test_an_edition_begins_with_players_age_and_time_as_its_source_has_them() -> None:
    assert told_of("schmidt_2017_fr")[1:3] == [
        "For 2 to 4 players with one box, and for up to 12 with three.",
        "From the age of 6.",
    ]
    assert told_of("university_games_2013")[1:4] == [
        "For 2 to 4 players.", "From the age of 8.", "A game takes about 20 minutes.",
    ]  # fmt: skip
    assert told_of("wikipedia")[3:5] == ["A round takes 5 to 10 minutes.", "A game takes 30 minutes or more."]
    assert told_of("nordic_is")[1] == ""


def test_the_pro_variant_is_told_of_the_rules_that_are_played() -> None:
    """Not of the edition as its source has it: nothing but the variant is told to be different."""
    of = all_editions()["table_default"]
    played = replace(of.preset.rules, match_end=MatchEnd(n=3), late_ms=200)
    told = edition_text(of, ENGLISH, played)
    assert told.count("A match has 3 rounds.") == 1
    assert "A match has 5 rounds." not in told
    assert told.partition("Here is what changes:")[2].split("\n")[:3] == ["", "", "Pro variant"]


def test_the_pro_variant_is_told_with_every_edition_of_cards() -> None:
    for name in PRESETS:
        assert told_of(name).count("Pro variant") == 1, name


def test_a_hidden_stack_is_not_said_to_fit() -> None:
    told = " ".join(told_of("schmidt_2017_ru_footnote"))
    assert "on your stack fits" not in told
    assert "Turn over cards only if nothing in your row fits." in told


NOT_FOR_CHILDREN = {
    "handicap",
    "option",
    "mandatory",
    "optional",
    "enforce",
    "enforcement",
    "recycle",
    "edition",
    "dead",
}


def test_kiosk_rules_can_be_read_aloud_by_a_child() -> None:
    """Sentences of at most 12 words in the mean and 22 at most, below headings, in words that a child knows."""
    for name, of in all_editions().items():
        lines = edition_text(of, ENGLISH).splitlines()[1:]
        text = " ".join(line[2:] if line[:2] in ("- ", "* ") else f"{line}." for line in lines if line)
        counts = [len(one.split()) for one in re.split(r"(?<=[.!?:])\s+", text.replace("0.", "0,"))]
        assert max(counts) <= 22, (name, max(counts))
        assert sum(counts) / len(counts) <= 12, (name, sum(counts) / len(counts))
        assert not NOT_FOR_CHILDREN & {word.strip(".,:;").lower() for word in text.split()}, name
        assert sum(not line for line in lines) >= 5, name


@pytest.mark.parametrize("language", installed())
def test_an_edition_names_its_source(language: str) -> None:
    say, colon = speaker(language), "\N{NO-BREAK SPACE}:" if language == "fr" else ":"
    for of in all_editions().values():
        told, preset = edition_text(of, say).splitlines()[0], of.preset
        wanted = f"{named(of, say)} ({preset.name}){colon} {say(preset.source)}"
        assert [letter for letter in told if letter not in MARKS] == [one for one in wanted if one not in MARKS]


def test_every_edition_has_a_name_of_its_own() -> None:
    assert list(EDITIONS) == list(PRESETS)
    assert list(DICE_EDITIONS) == list(DICE_PRESETS)
    assert len({*EDITIONS.values(), *DICE_EDITIONS.values()}) == len(PRESETS) + len(DICE_PRESETS)


@pytest.mark.parametrize(("game", "keys"), [("cards", list(SHORT)), ("dice", list(DICE_SHORT))])
def test_newcomers_get_at_most_six_short_sentences(game: str, keys: list[str]) -> None:
    assert len(keys) <= 6
    for rules in (rules for of, rules in every_rules() if of == game):
        told = short(game, rules, ENGLISH)
        assert [key for key, _ in told] == keys
        assert [text for _, text in told if len(text) > 72] == []


@pytest.mark.parametrize(
    ("change", "key", "told"),
    [
        ({}, "gap", "A gap in your row is filled from your stack."),
        ({"refill_actuation": RefillActuation.MANUAL}, "gap", "Fill every gap in your row from your stack."),
        ({"refill": Refilling.OPTIONAL}, "gap", "Fill gaps in your row from your stack."),
        ({"stack_face": StackFace.DOWN}, "gap", "Gaps are filled from your stack. It has no other way to the centre."),
        ({"stop_mode": StopMode.AUTO}, "stop", "Stack empty? The round ends by itself."),
        ({"score": Score(1, 0)}, "score", "You get 1 point per card in the centre. Stack cards cost nothing."),
        ({"score": Score(2, -3)}, "score", "You get 2 points per card in the centre, minus 3 per stack card."),
    ],
)
def test_the_short_rules_are_those_of_the_edition(change: dict[str, Any], key: str, told: str) -> None:
    assert dict(short("cards", replace(CardRules(), **change), ENGLISH))[key] == told
