"""Numbers with federations: whose they are, who sees them, what becomes of them."""

import datetime as dt
import json
import re
from html import unescape
from typing import Any

import pytest

from clubscore.club.entry import ChangedMeanwhile, Refused
from clubscore.club.federation_numbers import (
    Held,
    merge_people,
    numbers_of,
    seen_numbers,
    set_numbers,
)
from clubscore.club.models import Act, Club, Person, PersonNumber
from clubscore.club.privacy import forget_name
from clubscore.files.people_file import plan, read_file, write_file
from clubscore.laws.errors import RuleError
from clubscore.ranking.member_numbers import is_placeholder, read_member_number, read_scheme
from tests.house import House, client_of

pytestmark = pytest.mark.postgres


def give(person: Person, **numbers: str) -> None:
    """Let somebody have these numbers and no others."""
    held = {scheme: Held(number) for scheme, number in numbers.items()}
    set_numbers(person=person, numbers=held, seen=seen_numbers(person), author="Dora")


def told(person: Person) -> dict[str, str]:
    return {scheme: held.number for scheme, held in numbers_of(person).items()}


@pytest.mark.parametrize("text", ["", " ", "0", "000", "#123", "tmp:7f", "TMP:1"])
def test_what_stands_where_no_number_is_known_is_none(text: str) -> None:
    assert is_placeholder(text)
    with pytest.raises(RuleError, match="not a number"):
        read_member_number("ebu", text)


@pytest.mark.parametrize(
    ("scheme", "number", "kept"),
    [
        ("ebu", "00123456", "00123456"),
        ("acbl", "o123456", "O123456"),
        ("sbu", "S-12", "S-12"),
        ("dbv", " 77.1 ", "77.1"),
        ("own", "Life 3", "Life 3"),
    ],
)
def test_a_number_is_text(scheme: str, number: str, kept: str) -> None:
    assert read_member_number(scheme, number) == kept


@pytest.mark.parametrize(
    ("scheme", "number", "says"),
    [
        ("abf", "A123", "of the ABF consists of figures"),
        ("acbl", "AB12345", "the first of which may be a letter"),
        ("dbv", "1" * 21, "at most 20 letters or figures"),
        ("dbv", "1 2", "without spaces"),
        ("dbv", "=1+1", "without spaces"),
        ("own", "a\nb", "in one line"),
    ],
)
def test_a_bad_number_says_what_would_be_right(scheme: str, number: str, says: str) -> None:
    with pytest.raises(RuleError, match=says):
        read_member_number(scheme, number)


def test_schemes_are_short_names() -> None:
    assert [read_scheme(each) for each in ("EBU", " nzb ", "dbv-b")] == ["ebu", "nz", "dbv-b"]
    for bad in ("", "7", "english bridge", "a" * 11):
        with pytest.raises(RuleError, match="short name of a federation"):
            read_scheme(bad)


def test_a_number_belongs_to_one(house: House) -> None:
    ann, bob = house.people[:2]
    give(ann, ebu="123", abf="7")
    give(bob, acbl="123")
    with pytest.raises(Refused, match="EBU number 123 belongs to Ann") as refused:
        give(bob, ebu="123")
    assert refused.value.field == "ebu"
    assert (told(ann), told(bob)) == ({"abf": "7", "ebu": "123"}, {"acbl": "123"})
    act = Act.objects.filter(what="numbers put right").order_by("pk").first()
    assert act is not None
    assert act.data["changed"] == {"abf": ["", "7"], "ebu": ["", "123"]}


def test_the_second_of_two_is_shown_the_numbers_of_the_first(house: House) -> None:
    ann = house.people[0]
    seen = seen_numbers(ann)
    give(ann, ebu="123")
    for carried in (seen, "", "[]", "x", "[" * 9000):
        with pytest.raises(ChangedMeanwhile) as meanwhile:
            set_numbers(person=ann, numbers={}, seen=carried, author="Dora")
        assert [(c.label, c.now) for c in meanwhile.value.changes] == [("EBU", "123")]
    assert told(ann) == {"ebu": "123"}


