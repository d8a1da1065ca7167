"""Wherever a name is typed an odd one comes back once, with a key for each answer."""

import html
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubscore.club.models import Club, Person
from clubscore.club.people import Details, add_person
from clubscore.events.models import Entry, Event
from clubscore.files.people_file import write_file
from clubscore.rubbers.models import CardTable, SevenEvening
from tests.events.evenings import Evening
from tests.files.test_sitting_pages import FILE, press, told, upload
from tests.house import House, client_of

ODD, PLAIN = "Ada\u200b Hart", "Ada Hart"
KEY = re.compile(r'<button class="key" name="(odd-[^"]+)" value="([^"]+)"')


@pytest.fixture
def director(house: House) -> Client:
    return client_of(house.logins["director"])


def keys_of(answer: Any) -> dict[str, str]:
    """Return what the keys of a question would save, each with its name: {saved: name}."""
    assert answer.status_code == 422, answer.status_code
    found = [(html.unescape(v), n) for n, v in KEY.findall(answer.content.decode())]
    return dict(found)


def ask(
    client: Client, address: str, form: dict[str, Any], field: str, odd: str, plain: str
) -> None:
    """Send an odd name; see the question, and that what was typed stands there."""
    answer = client.post(address, form | {field: odd})
    assert keys_of(answer) == {plain: f"odd-{field}", odd: f"odd-{field}"}
    page = html.unescape(answer.content.decode())
    assert f'value="{odd}"' in page and "or keep it as typed?" in page


def settle(client: Client, address: str, form: dict[str, Any], field: str) -> None:
    """See that each of the two keys saves what it says, and that a name typed since is asked of."""
    ask(client, address, form, field, ODD, PLAIN)
    other = client.post(address, form | {field: "Eve\u200b", f"odd-{field}": ODD})
    assert keys_of(other).keys() == {"Eve", "Eve\u200b"}


def hidden(answer: Any, name: str) -> str:
    """Return what a page carries out of sight."""
    found = re.findall(rf'name="{name}" (?:id="[^"]*" )?value="([^"]*)"', answer.content.decode())
    found += re.findall(rf'name="{name}" value="([^"]*)" id=', answer.content.decode())
    return html.unescape(found[0])


CASES = ("kept", "plain")


def answered(case: str) -> str:
    return ODD if case == "kept" else PLAIN


@pytest.mark.parametrize("case", CASES)
def test_a_new_person(director: Client, house: House, case: str) -> None:
    form = {"kind": "member", "active": "on"}
    settle(director, reverse("person-add"), form, "name")
    assert not Person.objects.filter(name__contains="Hart").exists()
    name = answered(case)
    director.post(reverse("person-add"), form | {"name": ODD, "odd-name": name})
    person = Person.objects.get(club=house.club, name=name)
    # What was kept is not asked about again where something else is changed.
    change = reverse("person-change", args=[person.pk])
    seen = re.search(
        r'name="seen" value="([^"]*)"',
        director.get(reverse("person", args=[person.pk])).content.decode(),
    )
    assert seen is not None
    form |= {"name": name, "short_name": person.short_name, "seen": html.unescape(seen[1])}
    answer = director.post(change, form | {"number": "12"})
    assert answer.status_code == 302 and Person.objects.get(number="12").name == name


def test_two_odd_names_of_one_form_are_answered_one_after_the_other(director: Client) -> None:
    form = {"kind": "member", "active": "on", "name": ODD, "short_name": "A\u200bda"}
    first = director.post(reverse("person-add"), form)
    assert len(KEY.findall(first.content.decode())) == 4
    second = director.post(reverse("person-add"), form | {"odd-name": ODD})
    assert set(keys_of(second).values()) == {"odd-short_name"}
    carried = re.findall(
        r'<input type="hidden" name="(odd-name)" value="([^"]*)"', second.content.decode()
    )
    assert ("odd-name", ODD) in [(n, html.unescape(v)) for n, v in carried]
    director.post(reverse("person-add"), form | {"odd-name": ODD, "odd-short_name": "Ada"})
    assert Person.objects.get(short_name="Ada").name == ODD


