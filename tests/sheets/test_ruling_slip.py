"""The slip of a ruling: twice on a leaf, and the same in words."""

import io
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from clubscore.club.models import Role
from clubscore.events.models import EventHappening
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path
from tests.events.test_rulings import SIXTY_FORTY, rule, with_board_one
from tests.house import client_of, make_user

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
def test_the_leaf_has_the_slip_twice(evening: Evening, size: str) -> None:
    answer = slip(director_of(evening), "pdf", paper=size)
    assert answer["Content-Type"] == "application/pdf"
    (page,) = PdfReader(io.BytesIO(answer.content)).pages
    text = page.extract_text()
    assert text.count("misinformation") == 2
    assert text.count("60 % of plus 620") == 2
    assert text.count("NS informed") == 2


def test_a_penalty_says_how_much_it_is(evening: Evening) -> None:
    form = {"what": "procedural", "whose": "ew", "usual": "25", "unit": "percent-of-top"}
    rule(evening, **form, save="1", key="two")
    pk = EventHappening.objects.filter(kind="ruling").latest("pk").pk
    text = director_of(evening).get(f"/event/ruling/{pk}.txt").content.decode()
    assert "Ruling: A procedural penalty: 25 (% of a top)" in " ".join(text.split())


def test_long_reasons_stay_on_the_slip() -> None:
    evening = with_board_one(620, 170)
    long = "word " * 39
    rule(
        evening,
        **SIXTY_FORTY,
        save="1",
        reason=long,
        by="N" * 60,
        law="12C1c and more",
    )
    assert slip(director_of(evening), "pdf").status_code == 200


def test_the_slip_is_for_those_who_run_the_room_of_that_club(evening: Evening) -> None:
    player = client_of(make_user(evening.club, "player", Role.PLAYER))
    assert slip(player, "pdf").status_code == 403
    other = Evening(4, kind="")
    stranger = client_of(make_user(other.club, "of another club", Role.DIRECTOR))
    assert slip(stranger, "pdf").status_code == 404