def test_merged_entries_keep_one_number_a_scheme(house: House) -> None:
    ann, bob = house.people[:2]
    guest = Person.objects.create(club=house.club, name="A. Nother", short_name="AN", kind="guest")
    give(ann, ebu="1")
    give(guest, ebu="2", abf="3")
    page = client_of(house.logins["director"]).get(f"/players/{ann.pk}/same/?other={guest.pk}")
    assert "Both have a number with the EBU: 1 stays, 2 is dropped." in page.content.decode()
    merge_people(other=guest, into=ann, author="Dora")
    assert told(ann) == {"ebu": "1", "abf": "3"}
    act = Act.objects.get(what="two entries of one person")
    assert act.data["other"]["numbers"] == {"ebu": "2"}
    give(bob, ebu="2")


def test_a_forgotten_person_has_no_number_nor_does_the_log(house: House) -> None:
    ann = house.people[0]
    give(ann, ebu="987654")
    forget_name(person=ann, author="Dora")
    assert told(ann) == {}
    assert "987654" not in str(list(Act.objects.values_list("data", flat=True)))


def test_one_number_is_given_once_at_once(together: Any, house: House) -> None:
    ann, bob = house.people[:2]
    done = together(lambda: give(ann, ebu="5"), lambda: give(bob, ebu="5"))
    assert sorted(type(each).__name__ for each in done) == ["NoneType", "Refused"]
    assert PersonNumber.objects.filter(scheme="ebu", number="5").count() == 1


# On pages.


def typed(house: House, person: Person, **fields: str) -> Any:
    """Send the form of a person's numbers as its page has it, with these fields typed over."""
    browser = client_of(house.logins["director"])
    page = browser.get(f"/players/{person.pk}/").content.decode()
    form = page.split('/numbers/"')[1].split("</form>")[0]
    there = {
        name: unescape(value)
        for tag in re.findall(r"<input[^>]*>", form)
        for name in re.findall(r'name="([^"]*)"', tag)
        for value in [(re.findall(r'value="([^"]*)"', tag) or [""])[0]]
        if name != "csrfmiddlewaretoken"
    }
    return browser.post(f"/players/{person.pk}/numbers/", there | fields)


def of_federation(club: Club, federation: str) -> None:
    club.federation = federation
    club.save()


def test_the_clubs_federation_has_its_row_and_others_are_added(house: House) -> None:
    ann = house.people[0]
    of_federation(house.club, "abf")
    more = {"scheme-1": "EBU", "number-1": "00042", "since-1": "2025-04-01"}
    answer = typed(house, ann, **{"number-0": "123456"}, **more)
    assert answer.status_code == 302
    assert numbers_of(ann) == {
        "abf": Held("123456"),
        "ebu": Held("00042", dt.date(2025, 4, 1)),
    }
    page = client_of(house.logins["director"]).get(f"/players/{ann.pk}/").content.decode()
    assert "ABF 123456" in page
    assert 'value="2025-04-01"' in page
    # One that is emptied is gone.
    assert typed(house, ann, **{"number-0": ""}).status_code == 302
    assert told(ann) == {"ebu": "00042"}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"scheme-0": "EBU", "number-0": "12 b"}, "without spaces, not '12 b'"),
        ({"scheme-0": "EBU", "number-0": "0"}, "is not a number. Leave the field empty"),
        ({"scheme-0": "EBU"}, "is not a number. Leave the field empty"),
        ({"number-0": "12"}, "Enter whose number it is, for example EBU."),
        ({"scheme-0": "own", "number-0": "12"}, "stands under Change details"),
        ({"scheme-0": "EBU", "number-0": "12", "since-0": "soon"}, "as in 2026-03-31"),
        ({"scheme-0": "EBU", "number-0": "77"}, "EBU number 77 belongs to Bob"),
    ],
)
def test_what_cannot_be_is_told_and_what_was_typed_stays(
    house: House, fields: dict[str, str], says: str
) -> None:
    give(house.people[1], ebu="77")
    answer = typed(house, house.people[0], **fields)
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert says in page
    for value in fields.values():
        assert f'value="{value}"' in page
    assert told(house.people[0]) == {}


def test_a_scheme_stands_once(house: House) -> None:
    ann = house.people[0]
    give(ann, ebu="1")
    answer = typed(house, ann, **{"scheme-1": "ebu", "number-1": "2"})
    assert "There is an EBU number already" in answer.content.decode()


