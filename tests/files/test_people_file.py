"""Lists of people that come in and go out."""

import io
import re
import zipfile
from html import unescape
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook, load_workbook

from clubscore.club import people as services
from clubscore.club.federation_numbers import bring_in
from clubscore.club.models import Act, Club, Person
from clubscore.club.people import Details
from clubscore.files import people_file
from clubscore.files.people_file import PeoplePlan, UnreadableFile, plan, read_file, write_file
from tests.house import House, client_of

pytestmark = pytest.mark.postgres


def read(text: str) -> list[dict[str, str]]:
    rows, _strange = read_file("members.csv", text.encode())
    return [dict(row) for row in rows]


def planned(club: Club, text: str) -> PeoplePlan:
    rows, _strange = read_file("members.csv", text.encode())
    return plan(club, rows)


def outcomes(club: Club, text: str) -> list[tuple[int, str, str]]:
    return [(s.line, s.outcome, "; ".join(s.says)) for s in planned(club, text).steps]


def workbook(rows: list[list[Any]]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_csv_of_any_spreadsheet_is_read(delimiter: str, encoding: str) -> None:
    text = "NAME;E-Mail;No.\r\nZoë Müller;zoe@example.org;7\r\n".replace(";", delimiter)
    rows, strange = read_file("members.csv", text.encode(encoding))
    assert rows == [{"name": "Zoë Müller", "email": "zoe@example.org", "number": "7"}]
    assert (rows[0].line, strange) == (2, [])


def test_a_workbook_is_read_as_it_is_shown() -> None:
    content = workbook([["Name", "Number", "Active", "Phone"], ["Ann", 117.0, True, "1"], [None]])
    rows, strange = read_file("members.xlsx", content)
    assert rows == [{"name": "Ann", "number": "117", "active": "yes"}]
    assert strange == ["Phone"]


def bomb() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("xl/worksheets/sheet1.xml", b"0" * (people_file.LARGEST_UNPACKED + 1))
    return packed.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", b"", "Its first line must name the"),
        ("a.csv", b"Surname,First\nWard,Cecil\n", "No column is called “name”"),
        ("a.csv", b"name\n" + b"Ann\n" * 2001, "more than 2000 rows"),
        ("a.csv", b"name\n" + b"A" * 1024 * 1024, "larger than 1 MB"),
        ("a.csv", b'name\n"Ann\n', "). Check for a missing quotation mark"),
        ("a.xls", b"\xd0\xcf\x11\xe0", "is not a CSV or XLSX"),
        ("a.csv", b"name\n\0\n", "is not a CSV or XLSX"),
        ("a.xlsx", b"PK\x03\x04 and no more", "cannot be read"),
        ("a.xlsx", bomb(), "Unpacked, the file is too large"),
    ],
)
def test_what_is_no_list_is_refused(name: str, content: bytes, said: str) -> None:
    with pytest.raises(UnreadableFile, match=re.escape(said)):
        read_file(name, content)


def workbook_with(sheet: bytes) -> bytes:
    """A good workbook whose sheet is another file."""
    good, out = io.BytesIO(), io.BytesIO()
    Workbook().save(good)
    with zipfile.ZipFile(good) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            new.writestr(part, sheet if part.endswith("sheet1.xml") else old.read(part))
    return out.getvalue()


@pytest.mark.parametrize(
    "sheet",
    [
        b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><worksheet>&b;</worksheet>',
        b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet>&a;</worksheet>',
        b"<worksheet><sheetData><row><c><v>1",
    ],
)
def test_traps_in_a_workbook_are_refused(sheet: bytes) -> None:
    with pytest.raises(UnreadableFile):
        read_file("members.xlsx", workbook_with(sheet))


def test_an_open_quotation_mark_is_told_with_its_line() -> None:
    with pytest.raises(UnreadableFile, match="Line 3"):
        read_file("members.csv", b'name\nAnn\n"Bob\n')


