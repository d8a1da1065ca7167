"""What the focus reaches: no link out of sight; and figures that stand under each other."""

import pytest

from tests.flows.acting import HOST, Open
from tests.flows.looking import STEADY
from tests.furnished import NEEDED, Furnished

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
