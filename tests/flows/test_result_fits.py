"""A result of a tournament fits the phone: no step of it needs scrolling, in touch or not."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.models import Person
from clubscore.events.models import Event
from tests.conftest import PHONE
from tests.events.evenings import Evening
from tests.flows.acting import Open, Taps, new_club
from tests.flows.test_deal_fits import LONG
from tests.flows.test_one_line_at_the_top import LONGEST, go_away
from tests.flows.test_without_a_network import at_table_one

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TELLS = (("level", "4"), ("denomination", "S"), ("declarer", "S"), ("result", "="))
# The two longest of the four sit as partners.
PARTNERS = (LONG[1], LONG[2])
# What a person reads or taps there; what the page has below out of touch is not part of a result.
MEASURE = """(part) => {
  const dock = document.querySelector(".dock"), own = document.querySelector(part);
  const rows = [...own.querySelectorAll(".bar label, .key, h2, legend, p, dt, .board")];
  const shown = rows.filter((each) => each.checkVisibility() && !each.closest("dialog"))
    .map((each) => [each.textContent.trim().slice(0, 24), each.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && box.height > 1);
  const keys = [...dock.querySelectorAll(".key")].filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect());
  const page = document.documentElement, top = dock.getBoundingClientRect().top;
  return { dock: top, key: Math.max(...keys.map((box) => box.bottom)),
           least: Math.min(...keys.map((box) => box.height)),
           ends: Math.max(...shown.map(([, box]) => box.bottom)), rows: shown.length,
           covered: shown.filter(([, box]) => box.bottom > top + 1 || box.top < 0).map(([t]) => t),
           height: page.scrollHeight, sideways: page.scrollWidth > innerWidth,
           scrolled: window.scrollY };
}"""


@dataclass
class Step:
    """One step of a result as a phone shows it, in pixels of CSS."""

    step: str
    dock: float
    key: float
    least: float
    ends: float
    rows: int
    covered: list[str]
    height: int
    sideways: bool
    scrolled: float

    def wrong(self, *, alone: bool = True) -> list[str]:
        """Return what does not fit; `alone` if the page has nothing below a result."""
        room = PHONE["height"]
        checks = {
            f"the page is {self.height} px": self.height <= room or not alone,
            f"its key ends at {self.key:.0f}": self.key <= room,
            f"its key is {self.least:.0f} px high": self.least >= 48,
            f"covered: {self.covered}": not self.covered,
            "it scrolls sideways": not self.sideways,
            "it was scrolled": not self.scrolled,
            "nothing is shown": self.rows > 2,
        }
        return [f"{self.step}: {each}" for each, good in checks.items() if not good]


def long_evening(boards: int = 3) -> Evening:
    """Six pairs with the longest of short names, in an event with a long name."""
    club = new_club()
    people = tuple(
        Person.objects.create(club=club, name=f"{PARTNERS[n % 2]} {n}", short_name=PARTNERS[n % 2])
        for n in range(12)
    )
    evening = Evening(6, boards=boards, club=club, people=people)
    Event.objects.update(name=LONGEST)
    return evening


def measured(page: Page, step: str, part: str = "#page .board-now") -> Step:
    """Measure what the phone shows now."""
    expect(page.locator(".htmx-request")).to_have_count(0)
    return Step(step, **page.evaluate(MEASURE, part))


def told(page: Page, taps: Taps, seen: list[Step], part: str = "#page .board-now") -> None:
    """Tap a result, and measure after every tap."""
    for question, answer in TELLS:
        taps.choose(question, answer)
        if question == "result" and page.locator("#sentence").count():
            expect(page.locator("#sentence .sentence")).to_contain_text("420")
        seen.append(measured(page, question, part))


def test_a_result_needs_no_scrolling_and_five_taps(open_page: Open) -> None:
    evening = long_evening()
    page = at_table_one(evening, open_page)
    seen, taps = [measured(page, "blank")], Taps(page)
    told(page, taps, seen)
    taps.tap(page.get_by_role("button", name=re.compile("Hand to")))
    assert taps.count == 5
    expect(page.get_by_text("Is that what happened?")).to_be_visible()
    seen.append(measured(page, "the other side's word"))
    taps.tap(page.get_by_role("button", name=": yes").first)
    expect(page.get_by_text(re.compile(r"^\s*Agreed "))).to_be_visible()
    seen.append(measured(page, "agreed"))
    taps.tap(page.get_by_role("link", name="Next: board 2"))
    expect(page.get_by_role("heading", name="Board 2")).to_be_visible()
    seen.append(measured(page, "the next board"))
    assert [fault for one in seen for fault in one.wrong()] == []
    assert (taps.count, len(seen)) == (7, 8)


def test_an_odd_result_is_asked_about_at_the_foot(open_page: Open) -> None:
    evening = long_evening()
    for _round in range(2):
        evening.play()
        evening.next_round()
    page = at_table_one(evening, open_page)
    taps = Taps(page)
    for question, answer in (("level", "7"), ("denomination", "NT"), ("declarer", "E")):
        taps.choose(question, answer)
    taps.choose("result", "=")
    taps.tap(page.get_by_role("button", name=re.compile("Hand to")))
    expect(page.locator("#dock")).to_contain_text("Check again")
    assert measured(page, "odd").wrong() == []


def test_a_result_fits_while_another_board_waits(open_page: Open) -> None:
    evening = long_evening(boards=4)
    first, second = evening.table(1).place.boards[:2]
    page = at_table_one(evening, open_page)
    evening.tell(1, first, {"passed_out": True})
    page.goto(f"{page.url.partition('?')[0]}?board={second}")
    expect(page.locator("#entry")).to_be_visible()
    waits = page.get_by_role("link", name=re.compile(f"^Board {first}.*not yet agreed"))
    expect(waits).to_be_visible(timeout=5_000)
    assert measured(page, "one waits").wrong() == []
    # Who of them is waited for stands behind More, with all else that is seldom wanted.
    page.get_by_role("link", name="More").click()
    expect(page.get_by_text("waiting for").first).to_be_visible()
    expect(page.get_by_role("button", name="Board not played")).to_be_visible()


def test_a_result_needs_no_scrolling_out_of_touch(open_page: Open) -> None:
    evening = long_evening()
    page = at_table_one(evening, open_page)
    go_away(page)
    seen, taps = [measured(page, "blank", "#away-play")], Taps(page)
    told(page, taps, seen, "#away-play")
    taps.tap(page.get_by_role("button", name="Record", exact=True))
    assert taps.count == 5
    page.get_by_role("button", name=": yes").first.click()
    expect(page.get_by_role("heading", name="Board 2")).to_be_visible()
    expect(page.locator("#touch")).to_contain_text("2 results are waiting")
    seen.append(measured(page, "the next board", "#away-play"))
    told(page, taps, seen, "#away-play")
    assert [fault for one in seen for fault in one.wrong(alone=False)] == []


def test_what_lacks_is_asked_for_without_another_page(open_page: Open) -> None:
    evening = long_evening()
    page = at_table_one(evening, open_page)
    Taps(page).choose("level", "4")
    Taps(page).choose("denomination", "S")
    page.get_by_role("button", name=re.compile("Hand to")).click()
    assert page.evaluate("document.activeElement.name") == "declarer"
    assert measured(page, "lacks").wrong() == []
    expect(page.locator("#say")).to_contain_text("Played by")


def test_what_does_not_fit_is_seen(open_page: Open) -> None:
    evening = long_evening()
    page = at_table_one(evening, open_page)
    assert measured(page, "blank").wrong() == []
    page.evaluate("document.querySelector('#entry').style.paddingTop = '400px'")
    page.evaluate("document.querySelector('.dock .key').style.marginTop = '900px'")
    wrong = " ".join(measured(page, "blank").wrong())
    assert "the page is" in wrong and "its key ends at" in wrong and "covered" in wrong
