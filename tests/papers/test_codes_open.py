"""Every code that stands on paper, drawn, read by a decoder and opened by another host's name."""

import ast
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import zxingcpp
from django.test import Client
from django.urls import reverse
from PIL import Image, ImageDraw

from clubscore import extras, papers
from clubscore.club.access import Actor, Level
from clubscore.events.phones import let_phones_in, links_of
from clubscore.events.series import open_series
from clubscore.papers.ledger import PaperLedger, recording
from clubscore.papers.registry import SEASON_POSTER
from tests.events.evenings import Evening
from tests.house import House, client_of

pytestmark = [pytest.mark.django_db]
LAN = "192.168.178.20:8123"
DOTS = 75 / 72
# What draws a code, with the papers that are opened below. Whoever adds one adds its paper.
DRAWERS = {
    "codes": ("event-codes", "table-code", "tonight"),
    "sitting_sheet": ("sheet",),
    "series": ("season-poster",),
}


@pytest.fixture
def evening(house: House) -> Evening:
    """Four pairs at two tables, whose phones are let in, in a house with a card table."""
    evening = Evening(4, kind="howell", winners=1, club=house.club, people=(*house.people,))
    let_phones_in(section=evening.section, key="codes", actor=evening.actor)
    return evening


def codes_in(ledger: PaperLedger) -> Iterator[str]:
    """What a decoder reads on each sheet of a document, at seventy-five dots an inch."""
    paper = ledger.paper
    for sheet in range(1, ledger.sheets + 1):
        image = Image.new("L", (int(paper.width * DOTS), int(paper.height * DOTS)), 255)
        pencil = ImageDraw.Draw(image)
        for code in ledger.codes:
            x, y, to_x, _to_y = code.box
            module = (to_x - x) / len(code.rows)
            dark = [
                (x + across * module, y + down * module)
                for down, row in enumerate(code.rows)
                for across, is_dark in enumerate(row)
                if is_dark and code.sheet == sheet
            ]
            for left, top in dark:
                box = (left, top, left + module, top + module)
                pencil.rectangle(
                    [round(each * DOTS) for each in box[:2]]
                    + [round(each * DOTS) - 1 for each in box[2:]],
                    0,
                )
        yield from (each.text for each in zxingcpp.read_barcodes(image))


def addresses(evening: Evening, house: House) -> dict[str, tuple[str, int]]:
    """Every paper with codes: its address, and how many stand on it."""
    tables = len(links_of(evening.section))
    actor = Actor(level=Level.DIRECTOR, club=house.club)
    series = open_series(club=house.club, name="Autumn", key="new", actor=actor)
    return {
        "event-codes": (reverse("event-codes-pdf", args=[evening.event.pk]), tables),
        "tonight": (reverse("event-pdf", args=[evening.event.pk, "tonight"]), tables),
        "table-code": (reverse("table-code-pdf", args=[house.sitting.pk]), 1),
        "season-poster": (SEASON_POSTER.keys(series)[0].url, 1),
        "sheet": (reverse("sheet-pdf", args=[house.sitting.pk]), 1),
    }


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("key", sorted({key for keys in DRAWERS.values() for key in keys}))
def test_every_code_is_read_and_opens(key: str, size: str, evening: Evening, house: House) -> None:
    page, wanted = addresses(evening, house)[key]
    director = client_of(house.logins["director"])
    with recording() as kept:
        answer = director.get(page, {"paper": size}, headers={"host": LAN})
    assert answer.status_code == 200 and len(kept) == 1
    found = {*codes_in(kept[0])}
    assert len(found) == wanted
    for address in found:
        parts = urlsplit(address)
        assert (parts.scheme, parts.netloc) == ("http", LAN)
        opened = Client().get(parts.path, headers={"host": LAN})
        assert opened.status_code in {200, 302}, address
        assert "localhost" not in opened.get("Location", "")


def test_an_address_that_is_not_drawn_whole_is_not_read(evening: Evening, house: House) -> None:
    with recording() as kept:
        client_of(house.logins["director"]).get(
            reverse("event-codes-pdf", args=[evening.event.pk]), headers={"host": LAN}
        )
    (ledger,) = kept
    ledger.codes = [code._replace(rows=[*code.rows[:9], *code.rows[:9]]) for code in ledger.codes]
    assert [*codes_in(ledger)] == []


def test_every_module_that_draws_a_code_is_in_the_list() -> None:
    found = set()
    folders = (Path(package.__path__[0]) for package in (papers, extras))
    for file in (file for folder in folders for file in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            match node:
                case ast.Call(func=ast.Attribute(attr="code", value=ast.Name(id="pen"))):
                    found.add(file.stem)
                case ast.Call(func=ast.Attribute(attr="code", value=ast.Attribute(attr="pen"))):
                    found.add(file.stem)
    assert found == set(DRAWERS)