def test_who_looks_like_a_member_is_asked_about(director: Client, house: House) -> None:
    form = {"kind": "guest", "active": "on", "name": "Воb"}
    answer = director.post(reverse("person-add"), form)
    assert "looks like “Bob”, who is here already" in html.unescape(answer.content.decode())
    director.post(reverse("person-add"), form | {"odd-name": "Воb"})
    assert Person.objects.filter(club=house.club, name="Воb").exists()


def test_a_name_of_which_nothing_is_seen_is_refused(director: Client) -> None:
    form = {"kind": "guest", "active": "on", "name": "\u200b", "odd-name": "\u200b"}
    answer = director.post(reverse("person-add"), form)
    assert keys_of(answer) == {} and "nothing that can be seen" in answer.content.decode()


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("where", ["join-table", "sit-down", "event-entries"])
def test_a_guest(director: Client, house: House, where: str, case: str) -> None:
    words = {"join-table": [house.sitting.pk], "sit-down": []}
    if where == "event-entries":
        words[where] = [Evening(4, club=house.club).event.pk]
    address, form = reverse(where, args=words[where]), {"n": "4"}
    settle(director, address, form | {"add_guest": "1"}, "guest")
    assert not Person.objects.filter(name__contains="Hart").exists()
    director.post(address, form | {"guest": ODD, "odd-guest": answered(case)})
    assert Person.objects.get(club=house.club, name__contains="Hart").name == answered(case)


def test_a_guest_who_was_kept_comes_again_unasked(director: Client, house: House) -> None:
    form = {"n": "4", "guest": ODD}
    director.post(reverse("sit-down"), form | {"odd-guest": ODD})
    answer = director.post(reverse("sit-down"), form | {"add_guest": "1"})
    assert answer.status_code == 302
    assert Person.objects.filter(club=house.club, name=ODD).count() == 1


@pytest.mark.parametrize("case", CASES)
def test_a_team(director: Client, house: House, case: str) -> None:
    made = Evening(0, kind="", form="teams", club=house.club)
    address = reverse("event-entries", args=[made.event.pk])
    form = {"who": [each.pk for each in house.people], "key": "one"}
    settle(director, address, form, "name")
    director.post(address, form | {"name": ODD, "odd-name": answered(case)})
    assert Entry.objects.get(event=made.event).name == answered(case)


@pytest.mark.parametrize("case", CASES)
def test_an_event(director: Client, house: House, case: str) -> None:
    form = {"form": "pairs", "scoring": "matchpoints", "key": "one"}
    settle(director, reverse("event-new"), form, "name")
    director.post(reverse("event-new"), form | {"name": ODD, "odd-name": answered(case)})
    event = Event.objects.get(club=house.club)
    assert event.name == answered(case)
    address = reverse("event-settings", args=[event.pk])
    director.post(
        address, {"name": "Tuesday\u200b", "scoring": "matchpoints", "odd-name": "Tuesday"}
    )


@pytest.mark.parametrize("case", CASES)
def test_the_club(director: Client, house: House, case: str) -> None:
    page = director.get(reverse("club-change"))
    form = {
        "seen": hidden(page, "seen"), "time_zone": "Europe/London", "currency": "LSD",
        "paper": "A4", "hours": "24", "pad_heads": "era", "federation": "none",
    }  # fmt: skip
    settle(director, reverse("club-change"), form, "name")
    director.post(reverse("club-change"), form | {"name": ODD, "odd-name": answered(case)})
    house.club.refresh_from_db()
    assert house.club.name == answered(case)
    new = {"time_zone": "Europe/London"}
    settle(director, reverse("club-new"), new, "name")
    director.post(reverse("club-new"), new | {"name": ODD, "odd-name": answered(case)})
    assert Club.objects.latest("pk").name == answered(case)


