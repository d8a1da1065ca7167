"""Sittings out of the database into score files, and back."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from clubscore.club.logins import found_club
from clubscore.club.models import Club, Person
from clubscore.files.score_file import answer, read_score_file
from clubscore.files.sittings import as_lines, bring_in, read_sittings, written_sitting
from clubscore.laws.errors import RuleError
from clubscore.rubbers.models import Settlement, Sitting
from clubscore.rubbers.recording import DealEntry, agree_rubber, correct_deal
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.slip import slip_of
from tests.rubbers.tables import CROWN, FOUR_SPADES, LAWS_BLOCK, Table, actor_of
from tests.walks import by_examples


def block() -> Table:
    """Play the scoring block of the Laws of Bridge, and agree it."""
    table = Table("straight-bridge", CROWN)
    table.play(*LAWS_BLOCK)
    agree_rubber(sitting=table.sitting, part=1, rubber=1, key=new_key(), actor=table.actor)
    return table


def bring(club: Club, *parts: dict[str, Any]) -> list[Sitting]:
    """Bring parts into a club, as a file of theirs would."""
    told = read_sittings([("a test", as_lines(parts))])
    brought = bring_in(club=club, told=told, source="a test", actor=actor_of(club))
    return [each.sitting for each in brought]


def brought_back(table: Table) -> list[Sitting]:
    """Bring a sitting into another club."""
    return bring(found_club(name="Baldwin", author="a test"), *written_sitting(table.sitting))


@pytest.mark.django_db
def test_a_written_sitting_scores_as_it_did() -> None:
    (part,) = written_sitting(block().sitting)
    answered = answer(read_score_file(part))
    assert answered["totals"] == {"NS": 94, "EW": 358}
    assert answered["settlement"]["money"]["E"] == "13s"


@pytest.mark.django_db
def test_a_sitting_goes_out_and_comes_in_the_same() -> None:
    table = block()
    (sitting,) = brought_back(table)
    before, after = written_sitting(table.sitting), written_sitting(sitting)
    for part in (*before, *after):
        del part["club"], part["sitting"]
    assert after == before
    slip = slip_of(sitting.club, sitting.table, sitting.evening)
    assert sorted(slip.totals.values()) == [-260, -260, 260, 260]
    assert not sitting.is_open or Sitting.objects.get(pk=sitting.pk).closed_at


@pytest.mark.django_db
def test_a_bad_line_brings_nothing_in() -> None:
    table = block()
    good = written_sitting(table.sitting)[0]
    bad = good | {"part": 2, "deals": [LAWS_BLOCK[0] | {"tricks": 14}]}
    other = found_club(name="Baldwin", author="a test")
    with pytest.raises(Exception, match="13") as refused:
        bring(other, good, bad)
    assert refused.value.where == "line 2.deals[0].tricks"
    assert not Sitting.objects.filter(club=other).exists()


@pytest.mark.django_db
def test_the_same_file_counts_once_even_where_it_went_out_from_here() -> None:
    table = block()
    parts = written_sitting(table.sitting)
    assert bring(table.sitting.club, *parts) == [table.sitting]
    other = found_club(name="Baldwin", author="a test")
    first, again = bring(other, *parts), bring(other, *parts)
    assert first == again
    assert Sitting.objects.filter(club=other).count() == 1
    assert Person.objects.filter(club=other).count() == 4
    # What was put right here since is not brought in a second time as it was before.
    deal = first[0].parts.get().deals.first()
    revision = deal.revisions.get()
    facts = revision.facts | {"tricks": 8}
    report = DealEntry(1, deal.position, facts, new_key(), {})
    actor = actor_of(other)
    correct_deal(sitting=first[0], report=report, seen=revision.number, reason="so", actor=actor)
    assert bring(other, *parts) == first


@pytest.mark.django_db
def test_one_table_may_have_several_sittings_in_a_file_in_any_order() -> None:
    part = written_sitting(block().sitting)[0]
    other = found_club(name="Baldwin", author="a test")
    later = part | {"sitting": "8", "deals": part["deals"][:3]}
    first = part | {"sitting": "7", "part": 1}
    second = part | {"sitting": "7", "part": 2, "deals": part["deals"][:2]}
    seven, eight = bring(other, second, later, first)
    assert [len(each["deals"]) for each in written_sitting(seven)] == [6, 2]
    assert [len(each["deals"]) for each in written_sitting(eight)] == [3]
    assert not Sitting.objects.filter(club=other, closed_at=None).exists()


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"date": "3 November"}, "line 1.date"),
        ({"date": "0001-01-01"}, "line 1.date"),
        ({"date": "9999-12-31"}, "line 1.date"),
        ({"table": "T" * 41}, "line 1.table"),
        ({"deals": [{}]}, "line 1.deals[0].bid"),
        ({"tricks": 3}, "line 1.tricks"),
    ],
)
def test_a_mistake_says_where_it_stands(changed: dict[str, Any], where: str) -> None:
    good = {"format": "clubscore-table/1", "game": "auction", "deals": []}
    with pytest.raises(RuleError) as refused:
        read_sittings([("a test", json.dumps(good | changed))])
    assert refused.value.where == where
    with pytest.raises(RuleError) as refused:
        read_sittings([("a.json", json.dumps(good)), ("b.json", json.dumps(good | changed))])
    assert refused.value.where == f"b.json, {where}"


def test_what_no_database_keeps_is_no_part_of_a_name_and_a_joiner_is() -> None:
    names = {"N": "Ann\x00  Ash", "E": " \x07 ", "S": "علی\u200cرضا"}
    part = {"format": "clubscore-table/1", "game": "auction", "table": "Fire\x00", "deals": []}
    (told,) = read_sittings([("a test", json.dumps(part | {"players": names}))])
    assert told.lines[0].names() == {"N": "Ann Ash", "E": "E", "S": names["S"], "W": "W"}
    assert told.table == "Fire"


def test_a_part_that_stands_twice_is_refused() -> None:
    good = {"format": "clubscore-table/1", "game": "auction", "deals": []}
    part = good | {"sitting": "7", "part": 1}
    with pytest.raises(RuleError, match="twice") as refused:
        read_sittings([("a test", as_lines([part, good, part]))])
    assert refused.value.where == "line 3.part"


def test_more_than_a_page_can_take_is_refused() -> None:
    deals = [{"passed_out": True}] * 241
    many = {"format": "clubscore-table/1", "game": "auction", "deals": deals}
    with pytest.raises(RuleError, match="240"):
        read_sittings([("a test", json.dumps(many))])
    assert read_sittings([("a test", json.dumps(many))], most=None)[0].deals == 241


@pytest.mark.django_db
def test_whoever_sits_at_that_table_now_is_not_disturbed() -> None:
    table = Table("auction", CROWN)
    part = written_sitting(block().sitting)[0]
    name = table.sitting.table.name
    before = Sitting.objects.filter(club=table.club).count()
    with pytest.raises(RuleError, match="has ended") as refused:
        bring(table.club, part | {"table": name, "date": "2025-03-04"})
    assert refused.value.where == "line 1"
    assert Sitting.objects.filter(club=table.club).count() == before


@pytest.mark.django_db
def test_the_commands(tmp_path: Path) -> None:
    table = block()
    out = StringIO()
    call_command("export_sitting", str(table.sitting.pk), stdout=out)
    place = tmp_path / "sitting.jsonl"
    place.write_text(out.getvalue(), encoding="utf-8")
    assert json.loads(out.getvalue())["players"]["N"] == "Ann"
    found_club(name="Baldwin", author="a test")
    with pytest.raises(CommandError, match="--club"):
        call_command("import_sitting", str(place))
    said = StringIO()
    call_command("import_sitting", str(place), club="baldwin", check=True, stdout=said)
    assert "/table/" not in said.getvalue()
    assert not Sitting.objects.filter(club__slug="baldwin").exists()
    call_command("import_sitting", str(place), club="baldwin", stdout=said)
    assert "/table/" in said.getvalue()
    assert Settlement.objects.filter(club__slug="baldwin").count() == 1


@pytest.mark.django_db
def test_a_file_that_is_none_says_so(tmp_path: Path) -> None:
    found_club(name="Baldwin", author="a test")
    place = tmp_path / "broken.json"
    place.write_text('{"format": ', encoding="utf-8")
    with pytest.raises(CommandError, match="line 1"):
        call_command("import_sitting", str(place))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_sitting", str(tmp_path / "nothing.json"))


class AnySitting(TestCase):
    """Whatever was played at auction comes back the same."""

    @by_examples(8, suppress_health_check=list(HealthCheck))
    @given(
        deals=st.lists(
            st.builds(
                lambda level, suit, who, tricks, doubling: (
                    FOUR_SPADES
                    | {
                        "bid": f"{level}{suit}",
                        "declarer": who,
                        "tricks": tricks,
                        "doubling": doubling,
                    }
                ),
                st.integers(1, 7),
                st.sampled_from(["C", "D", "H", "S"]),
                st.sampled_from("NESW"),
                st.integers(0, 13),
                st.integers(0, 2),
            ),
            max_size=8,
        )
    )
    def test_it(self, deals: list[dict]) -> None:
        table = Table("auction", CROWN)
        for facts in deals:
            sheet = table.standing.sheet
            if sheet.rubbers and sheet.rubbers[-1].deal == len(sheet.deals):
                agree_rubber(
                    sitting=table.sitting,
                    part=1,
                    rubber=len(sheet.rubbers),
                    key=new_key(),
                    actor=table.actor,
                )
            table.record(facts)
        (sitting,) = brought_back(table)
        assert [p["deals"] for p in written_sitting(sitting)] == [
            p["deals"] for p in written_sitting(table.sitting)
        ]
