from __future__ import annotations

import pytest
from msgspec.structs import replace

from kiosk.game.cards.editions import PRESETS, rules_of
from kiosk.game.cards.rules import (
    OPTIONS,
    CardRules,
    DeadByOrder,
    DeadDetection,
    DealOrder,
    DetectionKind,
    DiscardChain,
    Enforcement,
    FalseStop,
    FalseStopKind,
    HandUse,
    MatchEnd,
    MatchEndKind,
    MatchTie,
    Misplay,
    MisplayKind,
    OneFromStack,
    PlayAfterEmpty,
    Pro,
    Recycle,
    RefillActuation,
    Refilling,
    RowSize,
    Score,
    StackFace,
    StackToCenter,
    StopMode,
)


def test_the_default_is_the_table_of_rules_3_2() -> None:
    rules = rules_of("table_default")
    assert rules == CardRules(
        row_size=RowSize(((2, 5), (3, 4)), 3),
        stack_size=10,
        deal_order=DealOrder.ROW_FIRST,
        stack_face=StackFace.UP,
        stack_to_center=StackToCenter.DIRECT,
        one_from_stack=OneFromStack.ALLOW,
        hand_use=HandUse.ANYTIME,
        hand_use_enforcement=Enforcement.OFF,
        discard_chain=DiscardChain.CHAIN,
        recycle=Recycle.SHUFFLE,
        refill=Refilling.MANDATORY,
        refill_actuation=RefillActuation.AUTO,
        stop_mode=StopMode.PRESS_WITH_TIMEOUT,
        stop_timeout_ms=5000,
        play_after_empty=PlayAfterEmpty.ALLOW,
        false_stop=FalseStop(FalseStopKind.LOCKOUT, 2000),
        misplay=Misplay(MisplayKind.RETURN),
        dead_by_order=DeadByOrder.RESHUFFLE,
        dead_detection=DeadDetection(DetectionKind.GRACE, 12_000),
        unanimous_abort=True,
        late_ms=500,
        flip_cooldown_ms=350,
        shuffle_lock_ms=600,
        score=Score(1, -2),
        match_end=MatchEnd(MatchEndKind.FIXED_ROUNDS, n=5),
        match_tie=MatchTie.SHARED,
        pro=Pro(enabled=False),
    )


def _differences(preset: str) -> dict[str, object]:
    """Return the options in which a preset differs from the table's default."""
    rules, default = rules_of(preset), CardRules()
    return {name: getattr(rules, name) for name in OPTIONS if getattr(rules, name) != getattr(default, name)}


SCHMIDT_2017 = {
    "hand_use": HandUse.TABLE_FIRST,
    "stop_mode": StopMode.PRESS,
    "dead_by_order": DeadByOrder.END_ROUND,
    "match_end": MatchEnd(MatchEndKind.SINGLE_ROUND),
}
TARGET_99 = {
    "deal_order": DealOrder.STACK_FIRST,
    "hand_use": HandUse.TABLE_FIRST,
    "recycle": Recycle.TURN_OVER,
    "stop_mode": StopMode.PRESS,
    "match_end": MatchEnd(MatchEndKind.TARGET, points=99),
}


@pytest.mark.parametrize(
    ("preset", "differences"),
    [
        (
            "schmidt_de_fr_it",
            {
                "refill": Refilling.OPTIONAL,
                "refill_actuation": RefillActuation.MANUAL,
                "stop_mode": StopMode.PRESS,
                "dead_by_order": DeadByOrder.END_ROUND,
            },
        ),
        ("schmidt_2017_en", SCHMIDT_2017),
        ("schmidt_2017_ru", SCHMIDT_2017 | {"stack_to_center": StackToCenter.VIA_ROW}),
        (
            "schmidt_2017_fr",
            {name: value for name, value in SCHMIDT_2017.items() if name != "match_end"}
            | {"discard_chain": DiscardChain.THIRD_ONLY, "recycle": Recycle.TURN_OVER},
        ),
        (
            "schmidt_2017_ru_footnote",
            SCHMIDT_2017 | {"stack_face": StackFace.DOWN, "stack_to_center": StackToCenter.VIA_ROW},
        ),
        (
            "schmidt_2017_he",
            {name: value for name, value in SCHMIDT_2017.items() if name != "dead_by_order"}
            | {"discard_chain": DiscardChain.THIRD_ONLY},
        ),
        ("nordic_is", TARGET_99),
        (
            "wikipedia",
            TARGET_99 | {"one_from_stack": OneFromStack.FORBID, "discard_chain": DiscardChain.THIRD_ONLY},
        ),
        (
            "brettspielwelt",
            {
                "match_end": MatchEnd(MatchEndKind.TARGET, points=100),
                "misplay": Misplay(MisplayKind.PENALTY, points=1),
                "dead_detection": DeadDetection(DetectionKind.VOTE),
            },
        ),
        ("junior", {"stack_size": 6, "score": Score(stack=0), "false_stop": FalseStop(FalseStopKind.IGNORE)}),
    ],
)
def test_an_edition_differs_from_the_table_s_default_in_these_options_alone(
    preset: str, differences: dict[str, object]
) -> None:
    assert _differences(preset) == differences


