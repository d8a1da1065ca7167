"""One number for one rubber: on the pad, the race, Tonight, its page, its sheet, the account."""

import html
import re

import pytest
from django.urls import reverse

from clubscore.club.models import Entry, Role
from clubscore.club.statements import entry_in_words
from clubscore.papers.sitting_sheet import sitting_sheet
from clubscore.rubbers.score import RubberNumbers
from tests.house import client_of, make_user
from tests.rubbers.tables import CROWN, FOUR_SPADES, Table
from tests.rubbers.test_settling import agree

pytestmark = pytest.mark.django_db


def numbers_on(page: str) -> set[str]:
    """The numbers of rubbers that a page says."""
    text = " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())
    return set(re.findall(r"[Rr]ubber ([1-9])\b", text))


def test_the_second_partners_of_an_evening_play_its_second_rubber() -> None:
    table = Table("auction", CROWN)
    table.play(FOUR_SPADES, FOUR_SPADES)
    agree(table)
    table.seat()
    table.play(FOUR_SPADES)
    host = client_of(make_user(table.club, "host", Role.DIRECTOR))

    def says(name: str, *args: int) -> set[str]:
        return numbers_on(host.get(reverse(name, args=args)).content.decode())

    pk = table.sitting.pk
    assert says("pad", pk) == says("home") == says("race", pk, 2, 1) == {"2"}
    table.play(FOUR_SPADES)
    assert says("rubber", pk, 2, 1) == {"2"}
    assert "2" in says("what-next", pk) and "3" not in says("what-next", pk)
    agree(table, part=2)
    assert says("pad", pk) == {"2"}
    chapters = sitting_sheet(table.sitting, "").chapters
    pads = [pad.title for chapter in chapters for part in chapter.parts for pad in part.pads]
    assert pads == ["Rubber 1", "Rubber 2"]
    told = [entry_in_words(each) for each in Entry.objects.order_by("pk")]
    assert [each.split(",")[0] for each in told] == ["Rubber 1", "Rubber 2"]


def test_rubbers_that_are_not_agreed_follow_those_that_are() -> None:
    """Of three in a part the second was agreed first: it is number 1, and the others wait."""
    numbers = RubberNumbers({2: 1}, 1)
    assert [numbers.of(rubber) for rubber in (1, 2, 3)] == [2, 1, 3]
    assert [RubberNumbers({}, 4).of(rubber) for rubber in (1, 2)] == [5, 6]
