"""What was called is kept with the deal: by form, in its history, in files, through corrections."""

import json
from io import StringIO
from typing import Any
from urllib.parse import quote

import pytest
from django.core.management import call_command
from django.http import QueryDict
from django.urls import reverse

from clubscore.club.logins import found_club
from clubscore.club.models import Role
from clubscore.files.score_file import answer, read_score_file
from clubscore.files.sittings import as_lines, bring_in, read_sittings, written_sitting
from clubscore.laws.errors import RuleError
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import default_rules
from clubscore.laws.score_sheet import rescore
from clubscore.rubbers.corrections import what_follows
from clubscore.rubbers.models import DealRevision
from clubscore.rubbers.pages.table import record_form
from clubscore.rubbers.recording import DealEntry, correct_deal
from clubscore.rubbers.selectors import new_key
from clubscore.web.entry_form import as_text, given_of, read_entry
from clubscore.web.hand_codes import LONGEST
from tests.house import client_of, make_user
from tests.rubbers.tables import Table, actor_of

pytestmark = [pytest.mark.django_db]

# The fifth example of Foster's rules at pirate, all pass after it.
PIRATE: list[dict[str, str]] = [
    {"by": "N", "call": "1S", "accepted_by": "E"},
    {"by": "S", "call": "double"},
    {"by": "W", "call": "pass"},
    {"by": "N", "call": "pass"},
    {"by": "E", "call": "redouble"},
    {"by": "S", "call": "pass"},
    {"by": "W", "call": "pass"},
    {"by": "N", "call": "pass"},
]
SPADE = {"bid": "1S", "declarer": "N", "partner": "E", "doubling": 2, "tricks": 7}
CALLED = {**SPADE, "auction": PIRATE}
PASSES = [{"by": seat, "call": "pass"} for seat in "NESW"]


def form(**given: str) -> QueryDict:
    found = QueryDict(mutable=True)
    found.update({"part": "1", "key": new_key(), **given})
    return found


def tapped(**given: str) -> dict[str, str]:
    contract = {"level": "1", "denomination": "S", "doubling": "2", "declarer": "N", "partner": "E"}
    return {**contract, "result": "=", "honours": "none", "auction": as_text(PIRATE), **given}


def test_a_form_carries_it_into_the_deal() -> None:
    table = Table("pirate")
    recorded = record_form(table.sitting, form(**tapped()), table.actor)
    assert recorded.revision.facts == CALLED
    given = given_of(table.game, CALLED, {})
    assert given["auction"] == "N.1S.E_S.X_W.P_N.P_E.XX_S.P_W.P_N.P"
    assert read_entry(table.game, table.standing.rules, given, "N").facts == CALLED


@pytest.mark.parametrize(
    "other",
    [
        {"doubling": "1"},
        {"level": "2"},
        {"partner": "W"},
        {"auction": "N.1S.E_S.P"},
        {"auction": "... nonsense"},
        {"auction": "N"},
    ],
)
def test_a_form_with_another_contract_lets_it_go(other: dict[str, str]) -> None:
    table = Table("pirate")
    entry = read_entry(table.game, table.standing.rules, tapped(**other), "N")
    assert "auction" not in entry.facts


def test_a_long_auction_still_goes_by_a_code() -> None:
    """A phone that is away hands a deal on as an address: nothing in it is written longer there."""
    calls = PIRATE * 12
    text = as_text(calls)
    assert quote(text, safe="") == text
    assert len(text) < LONGEST / 4


def test_a_deal_that_all_passed_keeps_it_too() -> None:
    table = Table("auction")
    given = {"passed_out": "1", "auction": as_text(PASSES)}
    entry = read_entry(table.game, table.standing.rules, given, "N")
    assert entry.facts == {"passed_out": True, "auction": PASSES}
    assert given_of(table.game, entry.facts, {})["auction"] == as_text(PASSES)
    straight = Table("straight-bridge")
    heard = {"denomination": "H", "result": "D:1", "honours": "none", "auction": as_text(PASSES)}
    assert "auction" not in read_entry(straight.game, straight.standing.rules, heard, "N").facts


def test_the_same_deal_without_it_is_no_other_report() -> None:
    table = Table("pirate")
    table.record(CALLED)
    assert table.record(SPADE, position=1).what == "same"
    assert table.record({**SPADE, "tricks": 8}, position=1).what == "rival"
    bare = Table("pirate")
    bare.record(SPADE)
    assert bare.record(CALLED, position=1).what == "same"