def test_each_row_says_what_it_would_do(house: House) -> None:
    bob = house.people[1]
    bob.kind, bob.number = Person.Kind.GUEST, "92"
    bob.save()
    text = (
        "name,short name,number,e-mail,member or guest,active\n"
        "Ida,,117,,,\n"
        "Robert Adeyemi,,92,,member,\n"
        "Dora,,,,,yes\n"
        "Cecil,,15,,,no\n"
        ",Max,,,,\n"
        "Eve,,,eve at home,,\n"
        "Fred,,,,treasurer,\n"
        "Hal,,117,,,\n"
        "=1+1,,,,,\n"
        "Gina,Ann,,,,\n"
        "Ann,,,,guest,\n"
    )
    assert outcomes(house.club, text) == [
        (2, "new", "new member"),
        (3, "changed", "guest becomes member; name: Bob → Robert Adeyemi"),
        (4, "same", ""),
        (5, "changed", "number: nothing → 15; no longer plays here"),
        (6, "refused", "Enter a name."),
        (7, "refused", "eve at home is not an e-mail address. Write it like ann@example.org."),
        (8, "refused", "“treasurer”: enter member or guest."),
        (9, "refused", "The same person is in line 2. Keep one of the lines."),
        (10, "refused", "name: replace the formula with plain text."),
        (11, "refused", "The short name Ann is taken. Give Gina another."),
        (12, "refused", "Ann is already a member, not a guest."),
    ]


def test_one_person_stands_in_a_list_once(house: House) -> None:
    told = outcomes(house.club, "name\nAnn\nann\nZoe\nZOE\n")
    assert [each[1] for each in told] == ["same", "refused", "new", "refused"]


def test_namesakes_are_told_apart_by_number(house: House) -> None:
    for number in ("1", "2"):
        Person.objects.create(
            club=house.club, name="John Smith", short_name=f"John {number}", number=number
        )
    told = outcomes(house.club, "name,number\nJohn Smith,2\nJohn Smith,3\n")
    assert [each[1] for each in told] == ["same", "new"]
    assert "their numbers to tell them apart" in outcomes(house.club, "name\nJohn Smith\n")[0][2]


IMPORT_KEY = re.compile(r"<button[^>]*>\s*Import members")


def upload(browser: Client, text: str | bytes, name: str = "members.csv") -> Any:
    content = text.encode() if isinstance(text, str) else text
    return browser.post("/players/in/", {"file": SimpleUploadedFile(name, content)})


def shown(answer: Any) -> dict[str, str]:
    """Return what the preview's form would send."""
    page = answer.content.decode()
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
    return {name: unescape(value) for name, value in found.items() if name != "csrfmiddlewaretoken"}


def names(club: Club) -> set[str]:
    return set(club.people.values_list("name", flat=True))


def test_nothing_is_written_before_it_is_agreed(house: House) -> None:
    browser = client_of(house.logins["director"])
    answer = upload(browser, "name,number\nIda,117\nBob,92\n")
    page = answer.content.decode()
    assert "New: 1, changed: 1, unchanged: 0, to correct: 0" in page
    assert "number: nothing → 92" in page
    assert IMPORT_KEY.search(page)
    assert "Ida" not in names(house.club)
    assert browser.post("/players/in/bring/", shown(answer)).status_code == 302
    assert "Ida" in names(house.club)
    assert Act.objects.get(what="list brought in").data == {
        "name": "members.csv",
        "new": 1,
        "changed": 1,
    }


def test_a_list_with_a_row_to_put_right_writes_nothing(house: House) -> None:
    browser = client_of(house.logins["director"])
    answer = upload(browser, "name,e-mail\nIda,\nEve,nowhere\n")
    assert not IMPORT_KEY.search(answer.content.decode())
    assert browser.post("/players/in/bring/", shown(answer)).status_code == 409
    assert "Ida" not in names(house.club)


def test_what_changed_meanwhile_is_shown_first(house: House) -> None:
    browser = client_of(house.logins["director"])
    preview = shown(upload(browser, "name,number\nIda,117\n"))
    services.add_person(
        club=house.club, details=Details("Hal", number="117"), kind="member", author="x"
    )
    answer = browser.post("/players/in/bring/", preview)
    assert answer.status_code == 409
    assert "The club's list has changed. This" in unescape(answer.content.decode())
    assert "Ida" not in names(house.club)


def test_all_or_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = client_of(house.logins["director"])
    preview = shown(upload(browser, "name\nIda\nHal\n"))
    real = Person.objects.bulk_create

    def fails_after_writing(people: list[Person], **options: Any) -> None:
        real(people, **options)
        raise ValidationError("no room for Hal")

    monkeypatch.setattr(type(Person.objects), "bulk_create", staticmethod(fails_after_writing))
    answer = browser.post("/players/in/bring/", preview)
    assert "no room for Hal" in answer.content.decode()
    assert not {"Ida", "Hal"} & names(house.club)