def test_directors_alone_see_and_find_numbers(house: House) -> None:
    bob = house.people[1]
    of_federation(house.club, "ebu")
    give(bob, ebu="00765432")
    for who in ("director", "scorer", "player"):
        browser = client_of(house.logins[who])
        pages = [
            browser.get(address).content.decode()
            for address in (
                "/players/",
                "/players/?q=0765",
                f"/players/{bob.pk}/",
                "/search/?q=0765",
            )
        ]
        seen = ["00765432" in page for page in pages[:3]]
        assert seen == [who == "director"] * 3, who
        found = [re.search(r">\s*Bob\s*<", page) is not None for page in (pages[1], pages[3])]
        assert found == [who == "director"] * 2, who


def test_a_person_is_given_their_numbers_with_their_data(house: House) -> None:
    ann = house.people[0]
    give(ann, ebu="00042")
    answer = client_of(house.logins["player"]).get(f"/players/{ann.pk}/data/")
    assert json.loads(answer.content)["numbers"] == {"ebu": "00042"}


# In lists.


def test_lists_carry_numbers_out_and_in(house: House) -> None:
    ann, bob = house.people[:2]
    give(ann, ebu="00042", dbv="7")
    give(bob, ebu="5")
    for kind in ("csv", "xlsx"):
        written = write_file(Person.objects.filter(club=house.club), kind)
        rows, strange = read_file(f"a.{kind}", written)
        assert not strange
        assert [row["number:ebu"] for row in rows] == ["00042", "5", "", ""]
        assert rows[0]["number:dbv"] == "7"
        assert plan(house.club, rows).same == 4
        PersonNumber.objects.filter(scheme="dbv").delete()
        assert plan(house.club, rows).steps[0].says == ["DBV: nothing → 7"]
        give(ann, ebu="00042", dbv="7")


def test_a_list_without_numbers_is_as_it_was(house: House) -> None:
    head = write_file(Person.objects.filter(club=house.club), "csv").decode("utf-8-sig")
    assert head.splitlines()[0] == "name,short name,number,e-mail,member or guest,active"


def brought(house: House, text: str) -> list[tuple[str, str]]:
    """Return what each row of a list would do: outcome, and of whom."""
    rows, _strange = read_file("a.csv", text.encode())
    steps = plan(house.club, rows).steps
    return [(s.outcome, s.person.name if s.person else "; ".join(s.says)) for s in steps]


def test_a_number_says_more_than_a_name(house: House) -> None:
    ann, bob = house.people[:2]
    give(ann, ebu="1", abf="9")
    give(bob, ebu="2")
    assert brought(house, "name,EBU\nAnnie,1\n") == [("changed", "Ann")]
    assert brought(house, "name,EBU number\nAnn,\n") == [("same", "Ann")]
    # Another number is another person.
    assert brought(house, "name,EBU\nAnn,3\n")[0][0] == "new"
    assert brought(house, "name,EBU,ABF\nAnn,2,9\n") == [
        (
            "refused",
            "The numbers in this line belong to different people: Bob and Ann. Correct them.",
        )
    ]
    assert brought(house, "name,EBU\nIda,7\nHal,7\n")[1][0] == "refused"
    assert brought(house, "name,ABF\nIda,x1\n")[0] == (
        "refused",
        "ABF number: A number of the ABF consists of figures alone, not 'x1'.",
    )
    assert brought(house, "name,EBU\nIda,#12\nHal,0\n") == [("new", "new member")] * 2


def test_numbers_change_hands_within_a_list(house: House) -> None:
    ann, bob = house.people[:2]
    for person, number in ((ann, "11"), (bob, "12")):
        person.number = number
        person.save()
    give(ann, ebu="1")
    give(bob, ebu="2")
    browser = client_of(house.logins["director"])
    text = "name,number,EBU\nAnn,11,3\nBob,12,4\nIda,13,5\n"
    page = browser.post("/players/in/", {"names": text}).content.decode()
    hidden = re.findall(r'name="(rows|digest|source)" value="([^"]*)"', page)
    answer = browser.post("/players/in/bring/", {k: unescape(v) for k, v in hidden})
    assert answer.status_code == 302
    assert (told(ann), told(bob)) == ({"ebu": "3"}, {"ebu": "4"})
    assert told(house.club.people.get(name="Ida")) == {"ebu": "5"}
    assert Act.objects.filter(what="numbers put right").count() == 4
