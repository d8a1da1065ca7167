"""The box of a set from its page: sealed for a director who may play, else whole; in words too."""

import io

import pytest
from django.test import Client
from pypdf import PdfReader

from clubscore.club.access import Actor, Level
from clubscore.club.logins import found_club
from clubscore.club.models import Role, User
from clubscore.events.models import ContestSet
from clubscore.events.set_table import shipped_set
from clubscore.events.visibility import look_at
from clubscore.extras.sets.box import Box, Edition, box_of
from clubscore.extras.sets.box_pdf import box_text
from clubscore.papers.text import WIDTH, columns, suits_words, wrapped_text
from tests.events.world.packages import a_set
from tests.house import client_of, make_user

pytestmark = pytest.mark.django_db
EDITIONS = ("whole", "answers")


@pytest.fixture
def director() -> User:
    return make_user(found_club(name="Portland", author="a test"), "host", Role.DIRECTOR)


def set_of(user: User) -> ContestSet:
    return a_set(user.memberships.get().club)


def told(client: Client, kept: ContestSet, ending: str, edition: str = "") -> str:
    """What a paper says."""
    answer = client.get(f"/world/{kept.pk}/box.{ending}", {"edition": edition})
    assert answer.status_code == 200
    if ending == "txt":
        return answer.content.decode()
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)


def is_open(text: str, kept: ContestSet) -> bool:
    """Whether a paper tells par or hands."""
    assert kept.fingerprint in text.replace("\n", "")
    return ("Par:" in text and "3NT by East" in text) or "Par: 3 no-trumps by East" in text


def test_a_director_who_may_play_has_the_sealed_box_alone(director: User) -> None:
    kept, client = set_of(director), client_of(director)
    page = client.get(f"/world/{kept.pk}/").content.decode()
    assert f"/world/{kept.pk}/box.pdf" in page and "edition=" not in page
    assert "give up the hands to a player who works them out" in " ".join(page.split())
    for ending in ("pdf", "txt"):
        for edition in ("", "sealed", "no such"):
            assert not is_open(told(client, kept, ending, edition), kept)
        for edition in EDITIONS:
            refused = client.get(f"/world/{kept.pk}/box.{ending}", {"edition": edition})
            assert refused.status_code == 409
            assert "may still play the set" in " ".join(refused.content.decode().split())
            assert "Par:" not in refused.content.decode()


def test_one_who_will_not_play_it_prints_all_of_it(director: User) -> None:
    kept, client = set_of(director), client_of(director)
    look_at(kept=kept, key="look", actor=Actor(Level.DIRECTOR, kept.club, director))
    page = client.get(f"/world/{kept.pk}/").content.decode()
    for edition in EDITIONS:
        assert f"box.pdf?edition={edition}" in page
        assert is_open(told(client, kept, "pdf", edition), kept)
        assert is_open(told(client, kept, "txt", edition).replace("\n  ", " "), kept)
    assert not is_open(told(client, kept, "pdf"), kept)
    assert client.get("/world/99/box.pdf").status_code == 404


def test_a_browser_that_has_the_box_learns_so(director: User) -> None:
    kept, client = set_of(director), client_of(director)
    first = client.get(f"/world/{kept.pk}/box.pdf")
    assert "eight-boards" in first["Content-Disposition"]
    again = client.get(f"/world/{kept.pk}/box.pdf", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    other = client.get(f"/world/{kept.pk}/box.pdf?paper=letter")
    assert other["ETag"] != first["ETag"]


def said(box: Box, edition: Edition) -> list[str]:
    return wrapped_text(box_text(box, edition)).splitlines()


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("name", ["auction-1917", "duplicate"])
def test_a_text_says_the_same_in_forty_columns(name: str, edition: Edition) -> None:
    box = box_of(shipped_set(name))
    lines = said(box, edition)
    assert max(map(columns, lines)) <= WIDTH
    assert not any(sign in line for line in lines for sign in "♠♥♦♣×−=")
    whole = " ".join(" ".join(lines).split())
    for board in box.boards:
        assert f"Board {board.number}" in lines
        contract, _comma, _points = board.par_words.partition(",")
        assert (contract in whole) == edition.has_answers
        held = " ".join(" ".join(suits_words(board.dealt.deal.hand("N"))).split())
        assert (held in whole) == edition.has_answers
        letters = " ".join(box.letters(board))
        assert (letters in whole) == edition.has_table
    assert ("Dealing list" in lines) == edition.has_table
    assert ("52: " in whole) == edition.has_table
