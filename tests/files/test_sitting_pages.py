"""Sittings brought in and taken out on the pages."""

import html
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubscore.club.logins import found_club
from clubscore.club.models import Act, Club, Entry, Person, Role
from clubscore.club.table_money import set_fee
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.slip import slip_of
from tests.house import House, client_of, make_user
from tests.rubbers.tables import LAWS_BLOCK

FILE: dict[str, Any] = {
    "format": "clubscore-table/1",
    "game": "straight-bridge",
    "players": {"N": "Ann", "E": "cecil", "S": "Featherstonehaugh", "W": "Dora"},
    "stakes": {"amount": "5s", "currency": "LSD", "per": 100, "round": "ten"},
    "date": "2025-03-04",
    "table": "Fire table",
    "deals": list(LAWS_BLOCK),
}

TONIGHT = {key: value for key, value in FILE.items() if key != "date"} | {
    "players": {"N": "Zoë", "E": "Yves", "S": "Xaver", "W": "Wim"}
}


@pytest.fixture
def director(house: House) -> Client:
    return client_of(house.logins["director"])


def upload(client: Client, *contents: bytes | dict[str, Any]) -> Any:
    files = [
        SimpleUploadedFile(
            f"{number}.json", each if isinstance(each, bytes) else json.dumps(each).encode()
        )
        for number, each in enumerate(contents)
    ]
    return client.post(reverse("sitting-in"), {"file": files})


def told(answer: Any) -> str:
    return " ".join(html.unescape(answer.content.decode()).split())


def press(client: Client, preview: Any, **more: Any) -> Any:
    """What a key of the preview does, with people as they stand there unless `more` says."""
    page = preview.content.decode()
    carried = re.findall(r'name="files" value="([^"]*)"', page)[0]
    given = {"files": html.unescape(carried)}
    for field, options in re.findall(
        r'<select id="[^"]*" name="([^"]*)">(.*?)</select>', page, re.S
    ):
        chosen = re.findall(r'value="(\d+)" selected', options)
        given[field] = chosen[0] if chosen else "new"
    return client.post(reverse("sitting-bring"), given | more, follow=True)


def field_of(preview: Any, name: str) -> str:
    """The choice beside a name of the file."""
    return re.findall(rf'<label for="(who-\d+)">{name}</label>', preview.content.decode())[0]


IMPORT_KEY = re.compile(r"<button[^>]*>\s*Import\b")


def test_a_file_is_shown_then_brought_in_as_it_was_shown(director: Client, house: House) -> None:
    preview = upload(director, FILE)
    page = told(preview)
    assert "Fire table" in page
    assert "Tuesday 4 March 2025" in page
    assert IMPORT_KEY.search(page)
    assert "6 deals, 1 rubber made up" in page
    assert "Ann pays Cecil" in page
    assert "Featherstonehaugh pays Dora" in page
    assert page.count("13s") == 2
    assert "1 name is unknown here and would be added as a guest" in page
    assert not Sitting.objects.filter(club=house.club, evening="2025-03-04").exists()
    assert not Person.objects.filter(name="Featherstonehaugh").exists()
    answer = press(director, preview)
    sitting = Sitting.objects.get(club=house.club, evening="2025-03-04")
    assert answer.redirect_chain[-1][0] == reverse("pad", args=[sitting.pk])
    slip = slip_of(house.club, sitting.table, sitting.evening)
    assert sorted(slip.totals.values()) == [-260, -260, 260, 260]
    assert Person.objects.get(name="Featherstonehaugh").is_guest
    assert Act.objects.filter(what="sittings brought in", data__name="0.json").exists()


def test_the_same_file_again_says_so_and_changes_nothing(director: Client, house: House) -> None:
    preview = upload(director, FILE)
    press(director, preview)
    entries = Entry.objects.count()
    again = told(upload(director, FILE))
    assert "Already here; nothing changes" in again
    assert not IMPORT_KEY.search(again)
    # The key pressed twice.
    assert press(director, preview).status_code == 200
    assert Sitting.objects.filter(club=house.club).count() == 2
    assert Entry.objects.count() == entries


