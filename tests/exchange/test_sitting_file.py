"""Sittings out of the database into score files, and back."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from clubscore.club.accounts import found_club
from clubscore.exchange.score_file import answer, read_score_file
from clubscore.exchange.sitting_file import bring_in, written_sitting
from clubscore.rubber.keys import new_key
from clubscore.rubber.models import Settlement, Sitting
from clubscore.rubber.settling import agree_rubber
from clubscore.rubber.slip import slip_of
from tests.rubber.tables import CROWN, FOUR_SPADES, LAWS_BLOCK, Table, actor_of


def block() -> Table:
    """Play the scoring block of the Laws of Bridge, and agree it."""
    table = Table("straight-bridge", CROWN)
    table.play(*LAWS_BLOCK)
    agree_rubber(sitting=table.sitting, part=1, rubber=1, key=new_key(), actor=table.actor)
    return table


def brought_back(table: Table) -> list[Sitting]:
    """Bring a sitting into another club."""
    other = found_club(name="Baldwin", author="a test")
    return bring_in(club=other, raw=written_sitting(table.sitting), actor=actor_of(other))


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
        bring_in(club=other, raw=[good, bad], actor=actor_of(other))
    assert refused.value.where == "line 2.deals[0].tricks"
    assert not Sitting.objects.filter(club=other).exists()


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

    @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
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
