"""What people do on the pages, tap by tap."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from playwright.sync_api import Error, Locator, Page, Request, Route, expect

from clubscore.club.access import Actor, Level
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Person, Role
from clubscore.web.hand_codes import make_pass
from tests.conftest import PATIENCE
from tests.house import PASSWORD, make_user
from tests.waiting import rest

Open = Callable[..., Page]
HOST = "host"
ONE_ANSWER = 2_000  # milliseconds for a promise before it is asked anew
REST = 50  # milliseconds after a try
# Whether a table's page has what it fills in while the server cannot be reached.
TOOK_ALONG = """() => !document.querySelector("#page[data-frame]") ||
  performance.getEntriesByType("resource")
    .some((each) => each.name.endsWith("/frame/") && each.responseEnd)"""


def new_club(*names: str) -> Club:
    """Found a club with these members and a director who does not play, HOST."""
    club = found_club(name="Portland", author="a test")
    for name in names:
        Person.objects.create(club=club, name=name, short_name=name)
    make_user(club, HOST, Role.DIRECTOR)
    return club


def log_in(page: Page, name: str) -> None:
    """Log in by the form, on the page that asks for it, and come to what was asked for."""
    page.fill("input[name=username]", name)
    page.fill("input[name=password]", PASSWORD)
    page.locator("form:has(input[name=password]) [type=submit]").click()
    page.wait_for_url(lambda url: "/login" not in url)


@dataclass
class Taps:
    """A page on which every tap is counted."""

    page: Page
    count: int = field(default=0)

    def tap(self, key: str | Locator) -> None:
        """Tap a key once."""
        locator = self.page.locator(key) if isinstance(key, str) else key
        locator.click()
        self.count += 1

    def choose(self, name: str, value: str) -> None:
        """Tap the key that stands for one value of a question."""
        self.tap(key_for(self.page, name, value))

    def record(self) -> None:
        """Tap Record once it can count, and wait for the next deal."""
        key = self.page.locator("#sentence button")
        expect(key).not_to_have_attribute("aria-disabled", "true", timeout=PATIENCE)
        old = self.page.locator('#entry input[name="key"]').input_value()
        self.tap(key)
        gone = self.page.locator(f'input[name="key"][value="{old}"]')
        expect(gone).to_have_count(0, timeout=PATIENCE)


def open_more(page: Page) -> None:
    """Open what else a table's phone can do."""
    page.locator("[data-opens=besides]:visible").first.click()


