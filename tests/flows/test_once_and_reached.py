"""What a page names once, and what the focus reaches: no id twice, no link out of sight."""

import re
from collections import Counter

import pytest

from tests.flows.acting import HOST, Open
from tests.flows.looking import STEADY
from tests.furnished import FEW, NEEDED, Furnished
from tests.house import client_of

ID = re.compile(r"""<[a-z][^<>]*?\sid="([^"]*)\"""")
# What has the focus, where another thing or nothing is seen at its centre.
UNSEEN = """
    () => [...document.querySelectorAll("main :is(a, button, input, select)")].filter((each) => {
        each.focus();
        if (document.activeElement !== each) return false;
        const box = each.getBoundingClientRect();
        const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !at || !(each.contains(at) || at.contains(each) || at.closest("label"));
    }).map((each) => each.textContent.trim())
"""
# The right edges of the figures of each column of the pad, in whole pixels.
EDGES = """
    () => [...document.querySelectorAll(".pad-row")].flatMap((row) =>
        [...row.querySelectorAll(":scope > .side")].flatMap((side, column) =>
            [...side.querySelectorAll(".fig > span:first-child")].map((figure) => {
                const range = document.createRange();
                range.selectNodeContents(figure);
                return [column, Math.round(range.getBoundingClientRect().right)];
            })))
"""


def twice(html: str) -> list[str]:
    """Return the ids that a page has more than once."""
    return [name for name, times in Counter(ID.findall(html)).items() if times > 1]


def test_an_id_that_stands_twice_is_found() -> None:
    assert twice('<p id="a"><b class="x" id="b"></b><i\n id="a">') == ["a"]


@pytest.mark.long(30)
@pytest.mark.django_db
def test_no_page_has_an_id_twice() -> None:
    club = Furnished(FEW)
    host = client_of(club.club.memberships.get().user)
    found = {}
    for path in club.pages():
        wrong = twice(host.get(path, follow=True).content.decode(errors="replace"))
        if wrong:
            found[path] = wrong
    assert found == {}


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_no_link_out_of_sight_takes_the_focus_on_the_season(open_page: Open) -> None:
    Furnished(NEEDED)
    page = open_page("/season/", login=HOST, **STEADY)
    assert page.locator("thead a").count() >= 4
    assert page.evaluate(UNSEEN) == []


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_long_figures_of_a_pad_of_four_columns_stand_under_each_other(open_page: Open) -> None:
    club = Furnished(NEEDED)
    page = open_page(f"/table/{club.tables['pirate'].pk}/pad/", login=HOST, **STEADY)
    page.evaluate("document.querySelectorAll('.fig > span:first-child')[0].textContent = '−12345'")
    edges: dict[int, set[int]] = {}
    for column, right in page.evaluate(EDGES):
        edges.setdefault(column, set()).add(right)
    assert len(edges) == 4
    assert all(len(rights) == 1 for rights in edges.values()), edges
