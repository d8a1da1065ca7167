"""The slip of a ruling, the appeal on its back, blank ones, and the same in words."""

import io
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from clubscore.club.models import Role
from clubscore.events.models import EventHappening
from clubscore.papers.ledger import recording
from clubscore.papers.sizes import MM
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path
from tests.events.test_rulings import SIXTY_FORTY, rule, with_board_one
from tests.house import client_of, make_user
from tests.papers.paper_faults import faults

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def evening() -> Evening:
    """An evening with a weighted score on board 1, and an appeal against it."""
    evening = with_board_one(620, 170)
    rule(evening, **SIXTY_FORTY, save="1")
    pk = EventHappening.objects.get(kind="ruling").pk
    form = {"what": "lodged", "by": "East-West", "text": "No hesitation", "key": "a"}
    director_of(evening).post(path(evening, f"ruling/{pk}/appeal/"), form)
    return evening


def slip(client: Client, ending: str, **given: Any) -> Any:
    """The slip of the only ruling."""
    pk = EventHappening.objects.get(kind="ruling").pk
    return client.get(f"/event/ruling/{pk}.{ending}", given)


def test_the_slip_says_board_players_result_ruling_law_and_appeal(evening: Evening) -> None:
    text = " ".join(slip(director_of(evening), "txt").content.decode().split())
    for line in (
        "Board 1 · North deals · none vulnerable",
        "Result: plus 170 for North-South",
        "Ruling: A weighted score: assigned: 60 % of plus 620, 40 % of minus 100 for North-South",
        "Law: 12C1c",
        "Reason: misinformation",
        "appeal lodged · East-West · No hesitation",
    ):
        assert line in text
    assert "Ruled by: Ada, " in text


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_a_sheet_has_the_slip_twice_with_the_appeal_behind_each(
    evening: Evening, size: str
) -> None:
    answer = slip(director_of(evening), "pdf", paper=size)
    assert answer["Content-Type"] == "application/pdf"
    file = PdfReader(io.BytesIO(answer.content))
    front, back = (page.extract_text() for page in file.pages)
    for text in ("misinformation", "60 % of plus 620", "NS informed", "Ruling"):
        assert front.count(text) >= 2, text
    assert "for the table" in front and "for the director" in front
    assert back.count("No hesitation") == back.count("the ruling stands") == 2
    asked: Any = file.trailer["/Root"]
    assert asked["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipLongEdge"


def test_a_browser_that_has_the_slip_learns_so(evening: Evening) -> None:
    director = director_of(evening)
    etag = slip(director, "pdf")["ETag"]
    pk = EventHappening.objects.get(kind="ruling").pk
    again = director.get(f"/event/ruling/{pk}.pdf", headers={"If-None-Match": etag})
    assert again.status_code == 304
    form = {"what": "withdrawn", "by": "East-West", "text": "", "key": "b"}
    director.post(path(evening, f"ruling/{pk}/appeal/"), form)
    assert slip(director, "pdf")["ETag"] != etag


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_blank_slips_have_lines_for_a_pencil_and_are_right(evening: Evening, size: str) -> None:
    with recording() as kept:
        answer = director_of(evening).get(path(evening, "rulings.pdf"), {"paper": size})
    assert answer.status_code == 200
    (ledger,) = kept
    assert faults(ledger) == []
    assert ledger.sheets == 4, "two sheets, each with its back"
    assert [cut.sheet for cut in ledger.pieces] == [1, 1, 2, 2, 3, 3, 4, 4]
    text = director_of(evening).get(path(evening, "rulings.txt")).content.decode()
    assert "Blank ruling slips" in text and "The back has blanks for an appeal" in text
    for number in range(8):
        levels = sorted({round(line.ends[1], 1) for line in ledger.lines if line.piece == number})
        # What happened: as many lines as there is room for, each high enough to write on.
        steps = [b - a for a, b in pairwise(levels)]
        assert sum(step >= 7 * MM for step in steps) >= 7


def test_a_penalty_says_how_much_it_is(evening: Evening) -> None:
    form = {"what": "procedural", "whose": "ew", "usual": "25", "unit": "percent-of-top"}
    rule(evening, **form, save="1", key="two")
    pk = EventHappening.objects.filter(kind="ruling").latest("pk").pk
    text = director_of(evening).get(f"/event/ruling/{pk}.txt").content.decode()
    assert "Ruling: A procedural penalty: 25 (% of a top)" in " ".join(text.split())


def test_nothing_of_a_long_ruling_is_lost() -> None:
    evening = with_board_one(620, 170)
    said = {"reason": "word " * 39, "by": "N" * 60, "law": "12C1c and more"}
    rule(evening, **SIXTY_FORTY, save="1", **said)
    with recording() as kept:
        assert slip(director_of(evening), "pdf", paper="letter").status_code == 200
    (ledger,) = kept
    assert faults(ledger) == []
    text = " ".join(each.text for each in ledger.texts)
    assert text.count("word") == 2 * 39
    assert text.count("N" * 60) == 2 and text.count("12C1c and more") == 2


def test_the_slip_is_for_those_who_run_the_room_of_that_club(evening: Evening) -> None:
    player = client_of(make_user(evening.club, "player", Role.PLAYER))
    assert slip(player, "pdf").status_code == 403
    other = Evening(4, kind="")
    stranger = client_of(make_user(other.club, "of another club", Role.DIRECTOR))
    assert slip(stranger, "pdf").status_code == 404