def test_every_edition_of_the_referee_is_there_with_its_source() -> None:
    assert len(PRESETS) >= 10
    for name, preset in PRESETS.items():
        assert preset.name == name
        assert preset.source


def test_an_unknown_preset_is_refused_with_a_list_of_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"'mensa' is not a preset .*table_default, schmidt_de_fr_it"):
        rules_of("mensa")


@pytest.mark.parametrize(("players", "slots"), [(2, 5), (3, 4), (4, 3), (5, 3), (12, 3)])
def test_the_row_has_five_slots_for_two_four_for_three_and_three_for_more(players: int, slots: int) -> None:
    assert CardRules().row_slots(players) == slots


def test_a_handicap_gives_a_stack_size_a_seat() -> None:
    rules = CardRules(stack_size=(10, 6))
    assert [rules.stack_size_of(0), rules.stack_size_of(1)] == [10, 6]
    assert CardRules(stack_size=8).stack_size_of(11) == 8


def test_a_handicap_gives_a_flip_cooldown_a_seat() -> None:
    rules = CardRules(flip_cooldown_ms=(350, 2350))
    assert [rules.flip_cooldown_of(0), rules.flip_cooldown_of(1)] == [350, 2350]
    assert CardRules(flip_cooldown_ms=0).flip_cooldown_of(11) == 0


def test_a_stack_that_lies_face_down_passes_through_the_row() -> None:
    assert CardRules(stack_face=StackFace.DOWN).via_row
    assert CardRules(stack_to_center=StackToCenter.VIA_ROW).via_row
    assert not CardRules().via_row


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("stack_size", 0),
        ("stack_size", 36),
        ("stack_size", (10, 0)),
        ("stack_size", ()),
        ("stop_timeout_ms", -1),
        ("late_ms", -1),
        ("flip_cooldown_ms", -1),
        ("flip_cooldown_ms", (350, -1)),
        ("flip_cooldown_ms", ()),
        ("shuffle_lock_ms", -1),
    ],
)
def test_a_value_out_of_its_range_is_refused_by_the_option_s_name(option: str, value: object) -> None:
    with pytest.raises(ValueError, match=option):
        replace(CardRules(), **{option: value})


@pytest.mark.parametrize(
    ("option", "make"),
    [
        ("row_size", lambda: RowSize(default=6)),
        ("row_size", lambda: RowSize(by_players=((2, 0),))),
        ("false_stop", lambda: FalseStop(ms=-1)),
        ("false_stop", lambda: FalseStop(points=-1)),
        ("misplay", lambda: Misplay(ms=-1)),
        ("misplay", lambda: Misplay(points=-1)),
        ("dead_detection.grace_ms", lambda: DeadDetection(grace_ms=-1)),
        ("match_end.n", lambda: MatchEnd(n=0)),
        ("match_end.points", lambda: MatchEnd(points=-1)),
        ("match_end.minutes", lambda: MatchEnd(minutes=-1)),
    ],
)
def test_a_part_out_of_its_range_is_refused_by_the_option_s_name(option: str, make: object) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=option):
        make()


def test_a_penalty_may_cost_nothing() -> None:
    assert (FalseStop(ms=0, points=0).ms, Misplay(ms=0, points=0).ms) == (0, 0)