def test_the_director_says_who_is_who(director: Client, house: House) -> None:
    bob = Person.objects.get(club=house.club, name="Bob")
    preview = upload(director, FILE)
    choice = {field_of(preview, "Featherstonehaugh"): str(bob.pk)}
    looked = press(director, preview, look="1", **choice)
    assert "Bob pays Dora" in told(looked)
    assert "Everyone is known here" in told(looked)
    assert not Sitting.objects.filter(club=house.club, evening="2025-03-04").exists()
    press(director, looked)
    assert Person.objects.filter(club=house.club).count() == 4
    # One person in two seats is refused, and what was chosen stays.
    other = upload(director, FILE | {"date": "2025-03-05"})
    ann = Person.objects.get(club=house.club, name="Ann")
    refused = press(director, other, **{field_of(other, "Dora"): str(ann.pk)})
    assert refused.status_code == 422
    assert "Ann can only sit in one seat. Choose another player." in told(refused)
    chosen = re.findall(rf'value="({ann.pk})" selected', refused.content.decode())
    assert len(chosen) == 2
    assert not Sitting.objects.filter(club=house.club, evening="2025-03-05").exists()


def test_nobody_of_another_club_can_be_chosen(director: Client, house: House) -> None:
    other = Person.objects.create(club=found_club(name="Baldwin", author="a test"), name="Zoë")
    preview = upload(director, FILE)
    press(director, preview, **{field_of(preview, "Dora"): str(other.pk)})
    assert not Sitting.objects.filter(candidates__person=other).exists()


def test_several_files_come_all_or_not_at_all(director: Client, house: House) -> None:
    second = FILE | {"date": "2025-03-11", "table": "Window table"}
    bad = second | {"deals": [LAWS_BLOCK[0] | {"tricks": 14}]}
    refused = upload(director, FILE, bad)
    assert refused.status_code == 422
    assert "1.json, line 1.deals[0].tricks" in told(refused)
    # People sit at the window table now.
    preview = upload(director, FILE, second)
    assert "has ended" in told(preview)
    assert "Import all" not in told(preview)
    press(director, preview)
    assert Sitting.objects.filter(club=house.club).count() == 1
    Sitting.objects.update(voided_at="2025-01-01T12:00Z")
    preview = upload(director, FILE, second)
    answer = press(director, preview)
    assert answer.redirect_chain[-1][0] == reverse("results")
    assert Sitting.objects.filter(club=house.club, voided_at=None).count() == 2


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "The file is empty. It must"),
        (b'{"format": ', "line 1"),
        (b'{"format": "clubscore-table/1",\n "game": oh}', "at column 10"),
        (b"\xff\xfe\x00", "line 1, column 1"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "one object"),
        (b'{"a": 1, "a": 2}', "appears twice"),
        (b"x" * 1_900_001, "too much at once"),
        (json.dumps(FILE | {"date": "1066-10-14"}).encode(), "line 1.date"),
    ],
    ids=range(9),
)
def test_a_wrong_file_says_what_would_be_right(
    director: Client, content: bytes, words: str
) -> None:
    answer = upload(director, content)
    assert answer.status_code == 422
    assert words in told(answer)


def test_nothing_chosen_and_nothing_carried(director: Client) -> None:
    assert "Choose a file first" in told(director.post(reverse("sitting-in")))
    for carried in ("", "{", "[1]", '[["a", "x"]]', '[["a"]]'):
        answer = director.post(reverse("sitting-bring"), {"files": carried})
        assert answer.status_code == 422
        assert "hoose it" in told(answer)


def test_table_money_is_shown_before_it_is_taken_and_only_for_tonight(
    director: Client, house: House
) -> None:
    set_fee(club=house.club, amount=48, currency="LSD", per="person", author="a test")
    preview = upload(director, FILE)
    assert "table money" not in told(preview)
    press(director, preview)
    sitting = Sitting.objects.get(club=house.club, evening="2025-03-04")
    assert not slip_of(house.club, sitting.table, sitting.evening).besides
    slip = told(director.get(reverse("slip", args=[sitting.pk])))
    assert slip.count("Charge after all") == 4
    assert "Zoë, table money" in told(upload(director, TONIGHT))


def test_a_sitting_goes_out_from_its_pad_and_comes_into_another_club(
    director: Client, house: House
) -> None:
    sitting = house.sitting
    out = reverse("sitting-file-out", args=[sitting.pk])
    assert out in told(director.get(reverse("pad", args=[sitting.pk])))
    answer = director.get(out)
    assert f"window-table-{sitting.evening}.jsonl" in answer["Content-Disposition"]
    other: Club = found_club(name="Baldwin", author="a test")
    client = client_of(make_user(other, "d", Role.DIRECTOR))
    press(client, upload(client, answer.content))
    assert Sitting.objects.get(club=other).table.name == "Window table"
