"""When the page of an auction opens, and what becomes of what is sent to it: the view alone."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.http import Http404, HttpResponse
from django.test import RequestFactory

from clubscore.club.entry import Refused
from clubscore.rubbers.pages import auction as view
from clubscore.rubbers.table_state import Doing

CALL = SimpleNamespace(facts=lambda: {"call": "pass"})


class At:
    """A table as the view asks for it; `noted` is what it notes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.part: Any = SimpleNamespace()
        self.standing: Any = SimpleNamespace(game="auction", next_position=3)
        self.doing, self.seven = Doing.PLAY, None
        self.is_over, self.facts = True, {"bid": "2S"}
        self.noted: list[dict[str, Any]] = []
        self.refused: Refused | None = None
        sitting = SimpleNamespace(revision=1, seven_table=2)
        for name, stands_in in {
            "sitting_for": lambda _actor, _pk, *, enter: sitting if enter else None,
            "part_of": lambda _sitting: self.part,
            "standing_at": lambda _part, _revision: self.standing,
            "crossing_at": lambda _sitting: self.seven,
            "state_of": lambda _sitting, _standing: SimpleNamespace(doing=self.doing),
            "has_page": lambda game: game == "auction",
            "hear": lambda _standing, _given: SimpleNamespace(auction=self.auction),
            "auction_before": lambda _standing: "heard before",
            "Heard": lambda auction: auction,
            "note_form": self.note,
            "not_now": lambda *_what, **_how: HttpResponse("not now"),
            "_page": lambda _request, _standing, heard: HttpResponse(f"page of {heard}"),
        }.items():
            monkeypatch.setattr(view, name, stands_in)

    @property
    def auction(self) -> Any:
        return SimpleNamespace(is_over=self.is_over, facts=lambda: {**self.facts}, calls=[CALL])

    def note(self, _standing: Any, _given: Any, facts: dict[str, Any], _actor: Any) -> None:
        if self.refused:
            raise self.refused
        self.noted.append(facts)

    def send(self, **given: str) -> str:
        """Send a form, and return where it leads or what is shown."""
        return self._answer(RequestFactory().post("/", {"position": "3", **given}))

    def open(self) -> str:
        return self._answer(RequestFactory().get("/"))

    def _answer(self, request: Any) -> str:
        request.actor = None
        answer = view.bids(request, pk=5)
        return answer.get("Location") or answer.content.decode().split("(")[0]


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    return At(monkeypatch)


def test_it_opens_where_a_deal_may_be_entered_now(at: At) -> None:
    assert at.open() == "page of heard before"
    at.doing = next(each for each in Doing if each != Doing.PLAY)
    assert at.open() == "/table/5/"
    at.doing, at.part = Doing.PLAY, None
    at.standing = None
    assert at.open() == "/table/5/"


@pytest.mark.parametrize("may", [True, False])
def test_of_the_seven_only_the_table_whose_turn_it_is_bids(at: At, may: bool) -> None:
    at.seven = SimpleNamespace(may_enter_at=lambda table: may and table == 2)
    assert at.open() == ("page of heard before" if may else "/table/5/")


def test_a_game_without_an_auction_has_no_page(at: At) -> None:
    at.standing.game = "stop-gap"
    with pytest.raises(Http404):
        at.open()


def test_a_contract_is_noted_with_its_calls_once_the_auction_is_over(at: At) -> None:
    assert at.send() == "/table/5/"
    assert at.noted == [{"bid": "2S", "auction": [{"call": "pass"}]}]


def test_nothing_is_noted_before_the_end_nor_without_a_contract_nor_where_a_call_is_undone(
    at: At,
) -> None:
    assert at.send(undo="1").startswith("page of")
    at.facts = {}
    assert at.send().startswith("page of")
    at.facts, at.is_over = {"bid": "2S"}, False
    assert at.send().startswith("page of")
    assert at.noted == []


@pytest.mark.parametrize("position", ["2", "4", "", "x"])
def test_what_another_phone_recorded_meanwhile_leads_to_the_table(at: At, position: str) -> None:
    assert at.send(position=position) == "/table/5/" and at.noted == []


def test_what_is_refused_is_said(at: At) -> None:
    at.refused = Refused("The table has ended.")
    assert at.send() == "not now"
