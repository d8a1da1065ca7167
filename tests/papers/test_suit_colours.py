"""Suits in colours: only where an address asks for them, and the paper says the same."""

import io
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from clubscore.club import clock
from clubscore.papers.pen import BLACK, COLOURS, LEAF, ORANGE, RED, Colour, by_colour
from clubscore.papers.registry import papers_by_page
from tests.events.evenings import Evening
from tests.events.test_boards import make
from tests.events.test_pages import director_of, path

FILL = re.compile(rb"([0-9.]+) ([0-9.]+) ([0-9.]+) rg")


@pytest.fixture(autouse=True)
def one_minute() -> Iterator[None]:
    """Papers say when they were printed: those that are compared, at one time."""
    with clock.at(clock.now()):
        yield


def drawn(evening: Evening, address: str) -> tuple[set[Colour], list[str]]:
    """The colours of a paper's fillings besides black, and its texts."""
    answer = director_of(evening).get(path(evening, address))
    assert answer.status_code == 200, address
    pages = PdfReader(io.BytesIO(answer.content)).pages
    found: set[Colour] = set()
    for page in pages:
        contents = page.get_contents()
        assert contents is not None
        for each in FILL.findall(contents.get_data()):
            red, green, blue = map(float, each)
            found.add((red, green, blue))
    return found - {BLACK}, ["".join(page.extract_text().split()) for page in pages]


@pytest.fixture
def evening() -> Evening:
    evening = Evening(6, kind="howell", winners=1)
    evening.play()
    for contract in ("4H", "3D", "2C"):
        evening.next_round()
        evening.play({"contract": contract, "declarer": "S", "tricks": 10})
    return evening


@pytest.mark.django_db
@pytest.mark.parametrize("paper", ["results", "cards"])
def test_a_paper_has_the_colours_that_its_address_asks_for(evening: Evening, paper: str) -> None:
    plain, said = drawn(evening, f"{paper}.pdf")
    assert plain == set() and "♥" in "".join(said)
    assert drawn(evening, f"{paper}.pdf?suits=2") == ({RED}, said)
    assert drawn(evening, f"{paper}.pdf?suits=4") == ({RED, ORANGE, LEAF}, said)
    assert drawn(evening, f"{paper}.pdf?suits=3") == (set(), said)


@pytest.mark.django_db
@pytest.mark.parametrize("paper", ["hand-records", "curtain-cards"])
def test_hands_have_them_too(paper: str) -> None:
    evening = Evening(4, kind="howell", winners=1)
    make(evening)
    address = f"boards/{paper}.pdf"
    plain, said = drawn(evening, address)
    assert plain == set() and "♥" in "".join(said)
    assert drawn(evening, f"{address}?suits=2") == ({RED}, said)
    assert drawn(evening, f"{address}?suits=4") == ({RED, ORANGE, LEAF}, said)
    director = director_of(evening)
    assert "/printing/suits/4/" in director.get(path(evening, "boards/")).content.decode()


@pytest.mark.django_db
def test_a_paper_without_cards_stays_black(evening: Evening) -> None:
    assert drawn(evening, "ranking.pdf?suits=4")[0] == set()


@pytest.mark.django_db
def test_colours_of_one_paper_are_not_the_next_ones(evening: Evening) -> None:
    assert drawn(evening, "results.pdf?suits=4")[0]
    assert drawn(evening, "results.pdf")[0] == set()


@pytest.mark.django_db
def test_colours_are_chosen_in_the_menu_and_stay_chosen(evening: Evening) -> None:
    director = director_of(evening)
    page = director.get(path(evening, "")).content.decode()
    assert all(f"/printing/suits/{each}/?then=" in page for each in ("1", *COLOURS))
    assert director.get("/printing/suits/4/?then=/").status_code == 302
    kept = director.get(path(evening, "results.pdf"))
    assert kept["ETag"] == director.get(path(evening, "results.pdf?suits=4"))["ETag"]
    director.get("/printing/suits/1/?then=/")
    assert kept["ETag"] != director.get(path(evening, "results.pdf"))["ETag"]
    with_colours = {
        each.key for word in ("event", "boards") for each in papers_by_page()[word] if each.suits
    }
    assert with_colours == {"results", "cards", "matches", "hand-records", "curtain-cards"}


@given(st.text(alphabet="♠♥♦♣4 AK10NT=", max_size=20), st.sampled_from(["2", "4"]))
def test_parts_of_a_colour_come_to_the_whole(text: str, colours: str) -> None:
    parts = list(by_colour(text, COLOURS[colours]))
    assert "".join(part for part, _colour in parts) == text
    for part, colour in parts:
        assert colour == COLOURS[colours].get(part, BLACK)
        assert colour != BLACK or not set(part) & COLOURS[colours].keys()