def test_a_list_changes_and_adds_as_it_said(house: House) -> None:
    ann, bob = house.people[:2]
    for person, number in ((ann, "1"), (bob, "2")):
        person.number = number
        person.save()
    bob.kind = Person.Kind.GUEST
    bob.save()
    old = Person.objects.create(
        club=house.club, name="Bob", short_name="Bob", merged_into=bob, active=False
    )
    browser = client_of(house.logins["director"])
    text = "name,number,e-mail,member or guest\nRobert,2,r@example.org,member\nIda Ward,,,guest\n"
    browser.post("/players/in/bring/", shown(upload(browser, text)))
    bob.refresh_from_db()
    old.refresh_from_db()
    assert (bob.name, bob.email, bob.kind) == ("Robert", "r@example.org", "member")
    assert old.name == "Robert"
    assert house.club.people.get(name="Ida Ward").short_name == "Ida"
    told = set(Act.objects.filter(club=house.club).values_list("what", "data__name"))
    assert {
        ("guest became a member", "Robert"),
        ("person put right", "Robert"),
        ("guest added", "Ida Ward"),
    } <= told


def test_a_long_list_does_not_stop_the_club(
    house: House, django_assert_max_num_queries: Any
) -> None:
    lines = "\n".join(f"Given{n % 50} Family{n},{n}" for n in range(1, 1001))
    rows, _strange = read_file("members.csv", f"name,number\n{lines}\n".encode())
    with django_assert_max_num_queries(30):
        writes = plan(house.club, rows).to_write()
        bring_in(club=house.club, rows=writes, author="Dora", source="members.csv")
    assert house.club.people.count() == 1004
    assert plan(house.club, rows).same == 1000


@pytest.mark.parametrize(
    "rows",
    ["", "x", "{}", "[1]", '[[2, "x"]]', '[["a", {}]]', "[[1e400, {}]]", "[" * 3000],
)
def test_a_garbled_form_brings_nothing_in(house: House, rows: str) -> None:
    browser = client_of(house.logins["director"])
    before = names(house.club)
    answer = browser.post("/players/in/bring/", {"rows": rows, "digest": "x"})
    assert answer.status_code in (409, 422)
    assert names(house.club) == before


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_what_went_out_comes_in_as_before(house: House, kind: str) -> None:
    Person.objects.create(club=house.club, name="Ó, “Zoë”; X", short_name="Zoë", number="+7")
    Person.objects.create(club=house.club, name="Gone", short_name="Gone", active=False)
    everybody = list(Person.objects.filter(club=house.club))
    rows, strange = read_file(f"people.{kind}", write_file(everybody, kind))
    assert strange == []
    assert {step.outcome for step in plan(house.club, rows).steps} == {"same"}


def test_nothing_that_goes_out_is_a_formula(house: House) -> None:
    Person.objects.create(club=house.club, name="=HYPERLINK(1)", short_name="@x", number="-1")
    people = list(Person.objects.filter(club=house.club))
    text = write_file(people, "csv").decode("utf-8-sig")
    assert "'=HYPERLINK(1),'@x,'-1" in text
    sheet = load_workbook(io.BytesIO(write_file(people, "xlsx"))).active
    cells = [cell for row in sheet.iter_rows() for cell in row]
    assert not any(cell.data_type == "f" for cell in cells)
    assert "'=HYPERLINK(1)" in [cell.value for cell in cells]


def test_the_list_goes_out_for_the_director(house: House) -> None:
    answer = client_of(house.logins["director"]).get("/players/out/xlsx/")
    assert re.search(r'filename="portland-people-[\d-]+\.xlsx"', answer["Content-Disposition"])
    assert answer.content.startswith(b"PK")
    assert client_of(house.logins["director"]).get("/players/out/pdf/").status_code == 404


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_who_takes_the_list_out_stands_in_the_clubs_log(house: House, kind: str) -> None:
    before = Act.objects.count()
    answer = client_of(house.logins["director"]).get(f"/players/out/{kind}/")
    (act,) = Act.objects.order_by("-pk")[: Act.objects.count() - before]
    assert (act.club, act.what, act.author) == (house.club, "list taken out", "Dora")
    assert f'filename="{act.data["name"]}"' in answer["Content-Disposition"]
    assert act.data["name"].startswith("portland-people-") and act.data["name"].endswith(kind)
    assert "no-store" in answer["Cache-Control"]


def test_a_list_that_is_not_sent_is_not_in_the_log(house: House) -> None:
    before = Act.objects.count()
    assert client_of(house.logins["scorer"]).get("/players/out/csv/").status_code == 403
    assert client_of(house.logins["director"]).get("/players/out/pdf/").status_code == 404
    assert Act.objects.count() == before
