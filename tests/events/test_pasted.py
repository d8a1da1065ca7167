"""A list of names, pasted: who is known, a guest, or to be chosen; then entered, all or nothing."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from clubscore.club.models import Person, Role
from clubscore.events.entries import GUEST, PastedLine, counted, enter_pair, read_pasted
from clubscore.events.models import Entry
from tests.events.evenings import Evening
from tests.events.test_pages import director_of
from tests.flows.acting import HOST, Open
from tests.flows.looking import STEADY, look_at
from tests.house import make_user

pytestmark = pytest.mark.django_db
NAMES = ("Ann Lee", "Bob Hart", "Zoë Byrne", "Hannah Wolf", "Ann Cole", "Fergus Ash")


def evening_with(*names: str) -> Evening:
    evening = Evening(0, kind="")
    for number, name in enumerate(names or NAMES, start=1):
        Person.objects.create(
            club=evening.club, name=name, short_name=f"{name.split()[0]} {number}", number=number
        )
    return evening


def who(line: PastedLine) -> list[str]:
    return [name.person.name if name.person else name.chosen or "?" for name in line.names]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Ann Lee & Bob Hart", ["Ann Lee", "Bob Hart"]),
        ("ann lee, BOB HART", ["Ann Lee", "Bob Hart"]),
        ("Zoe Byrne / 6", ["Zoë Byrne", "Fergus Ash"]),
        ("Zoe and Ferg", ["Zoë Byrne", "Fergus Ash"]),
        ("Ann\tHannah", ["?", "Hannah Wolf"]),
        ("Nora Vale + Bob H", [GUEST, "Bob Hart"]),
        ("Nora; Bob Hart", ["?", "Bob Hart"]),
        ("Sandy Andrews with Bob Hart", [GUEST, "Bob Hart"]),
        # Names of these letters have no blank; of one letter somebody has to say.
        ("山田太郎 & 김민수", [GUEST, GUEST]),
        ("やまだ & 林", [GUEST, "?"]),
    ],
)
def test_who_a_line_names(line: str, found: list[str]) -> None:
    evening = evening_with()
    (read,) = read_pasted(evening.event, line, {})
    assert who(read) == found and not read.problem


def test_only_a_whole_name_is_taken_unasked() -> None:
    evening = evening_with()
    (read,) = read_pasted(evening.event, "Zoe & Nora Vale", {})
    assert [name.is_certain for name in read.names] == [False, True]
    assert [name.person and name.person.name for name in read.names] == ["Zoë Byrne", None]


def test_an_answer_counts_for_the_name_it_was_asked_of() -> None:
    evening = evening_with()
    cole = Person.objects.get(name="Ann Cole")
    answers = {"who-ann": str(cole.pk), "who-bob hart": GUEST, "who-nora": "999999"}
    lines = read_pasted(evening.event, "Ann & Bob Hart\nNora & Zoe Byrne", answers)
    assert [who(line) for line in lines] == [["Ann Cole", "Bob Hart"], ["?", "Zoë Byrne"]]
    assert counted(lines) == "3 known · 1 to choose"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Ann Lee", "Write 2 names on this line."),
        ("Ann Lee & Bob Hart & Zoe Byrne", "Write 2 names on this line."),
        ("Ann Lee & Ann Lee", "Choose each player only once."),
        ("Nora\u202e Vale & Ann Lee", "This name has hidden characters."),
        ("Fergus Ash & Ann Lee", "Fergus Ash is already entered."),
    ],
)
def test_a_line_that_cannot_be_entered_says_why(text: str, problem: str) -> None:
    evening = evening_with()
    people = list(Person.objects.filter(name__in=("Fergus Ash", "Hannah Wolf")))
    enter_pair(event=evening.event, people=people, expected="", key="one", actor=evening.actor)
    (line,) = read_pasted(evening.event, text, {})
    assert line.problem.startswith(problem) and not line.is_good


def test_nobody_stands_in_two_lines() -> None:
    evening = evening_with()
    first, second = read_pasted(evening.event, "Ann Lee & Bob Hart\nZoe Byrne & Ann Lee", {})
    assert first.is_good and second.problem == "Ann Lee is already entered."


def pasted(director: Client, evening: Evening, text: str, **more: str) -> str:
    address = reverse("event-paste", args=[evening.event.pk])
    answer = director.post(address, {"names": text, "key": "list"} | more)
    return answer.content.decode() if answer.status_code != 302 else ""


def test_nothing_is_entered_before_all_is_good_and_then_once() -> None:
    evening = evening_with()
    director = director_of(evening)
    text = "Ann Lee & Bob Hart\nZoe Byrne & Nora"
    page = pasted(director, evening, text, go="1")
    assert "Who is Nora?" in page and 'href="#line-2"' in page and html.escape(text) in page
    assert not Entry.objects.exists() and not Person.objects.filter(name="Nora").exists()
    for _twice in range(2):
        assert not pasted(director, evening, text, go="1", **{"who-nora": GUEST})
    assert [str(one) for one in Entry.objects.order_by("order")] == [
        "Ann Lee & Bob Hart", "Zoë Byrne & Nora",
    ]  # fmt: skip
    assert Person.objects.get(name="Nora").is_guest


def test_players_of_an_individual_stand_one_a_line() -> None:
    evening = Evening(0, kind="", form="individuals")
    director = director_of(evening)
    pasted(director, evening, "Nora Vale\nBo Elm", go="1")
    assert Entry.objects.filter(event=evening.event).count() == 2


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_thirteen_pairs_with_one_unknown_are_pasted(open_page: Open) -> None:
    names = [f"Left{number} Hill" for number in range(13)] + [f"Right{n} Dale" for n in range(12)]
    evening = evening_with(*names)
    make_user(evening.club, HOST, Role.DIRECTOR)
    page = open_page(f"/event/{evening.event.pk}/entries/", login=HOST, **STEADY)
    page.get_by_role("link", name="Paste a list of names").click()
    lines = [f"Left{n} Hill & Right{n} Dale" for n in range(12)] + ["Suharto & Gwen"]
    page.get_by_label("Names, one pair per line").fill("\n".join(lines))
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#counts")).to_have_text(re.compile("13 pairs · 24 known · 2 to choose"))
    assert look_at(page) == []
    for name in ("Suharto", "Gwen"):
        asked = page.get_by_role("group", name=f"Who is {name}?")
        # Where neither name of a line is known, the question has its width all the same.
        box = asked.bounding_box()
        assert box is not None and box["width"] > 240
        asked.get_by_role("radio", name="a guest").check()
    page.get_by_role("button", name="Enter 13 pairs").click()
    expect(page.locator("#to-come")).to_contain_text("0 here, 13 to come")
    assert Entry.objects.filter(event=evening.event).count() == 13