@pytest.mark.parametrize("case", CASES)
def test_a_table_of_the_seven(director: Client, house: House, case: str) -> None:
    more = [Person.objects.create(club=house.club, name=n, short_name=n) for n in "EFGHIJK"]
    address, form = reverse("sit-down-seven"), {
        "who": [each.pk for each in more], "name-2": "Fire", "key": "one",
        **{f"place-{at}": each.pk for at, each in enumerate(more)},
    }  # fmt: skip
    settle(director, address, form, "name-1")
    assert not SevenEvening.objects.exists()
    director.post(address, form | {"name-1": ODD, "odd-name-1": answered(case)})
    assert CardTable.objects.filter(club=house.club, name=answered(case)).exists()


def preview(client: Client, text: str) -> Any:
    file = SimpleUploadedFile("a.csv", text.encode())
    return client.post(reverse("people-in"), {"file": file})


@pytest.mark.parametrize("case", CASES)
def test_a_list(director: Client, house: House, case: str) -> None:
    page = html.unescape(
        preview(director, f"name,number\n{ODD},12\nВоb,14\nEve,15\n").content.decode()
    )
    assert "2 names are unusual" in page and "invisible character after “Ada”" in page
    assert "looks like “Bob”" in page
    form = {
        name: re.search(rf'name="{name}" value="([^>]*)">', page)[1]  # type: ignore[index]
        for name in ("rows", "digest", "source")
    }
    assert director.post(reverse("people-bring"), form).status_code == 409
    assert not Person.objects.filter(number="12").exists()
    director.post(reverse("people-bring"), form | {"names": case})
    assert Person.objects.get(number="12").name == answered(case)
    assert (case == "kept") == Person.objects.filter(name="Воb").exists()


def test_a_list_whose_rows_are_one_person_without_what_is_odd_says_so(director: Client) -> None:
    shown = preview(director, f"name\n{ODD}\n{PLAIN}\n")
    form = {name: hidden(shown, name) for name in ("rows", "digest", "source")}
    answer = director.post(reverse("people-bring"), form | {"names": "plain"})
    assert answer.status_code == 409 and "The same person is in line 2" in told(answer)
    assert not Person.objects.filter(name__contains="Hart").exists()


def test_a_list_that_went_out_comes_in_again_unasked(director: Client, house: House) -> None:
    add_person(club=house.club, details=Details(name=ODD), kind="member", author="x")
    people = Person.objects.filter(club=house.club)
    text = write_file(people, "csv").decode("utf-8-sig")
    assert "unusual" not in preview(director, text).content.decode()


@pytest.mark.parametrize(("said", "name"), [("new", ODD), ("plain", PLAIN)])
def test_somebody_new_in_a_score_file(director: Client, house: House, said: str, name: str) -> None:
    file = FILE | {"players": FILE["players"] | {"S": ODD}}
    shown = upload(director, file)
    assert "invisible character after “Ada”" in told(shown)
    answer = press(director, shown, **{"who-2": ""})
    assert "invisible character" in told(answer) and not Person.objects.filter(name=ODD).exists()
    press(director, shown, **{"who-2": said})
    assert Person.objects.get(club=house.club, name__contains="Hart").name == name


def test_an_event_of_a_file_says_what_is_odd(director: Client) -> None:
    entry = {"number": "1", "names": [ODD, "Bob"]}
    text = json.dumps({
        "format": "clubscore-event/1", "game": "auction", "scoring": "matchpoints",
        "contestants": [entry, {"number": "2", "names": ["Cecil", "Dora"]}],
        "boards": [], "results": [],
    })  # fmt: skip
    shown = director.post(
        reverse("event-in"), {"file": SimpleUploadedFile("a.json", text.encode())}
    )
    assert "The names stay as the file has them" in told(shown)
