"""Sessions of BBO on the pages and by command: chosen together, members by their user names."""

from __future__ import annotations

import html
import io
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from clubscore.club.federation_numbers import Held, set_numbers
from clubscore.club.models import Person, PersonNumber
from clubscore.events.models import Event, ToldPlayer
from clubscore.extras.bbo.pages_read import SavedPage, zipped
from clubscore.files.pages.events import MOST_FILES
from clubscore.files.people_file import plan, read_file, write_file
from clubscore.ranking.member_numbers import read_member_number
from tests.files.bbo_made import whole_session
from tests.files.test_event_pages import bring, director  # noqa: F401
from tests.house import House

pytestmark = pytest.mark.django_db


def give(person: Person, user: str) -> None:
    """Give somebody a user name, as the person's page does."""
    held = {"bbo": Held(read_member_number("bbo", user))}
    set_numbers(person=person, numbers=held, seen="{}", author="a test")


def choose(client: Client, pages: dict[str, bytes], **more: Any) -> Any:
    files = [SimpleUploadedFile(name, content) for name, content in pages.items()]
    return client.post(reverse("event-in"), {"file": files, **more})


def said(answer: Any) -> str:
    return " ".join(html.unescape(answer.content.decode()).split())


def test_pages_chosen_together_come_in_as_one_event(
    house: House,
    director: Client,  # noqa: F811
) -> None:
    give(house.people[0], "Ann_1")
    preview = choose(director, whole_session())
    page = said(preview)
    assert preview.status_code == 200
    assert "What Results.html and 4 more contain" in page
    assert "Results: 8. Boards: 4. In the ranking: 4." in page
    assert f"{house.people[0].name} & bob 2" in page
    assert "6 user names at BBO belong to no member, and stay as they are:" in page
    assert "bob 2, cyd, dee, Eve9, fay, gus" in page
    assert f'<a href="{reverse("players")}">Players</a>' in page
    bring(director, preview)
    event = Event.objects.get()
    assert (event.name, str(event.evening)) == ("Portland Monday & friends", "2026-03-02")
    (tied,) = ToldPlayer.objects.filter(event=event)
    assert (tied.person, tied.contestant, tied.order) == (house.people[0], "1", 0)
    ranking = said(director.get(reverse("event-ranking", args=[event.pk])))
    assert f"{house.people[0].name} & bob 2" in ranking


def test_a_user_name_is_typed_on_the_persons_page(
    house: House,
    director: Client,  # noqa: F811
) -> None:
    ann = house.people[0]
    at = reverse("person-numbers", args=[ann.pk])
    given = {"scheme-0": "BBO", "number-0": "Dinosaur_ 1", "seen": "{}"}
    assert "is at most 20 letters" in said(director.post(at, given | {"number-0": "a+b"}))
    director.post(at, given)
    assert ann.numbers.get().number == "dinosaur_ 1"
    page = said(director.get(reverse("person", args=[ann.pk])))
    assert "BBO user name" in page


def test_nobody_is_missing_where_everybody_is_known(
    house: House,
    director: Client,  # noqa: F811
) -> None:
    for number, user in enumerate(("ann_1", "bob 2", "CYD", "Dee", "eve9", "fay", "gus")):
        name = f"Member {number}"
        give(Person.objects.create(club=house.club, name=name, short_name=name), user)
    page = said(choose(director, whole_session()))
    assert "user name" not in page
    assert "Member 2 & Robot" in page


def test_another_clubs_user_names_are_nobodys_here(
    house: House,
    other_house: House,
    director: Client,  # noqa: F811
) -> None:
    give(other_house.people[0], "ann_1")
    assert "ann_1, bob 2" in said(choose(director, whole_session()))


def test_what_is_wrong_names_the_page_and_more_than_a_session_is_refused(
    director: Client,  # noqa: F811
) -> None:
    pages = whole_session()
    pages["board 2.html"] = pages["board 2.html"].replace(b"EW Points", b"Punkte")
    answer = choose(director, pages)
    assert answer.status_code == 422
    assert "board 2.html, line " in said(answer)
    many = {f"{n}.html": b"<html>" for n in range(MOST_FILES + 1)}
    assert "You chose 61 files, and at most 60 come in at once." in said(choose(director, many))


def test_a_zip_comes_in_by_command_with_members_names(house: House, tmp_path: Path) -> None:
    give(house.people[0], "ann_1")
    file = tmp_path / "monday.zip"
    file.write_bytes(zipped([SavedPage(*each) for each in whole_session().items()]))
    out = io.StringIO()
    call_command("import_event", str(file), stdout=out)
    event = Event.objects.get()
    assert f"/event/{event.pk}/ranking/" in out.getvalue()
    told = event.tellings.get().text
    assert f'"names": ["{house.people[0].name}", "bob 2"]' in told


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_table_of_user_names_is_a_column_of_the_list_of_members(
    house: House, kind: str
) -> None:
    give(house.people[0], "Dinosaur 1")
    content = write_file(list(Person.objects.filter(club=house.club)), kind)
    rows, strange = read_file(f"people.{kind}", content)
    assert strange == []
    assert {step.outcome for step in plan(house.club, rows).steps} == {"same"}
    for heading in ("BBO user name", "BBO", "bbo username", "Number (BBO)"):
        text = f"name,{heading}\nBob,GULLIVER_\n"
        rows, strange = read_file("people.csv", text.encode())
        assert strange == []
        steps = plan(house.club, rows).steps
        assert [step.outcome for step in steps] == ["changed"]
    assert not PersonNumber.objects.filter(number="gulliver_").exists()