def test_what_cannot_have_been_called_is_not_recorded() -> None:
    table = Table("pirate")
    with pytest.raises(RuleError) as refused:
        table.record({**CALLED, "doubling": 1})
    assert refused.value.where == "doubling"
    assert not DealRevision.objects.filter(deal__part__sitting=table.sitting).exists()


def corrected(table: Table, given: dict[str, Any]) -> DealRevision:
    entry = read_entry(table.game, table.standing.rules, given, "N")
    report = DealEntry(1, 1, entry.facts, new_key(), {})
    return correct_deal(
        sitting=table.sitting, report=report, seen=1, reason="misheard", actor=table.actor
    )


def test_a_correction_of_the_result_keeps_it_and_one_of_the_contract_says_that_it_goes() -> None:
    table = Table("pirate")
    table.record(CALLED)
    deal = table.standing.live[0]
    given = given_of(table.game, deal.facts, {})
    more = read_entry(table.game, table.standing.rules, given | {"result": "+1"}, "N").facts
    assert more["auction"] == PIRATE
    assert "The bidding" not in [c.what for c in what_follows(table.standing, deal, more).changes]
    other = given | {"level": "2"}
    without = read_entry(table.game, table.standing.rules, other, "N").facts
    assert "auction" not in without
    assert "The bidding" in [c.what for c in what_follows(table.standing, deal, without).changes]
    assert "auction" not in (corrected(table, other).facts or {})
    first = DealRevision.objects.filter(deal__part__sitting=table.sitting).order_by("pk")[0]
    assert (first.facts or {})["auction"] == PIRATE


def test_its_history_and_its_figures_say_what_was_called() -> None:
    table = Table("pirate")
    table.record(CALLED)
    client = client_of(make_user(table.club, "director", Role.DIRECTOR))
    for name in ("deal-history", "why"):
        page = client.get(reverse(name, args=[table.sitting.pk, 1, 1]))
        shown = page.context.get("calls") or page.context["entries"][0].calls
        assert [(c.who, c.level, c.sign, c.word, c.note) for c in shown[:3]] == [
            ("Ann", 1, "s", "", "accepted by Cecil"),
            ("Bob", 0, "", "double", ""),
            ("Dora", 0, "", "pass", ""),
        ]
        assert '<ol class="calls">' in page.content.decode()


def test_it_goes_out_and_comes_in_and_plain_files_are_as_before() -> None:
    table, before = Table("pirate"), Table("pirate")
    table.record(CALLED)
    table.record(SPADE)
    before.record(SPADE)
    before.record(SPADE)
    (part,) = written_sitting(table.sitting)
    assert part["deals"] == [CALLED, SPADE]
    assert (
        answer(read_score_file(part))["deals"]
        == answer(read_score_file(written_sitting(before.sitting)[0]))["deals"]
    )
    assert written_sitting(before.sitting) == written_sitting(before.sitting, plain=True)
    out, plain = StringIO(), StringIO()
    call_command("export_sitting", str(table.sitting.pk), stdout=out)
    call_command("export_sitting", str(table.sitting.pk), plain=True, stdout=plain)
    assert json.loads(out.getvalue())["deals"] == [CALLED, SPADE]
    assert json.loads(plain.getvalue())["deals"] == [SPADE, SPADE]
    assert "auction" not in plain.getvalue()
    club = found_club(name="Baldwin", author="a test")
    told = read_sittings([("a test", as_lines([part]))])
    (brought,) = bring_in(club=club, told=told, source="a test", actor=actor_of(club))
    assert written_sitting(brought.sitting)[0]["deals"] == [CALLED, SPADE]


def test_a_score_file_refuses_what_does_not_follow() -> None:
    raw = {"format": "clubscore-table/1", "game": "pirate", "deals": [{**CALLED, "bid": "2S"}]}
    with pytest.raises(RuleError) as refused:
        read_score_file(raw)
    assert refused.value.where == "deals[0].bid"
    assert str(refused.value) == "From what was called bid is '1S', not '2S'."


def test_other_laws_are_asked_of_the_contract_alone() -> None:
    """A pirate's calls could not be read at auction; its contract can, where partners sat so."""
    table = Table("pirate")
    calls = [{"by": "N", "call": "1S", "accepted_by": "S"}]
    calls += [{"by": seat, "call": "pass"} for seat in "WNE"]
    table.record({"bid": "1S", "declarer": "N", "partner": "S", "tricks": 8, "auction": calls})
    deal = table.standing.read(table.standing.live[0].facts)
    auction = find_game("auction")
    (one,) = rescore(table.game, [deal], auction, default_rules(auction)).deals
    assert one.deal is not None
    assert one.deal.auction == ()
    assert one.left_away == ()
