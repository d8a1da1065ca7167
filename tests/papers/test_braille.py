"""Braille files: Unified English Braille without contractions, forty cells, pages of 25 lines."""

import re

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from clubscore.papers.text import LINES, WIDTH, braille_file, cells
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path
from tests.house import House, client_of

# What liblouis 3.24 makes of these by its table en-ueb-g1, in the letters of North America.
AS_LIBLOUIS = {
    "Pair": ",PAIR", "1:": "#A3", "Left1": ",LEFT#A", "&": "@&", "60.00": "#FJ4JJ",
    "South,": ",SOUTH1", "13s": "#ACS", "£1": "@L#A", "3d": "#C;D", "9a": "#I;A", "3k": "#CK",
    "Müller": ",M^3ULLER", "Łódź": ",@*L^/OD^/Z", "Čapek": ",^+CAPEK", "Ørsted": ",@*ORSTED",
    "Straße": ",STRA.!E", "café": "CAF^/E", "NT": ",,NT", "(a)": '"<A">', "12:30": "#AB3#CJ",
    "1,250": "#A1BEJ", "2-3": "#B-#C", "A/B": ",A_/,B", "1999-2000": "#AIII-#BJJJ",
    "O'Hara": ",O',HARA", "St.": ",ST4", "#1": "_?#A", "7½": "#G#A/B", "5/8": "#E_/#H",
    "a+b": 'A"6B', "50%": "#EJ.0", "[x]": ".<X.>", "a_b": "A.-B", "#A1": "_?,A#A", "6-7": "#F-#G",
    "…": "444", "x@y.org": "X@AY4ORG", "Æon": ",A^6EON",
}  # fmt: skip


@pytest.mark.parametrize("word", AS_LIBLOUIS)
def test_a_word_has_the_cells_that_a_translator_of_the_code_gives(word: str) -> None:
    assert cells(word) == AS_LIBLOUIS[word]


def test_what_the_code_has_no_letters_for_is_spelt() -> None:
    assert cells("Ελένη") == ",ELENE"
    assert cells("Жанна") == ",ZHANNA"
    assert cells("王小明") == ",WANG,XIAO,MING"
    assert cells("♠") == ""


@given(st.lists(st.text(), max_size=60))
def test_any_text_gives_pages_of_forty_cells_and_twenty_five_lines(texts: list[str]) -> None:
    file = braille_file(texts).decode("ascii")
    for page in file.split("\f"):
        lines = page.split("\r\n")
        assert lines.pop() == "" and len(lines) <= LINES
        assert all(len(line) <= WIDTH and line == line.upper() for line in lines)


def test_lines_go_on_below_their_beginning() -> None:
    file = braille_file(["Results", "", " a line that is a good deal longer than forty cells are"])
    assert file.decode() == (
        ",RESULTS\r\n\r\n  A LINE THAT IS A GOOD DEAL LONGER THAN\r\n    FORTY CELLS ARE\r\n"
    )


def test_a_word_longer_than_a_line_loses_nothing() -> None:
    lines = braille_file(["x" * 100]).decode().split()
    assert "".join(lines) == "X" * 100


@pytest.mark.django_db
def test_every_text_of_an_event_can_be_embossed() -> None:
    evening = Evening(6)
    evening.play()
    director = director_of(evening)
    answer = director.get(path(evening, "results.txt"), {"braille": "1"})
    assert answer["Content-Type"] == "text/plain; charset=us-ascii"
    assert re.fullmatch(r'attachment; filename="[a-z0-9-]+\.brf"', answer["Content-Disposition"])
    pages = answer.content.decode("ascii").split("\f")
    assert pages[0].startswith(",RESULTS\r\n") and len(pages) > 3
    assert "#D SPADES BY ,SOUTH1 MADE" in answer.content.decode()
    assert director.get(path(evening, "results.txt"))["Content-Disposition"].startswith("inline")


@pytest.mark.django_db
def test_a_browser_that_has_the_text_of_a_sheet_has_not_its_braille(house: House) -> None:
    client = client_of(house.logins["director"])
    address = reverse("sheet-text", args=[house.sitting.pk])
    text, braille = client.get(address), client.get(address, {"braille": "1"})
    assert text["ETag"] != braille["ETag"]
    again = client.get(address, {"braille": "1"}, headers={"if-none-match": braille["ETag"]})
    assert again.status_code == 304
