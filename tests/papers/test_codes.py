"""Tables' codes on paper: to scan, and by hand; for whoever may let phones in."""

import pytest
import segno
import zxingcpp
from django.test import Client
from PIL import Image, ImageDraw

from clubscore.events.phones import let_phones_in, links_of
from clubscore.papers.codes import CodeCard, codes_pdf, draw_codes
from clubscore.papers.ledger import Identity
from clubscore.papers.pen import Ink, Pen
from clubscore.papers.sizes import A4, LETTER, PaperSize
from clubscore.web.hand_codes import code_of, read_aloud
from clubscore.web.phones import token_of
from tests.events.evenings import Evening
from tests.house import House, client_of
from tests.papers.test_sitting_sheet import words

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def evening(house: House) -> Evening:
    """Four pairs at two tables, whose phones are let in."""
    evening = Evening(4, kind="howell", winners=1, club=house.club, people=(*house.people,))
    let_phones_in(section=evening.section, key="codes", actor=evening.actor)
    return evening


@pytest.fixture
def director(house: House) -> Client:
    return client_of(house.logins["director"])


def test_each_table_of_an_event_has_a_card_that_opens_it(
    evening: Evening, director: Client
) -> None:
    said = words(director.get(f"/event/{evening.event.pk}/codes.pdf").content)
    for link in links_of(evening.section):
        assert f"Table {link.table}" in said
        digits = read_aloud(code_of(link.nonce))
        assert digits in said
        assert token_of(link.nonce) in said
        # What stands on the paper is what the page takes.
        typed = {"table": str(link.table), "code": digits}
        answer = Client().post("/code/", typed)
        assert answer["Location"].endswith(f"{token_of(link.nonce)}/")
    assert "06:00, unless the director turns it off sooner" in said


def test_the_text_of_the_codes_says_what_their_cards_say(
    evening: Evening, director: Client
) -> None:
    answer = director.get(f"/event/{evening.event.pk}/codes.txt")
    text = answer.content.decode()
    assert text.startswith("Codes of the tables\nTuesday pairs")
    assert max(map(len, text.splitlines())) <= 40
    said = " ".join(text.split())
    for link in links_of(evening.section):
        told = f"Table {link.table} Open http://testserver/code/"
        assert told in said
        assert f"Type the code {read_aloud(code_of(link.nonce))}" in said
    assert said.count("unless the director turns it off sooner.") == len(links_of(evening.section))


def test_a_card_tables_code_has_its_text(house: House, director: Client) -> None:
    text = director.get(f"/table/{house.sitting.pk}/code.txt").content.decode()
    said = " ".join(text.split())
    assert said.startswith("Code of the table") and "Window table" in said
    assert f"Type the code {read_aloud(code_of(house.link.nonce))}" in said


def test_tonights_papers_have_the_codes_for_the_director_only(
    evening: Evening, director: Client, house: House
) -> None:
    page = f"/event/{evening.event.pk}/tonight.pdf"
    secret = token_of(links_of(evening.section)[0].nonce)
    assert secret in words(director.get(page).content)
    assert secret not in words(client_of(house.logins["player"]).get(page).content)


def test_without_phones_let_in_there_is_nothing_to_print(house: House, director: Client) -> None:
    evening = Evening(4, kind="howell", winners=1, club=house.club, people=(*house.people,))
    answer = director.get(f"/event/{evening.event.pk}/codes.pdf")
    assert answer.status_code == 409
    assert "Connect phones first" in answer.content.decode()


def test_a_card_tables_code_says_its_name_and_the_digits(house: House, director: Client) -> None:
    said = words(director.get(f"/table/{house.sitting.pk}/code.pdf").content)
    assert "Window table" in said
    assert f"and type {read_aloud(code_of(house.link.nonce))}" in said
    assert f"table {house.sitting.pk}" not in said
    assert house.token in said


class Pixels(Ink):
    """An ink that draws thick lines on a picture of so many dots an inch, and no letters."""

    def __init__(self, paper: PaperSize, dots: float) -> None:
        self.scale = dots / 72
        size = (int(paper.width * self.scale), int(paper.height * self.scale))
        self.image, self.high = Image.new("L", size, 255), size[1]

    def weight(self, weight: float) -> None:
        self.thick = weight

    def lines(self, lines: list[tuple[float, float, float, float]]) -> None:
        pencil = ImageDraw.Draw(self.image)
        for x, y, to_x, to_y in lines:
            if y != to_y or self.thick < 1:
                continue
            top = self.high - (y + self.thick / 2) * self.scale
            foot = self.high - (y - self.thick / 2) * self.scale
            box = (x * self.scale, top, to_x * self.scale - 1, foot - 1)
            pencil.rectangle([round(each) for each in box], fill=0)


def read_at(cards: list[CodeCard], paper: PaperSize, dots: float) -> list[str]:
    """What a reader finds on the first sheet of codes."""
    ink = Pixels(paper, dots)
    draw_codes(Pen(ink, paper), cards, "18:42 19 Nov 2026")
    return sorted(found.text for found in zxingcpp.read_barcodes(ink.image))


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_every_code_is_read_at_seventy_five_dots_an_inch(paper: PaperSize) -> None:
    address = "https://bridge.example-club.org/e/K4TX-93QD-7HPM-0{}/"
    whose = Identity("Portland", "Tuesday pairs", "1 May 2026", "")
    cards = [
        CodeCard(
            whose._replace(place=f"Table {n}"), f"Table {n}", address.format(n),
            "https://bridge.example-club.org/code/", "417 093", "23:30", "Portland Cards",
        )
        for n in range(1, 5)
    ]  # fmt: skip
    assert read_at(cards, paper, 75) == [address.format(n) for n in range(1, 5)]


def test_a_code_that_is_not_whole_is_not_read() -> None:
    ink = Pixels(A4, 75)
    pen = Pen(ink, A4)
    pen.code(100, 100, segno.make("https://example.org/e/1/", error="m").matrix, 170)
    pen.new_page()
    assert [each.text for each in zxingcpp.read_barcodes(ink.image)] == ["https://example.org/e/1/"]
    ImageDraw.Draw(ink.image).rectangle([100, 100, 400, 200], fill=255)
    assert list(zxingcpp.read_barcodes(ink.image)) == []


def test_a_card_whose_digits_are_turned_off_says_so_and_names_none() -> None:
    whose = Identity("Portland", "Tuesday pairs", "1 May 2026", "Table 3")
    card = CodeCard(
        whose, "Table 3", "https://example.org/e/1/", "https://example.org/code/", "",
        "23:30", "",
    )  # fmt: skip
    for digits, wanted in (("", ["By scanning only"]), ("417 093", [])):
        said = words(codes_pdf([card._replace(digits=digits)], A4, "Codes"))
        assert [each for each in ("By scanning only",) if each in said] == wanted
        assert ("or open https://example.org/code/ and type" in said) is bool(digits)
        assert ("417 093" in said) is bool(digits)
