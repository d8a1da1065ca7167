"""Three teams from the door to a match, a Swiss drawn by the director; an individual's phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.access import Actor, Level
from clubscore.club.models import Club, Person
from clubscore.events.models import Event
from clubscore.events.phones import let_phones_in, links_of
from clubscore.events.state import room_of
from clubscore.web.phones import token_of
from tests.events.evenings import FOUR_SPADES, Evening
from tests.flows.acting import HOST, Open, Taps, new_club, press

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Ann", "Bob", "Cecil", "Dora", "Eve", "Fred", "Gina", "Hal", "Ida", "Jack", "Kate", "Leo")


def enter_team(page: Page, name: str, people: tuple[str, ...]) -> None:
    """Enter a team at the door."""
    page.get_by_label("Name of the team").fill(name)
    for person in people:
        page.locator("#enter label").filter(has_text=re.compile(rf"^\s*{person}")).click()
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_text(", ".join(people))).to_be_visible()


def test_teams_enter_are_drawn_play_and_read_their_match(open_page: Open) -> None:
    club = new_club(*NAMES)
    director = open_page("/event/new/", login=HOST)
    director.get_by_label("Name").fill("Cup")
    compared = director.get_by_role("group", name="Scoring of pairs and individuals")
    matches = director.get_by_role("group", name="How matches are scored")
    expect(matches).to_be_hidden()
    director.locator('label:has(input[name="form"][value="teams"])').click()
    expect(matches).to_be_visible()
    expect(compared).to_be_hidden()
    director.get_by_role("button", name="Next: names").click()
    for at, name in enumerate(("Reds", "Blues", "Greens")):
        enter_team(director, name, NAMES[4 * at : 4 * at + 4])
    director.get_by_role("link", name="Choose movement").click()
    director.locator("#k").select_option("teams-swiss")
    director.locator("#r").fill("2")
    director.locator("#e").fill("1")
    director.get_by_role("button", name="Preview").click()
    director.get_by_role("button", name="Choose this").first.click()
    director.get_by_role("link", name="Draw round 1").click()
    director.get_by_role("link", name="one team sits out").click()
    expect(director.get_by_text("would have the bye")).to_be_visible()
    director.get_by_role("button", name="Confirm round 1").click()
    director.get_by_role("button", name="Start round 1").click()
    expect(director.get_by_text("round 1 of 2")).to_be_visible()
    one_table_tells(open_page, Event.objects.get(name="Cup"))
    event = Event.objects.get(name="Cup")
    director.goto(f"/event/{event.pk}/typing/?table=A2")
    director.locator("#lines").fill("1 2S-1 S")
    press(director.get_by_role("button", name="Record, next table"))
    director.goto(f"/event/{event.pk}/matches/")
    director.get_by_role("link", name="Board by board").click()
    expect(director.get_by_text("boards compared: 1 of 1")).to_be_visible()
    expect(director.get_by_role("row", name=re.compile(r"Board 1 .*\b4\b"))).to_be_visible()
    an_individual_learns_where_he_goes(open_page, club)


def one_table_tells(open_page: Open, event: Event) -> None:
    """The table's phone tells two spades made; the other side agrees by name."""
    section = room_of(event).sections[0]
    let_phones_in(section=section, key="codes", actor=Actor(Level.DIRECTOR, event.club))
    phone = open_page(f"/e/{token_of(links_of(section)[0].nonce)}/")
    phone.get_by_role("button", name="the table's phone").click()
    phone.get_by_role("button", name="Yes", exact=True).click()
    taps = Taps(phone)
    for question, answer in (("level", "2"), ("denomination", "S"), ("declarer", "S"),
                             ("result", "=")):  # fmt: skip
        taps.choose(question, answer)
    taps.tap(phone.get_by_role("button", name=re.compile("Hand to")))
    phone.get_by_role("button", name=re.compile(": yes")).first.click()
    expect(phone.get_by_text("here once the round is drawn")).to_be_visible()


def an_individual_learns_where_he_goes(open_page: Open, club: Club) -> None:
    """After the last board of the round a player's own phone says his next table and seat."""
    people = tuple(Person.objects.filter(club=club).order_by("pk")[:8])
    singles = Evening(8, kind="individual", winners=1, boards=1, form="individuals", club=club,
                      people=people)  # fmt: skip
    singles.play(FOUR_SPADES)
    let_phones_in(section=singles.section, key="singles", actor=singles.actor)
    phone = open_page(f"/e/{token_of(links_of(singles.section)[1].nonce)}/")
    phone.get_by_text("someone at another table").click()
    phone.get_by_role("button", name="Hal", exact=True).click()
    expect(phone.get_by_text(re.compile("Hal: (stay here|to table 1), North"))).to_be_visible()