def in_menu(page: Page, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
    """Open the menu of a page that has a link of this name, and return the link."""
    link = page.get_by_role("link", name=name, exact=exact, include_hidden=True)
    menu = page.locator("main details.menu, .actions details.menu").filter(has=link).first
    menu.locator("summary").click()
    return menu.get_by_role("link", name=name, exact=exact)


def seldom(page: Page, what: str) -> None:
    """Open, beside the usual questions of a deal, the one that is seldom asked."""
    page.locator("[data-opens=else]").click()
    page.locator("#else summary").filter(has_text=what).first.click()


def done(page: Page) -> None:
    """Close the sheet of what is seldom asked."""
    page.locator("#else [data-close]").click()
    expect(page.locator("#else")).to_be_hidden()


def count_up(taps: "Taps", field: str, times: int) -> None:
    """Tap a hand's key so many times: where more than two hands are counted each tap adds one."""
    bar = taps.page.locator(f'[data-hand="{field}"]')
    place = bar.evaluate(
        "bar => [...bar.closest('.rows-ask').querySelectorAll('[data-hand]')].indexOf(bar)"
    )
    for _time in range(times):
        taps.tap(taps.page.locator(".tally > .key").nth(place))


def type_deal(page: Page, line: str) -> None:
    """Write a deal into the line for it, and leave it there."""
    open_more(page)
    page.get_by_label("Type the deal").fill(line)


def wait_until(page: Page, holds: str, arg: Any = None, timeout: float = PATIENCE) -> None:
    """Wait until a function of the browser's says yes, a promise of it too, asked again and again.

    `wait_for_function` takes a promise for a yes, whatever it comes to. Tries are counted, as many
    as the given milliseconds have room for; one that gets no answer counts for all its time.
    """
    asked = f"""(given) => Promise.race([
        Promise.resolve(({holds})(given)),
        new Promise((later) => setTimeout(() => later("late"), {ONE_ANSWER})),
    ])"""
    left = tries = max(int(timeout) // REST, 1)
    while left > 0:
        answer = None
        try:
            answer = page.evaluate(asked, arg)
        except Error as gone:
            # The page was left for the next while it was asked.
            if "context was destroyed" not in gone.message:
                raise
        if answer and answer != "late":
            return
        left -= ONE_ANSWER // REST if answer == "late" else 1
        rest(REST / 1000)
    raise AssertionError(f"this did not come true in {tries} tries: {holds}")


def comes_anew(request: Request) -> bool:
    """Tell whether a page asks for what takes its place, not for a copy to keep."""
    asked, shown = (each.partition("?")[0] for each in (request.url, request.frame.url))
    return asked == shown and "hx-request" in request.headers


def hold_the_page_that_comes(page: Page) -> list[Route]:
    """Hold back from now on what a page asks for to take its place, to be let on by the test."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if comes_anew(route.request):
            held.append(route)
        else:
            route.continue_()

    page.route(page.url, hold)
    return held


def press(key: Locator) -> None:
    """Press a key that writes, and wait for the answer: who goes on at once may take it back."""
    with key.page.expect_response(lambda answer: answer.request.method == "POST"):
        key.click()


def key_for(page: Page, name: str, value: str) -> Locator:
    """Return the key of a bar: what a finger hits is its label."""
    return page.locator(f'label:has(input[name="{name}"][value="{value}"])').first


def choose_people(page: Page, *names: str) -> None:
    """Tap members and guests on the page that asks who plays."""
    for name in names:
        page.locator("#found label").filter(has_text=re.compile(rf"^\s*{name}")).click()


def sit_down(
    page: Page, names: tuple[str, ...], game: str, stake: str = "for love", guest: str = ""
) -> None:
    """Open a table from Tonight: names, game, stake, seats in the order of the names."""
    page.goto("/")
    page.get_by_role("link", name=str(len(names) + bool(guest)), exact=True).click()
    choose_people(page, *names)
    if guest:
        page.get_by_label("Find or add a name").fill(guest)
        if page.get_by_role("button", name="Find").is_visible():
            page.get_by_role("button", name="Find").click()
        page.get_by_role("button", name=f"Add guest {guest}").click()
    page.get_by_role("button", name="Choose the game").click()
    page.locator("label:has(input[name=change])").click()
    key = page.locator(f"button[name=game][value={game}]").last
    if not key.is_visible():
        page.locator("summary").filter(has_text="games for").click()
    key.click()
    page.get_by_label("The stake").fill(stake)
    page.get_by_role("button", name="Go to the cut").click()
    page.get_by_role("link", name="Choose seats").click()


def take_seats(page: Page, seats: dict[str, str], dealer: str) -> None:
    """Tap who sits where and who deals, and begin."""
    for seat, name in seats.items():
        page.locator(f'#ask-seat-{seat} label:has-text("{name}")').click()
    page.locator(f'#ask-dealer label:has-text("{dealer}")').click()
    page.get_by_role("button", name="Start the first deal").click()
    expect(page.locator("#entry")).to_be_visible()


def odd_tricks(page: Page, side: str, number: int) -> Locator:
    """Return the key of so many odd tricks for a side, at games that name no number."""
    return page.locator(f'#ask-result .row:has(b:text-is("{side}")) label:has-text("{number}")')


def honours_of(page: Page, side: str, number: int) -> Locator:
    """Return the key of so many honours for a side."""
    return page.locator(f'#ask-honours .row:has(b:text-is("{side}")) label:has-text("{number}")')


def hand_in_address(link: Any, place: str, *forms: dict[str, Any]) -> str:
    """Return what a phone's code says: its pass, and what waits for `table-1` or `event-1`."""
    room, pk = place.split("-")
    actor = Actor(Level.TABLE, link.club, None, None, link, "abc123")
    entries = ["~".join(f"{name}*{value}" for name, value in one.items()) for one in forms]
    query = [("p", make_pass(actor, place)), *(("i", each) for each in entries)]
    page = reverse("hand-in" if room == "table" else "event-hand-in", args=[pk])
    return f"{page}?{urlencode(query)}"
