"""The addresses of a sheet: papers, headers, file names, who may see it."""

import io
import re

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from clubscore.club.models import Role
from clubscore.papers.sizes import A4
from tests.house import House, client_of, make_user, phone_of
from tests.papers.evenings import Evening, block_evening
from tests.papers.test_sitting_sheet import words

pytestmark = pytest.mark.django_db


def director_of(evening: Evening) -> Client:
    """Return the browser of the evening's director."""
    return client_of(make_user(evening.club, f"d{evening.club.pk}", Role.DIRECTOR))


def test_pdf() -> None:
    evening = block_evening()
    client = director_of(evening)
    answer = client.get(reverse("sheet-pdf", args=[evening.sitting.pk]))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].startswith('inline; filename="table-1-')
    assert set(answer["Cache-Control"].split(", ")) == {"private", "no-cache"}
    said = words(answer.content)
    assert "264" in said
    assert f"http://testserver{reverse('pad', args=[evening.sitting.pk])}" in said


def test_paper() -> None:
    evening = block_evening()
    client = director_of(evening)
    address = reverse("sheet-pdf", args=[evening.sitting.pk])

    def width(query: str = "") -> float:
        pdf = client.get(address + query).content
        return float(PdfReader(io.BytesIO(pdf)).pages[0].mediabox.width)

    assert width() == pytest.approx(A4.width, abs=0.01)
    assert width("?paper=letter") == 612
    evening.club.paper = "letter"
    evening.club.save()
    assert width() == 612
    assert width("?paper=a4") == pytest.approx(A4.width, abs=0.01)
    assert width("?paper=papyrus") == 612


def test_a_browser_that_has_the_sheet_is_told_so_until_something_changes() -> None:
    evening = block_evening()
    client = director_of(evening)
    for name in ("sheet-pdf", "sheet-text"):
        address = reverse(name, args=[evening.sitting.pk])
        etag = client.get(address)["ETag"]
        again = client.get(address, headers={"if-none-match": etag})
        assert (again.status_code, again.content) == (304, b"")
    evening.people[0].name = "Anne"
    evening.people[0].save()
    assert client.get(address, headers={"if-none-match": etag}).status_code == 200


def test_text() -> None:
    evening = block_evening()
    answer = director_of(evening).get(reverse("sheet-text", args=[evening.sitting.pk]))
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert "358 less 94 leaves 264" in answer.content.decode()


def test_file_names_hold_no_surprises() -> None:
    evening = block_evening()
    table = evening.sitting.table
    table.name = 'Žofie\'s "window"\r\n../x'
    table.save()
    answer = director_of(evening).get(reverse("sheet-pdf", args=[evening.sitting.pk]))
    header = answer["Content-Disposition"]
    assert re.fullmatch(
        r"inline; filename=\"zofie-s-window-\.\.-x-[\d-]+\.pdf\";"
        r" filename\*=UTF-8''%C5%BDofie%27s%20window%20\.\.%20x%20[\d-]+\.pdf",
        header,
    ), header


def test_who_may_see_it(house: House, other_house: House) -> None:
    for name in ("sheet-pdf", "sheet-text"):
        address = reverse(name, args=[house.sitting.pk])
        assert phone_of(house).get(address).status_code == 200
        assert phone_of(other_house).get(address).status_code == 404
        assert client_of(other_house.logins["director"]).get(address).status_code == 404
        assert Client().get(address).status_code == 302
        assert client_of(house.logins["scorer"]).post(address).status_code == 405
