"""The season on a phone: thirty members on two screens, place and name stay, figures lead on."""

import json

import pytest
from django.db import connection
from playwright.sync_api import expect

from clubscore.club.models import Person, Role
from tests.flows.acting import HOST, Open
from tests.flows.looking import STEADY, look_at
from tests.flows.test_once_and_reached import UNSEEN
from tests.house import make_user
from tests.rubbers.tables import people_of
from tests.rubbers.test_settling import agree, block

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MEMBERS = 30
PINNED = """() => {
    const frame = document.querySelector('.compared-frame');
    document.querySelectorAll('.compared thead th')[4].style.minWidth = '40rem';
    frame.scrollLeft = 1000;
    const row = document.querySelector('.compared tbody tr');
    const left = frame.getBoundingClientRect().left;
    const cells = [...row.children].slice(0, 2).map(e => e.getBoundingClientRect());
    return [frame.scrollLeft, cells[0].left - left, cells[1].left - cells[0].right];
}"""

# How much of a season's table a phone cuts off, points in thousands, pounds down to farthings.
CUT_OFF = """() => {
    const frame = document.querySelector('.compared-frame');
    for (const row of document.querySelectorAll('.compared tbody tr')) {
        row.cells[1].querySelector('a').firstChild.textContent = 'Oluwaseun';
        row.cells[3].querySelector('a').textContent = '−2449';
        row.cells[4].innerHTML = '<a href="">−£3 16s 10¾d</a>';
    }
    return frame.scrollWidth - frame.clientWidth;
}"""


def a_club() -> None:
    """A club of so many members, all with points of one season."""
    table = block()
    agree(table)
    names = (f"Hieronymus {n}" for n in range(MEMBERS - Person.objects.count()))
    people = [*table.people, *people_of(table.club, *names)]
    points = {str(person.pk): 50 * (MEMBERS // 2 - n) for n, person in enumerate(people)}
    with connection.cursor() as cursor:  # a settlement is never changed but here
        cursor.execute("UPDATE rubber_settlement SET points = %s", [json.dumps(points)])
    make_user(table.club, HOST, Role.DIRECTOR)


@pytest.mark.long(20)
def test_thirty_members_are_on_two_screens(open_page: Open) -> None:
    a_club()
    page = open_page("/season/", login=HOST, **STEADY)
    expect(page.locator(".compared tbody tr")).to_have_count(MEMBERS)
    heads = [each.strip() for each in page.locator(".compared thead th").all_inner_texts()]
    assert [head.split()[0] for head in heads] == ["pl", "Member", "rubbers", "points", "LSD"]
    assert page.evaluate("document.documentElement.scrollHeight") <= 2 * 740
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate(UNSEEN) == []
    assert look_at(page) == []
    assert page.evaluate(CUT_OFF) == 0
    scrolled, place, gap = page.evaluate(PINNED)
    assert scrolled > 0 and place == 0 and -1 < gap < 1


@pytest.mark.long(20)
def test_a_figure_leads_to_its_evenings_and_they_to_the_pad(open_page: Open) -> None:
    a_club()
    page = open_page("/season/", login=HOST, **STEADY)
    page.locator(".compared tbody tr").first.locator("td a").nth(1).click()
    expect(page.get_by_text("1 evening · 1 rubber · points")).to_be_visible()
    assert look_at(page) == []
    page.locator(".compared tbody th a").first.click()
    expect(page.get_by_role("heading", name="Deal by deal")).to_be_visible()
    page.goto("/season/?by=picture")
    expect(page.locator("figure.finding")).to_have_count(1)
    assert look_at(page) == []
