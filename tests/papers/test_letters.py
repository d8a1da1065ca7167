"""Letters on paper and lines of forty columns, for whatever a name may be made of."""

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from unicodedata import normalize

from hypothesis import example, given, settings
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import ShapedStr

from clubscore.club import clock
from clubscore.papers import typeface
from clubscore.papers.scripts import MISSING, composed, missing, stretches
from clubscore.papers.sitting import PrintedSlip, PrintedSlipRow, SittingSheet
from clubscore.papers.sitting_sheet import sheet_text, sitting_pdf
from clubscore.papers.sizes import A4
from clubscore.papers.text import WIDTH, columns, lines, wrapped_text
from clubscore.papers.typeface import BOLD, SERIF, TEXT, fit, letters, width, wrapped

ANY = st.text(max_size=60)
WORDS = (
    *("אב", "مح", "ةदि", "न्ทำ", "李", "김", "aé", "1", "(", ")", "&", ",", "q\u0301"),
    "علی\u200cرضا",
)
# A busy machine is no fault of the letters.
patiently = settings(deadline=None)


def drawn(text: str, font: str = TEXT) -> list[tuple[str, str]]:
    """Return what is drawn of a text, and in which font, from left to right."""
    return [(run.text, run.font) for run in letters(text, font)]


def stands(text: str) -> list[tuple[str, str]]:
    """Return the stretches of a text from left to right, each with its way."""
    files = [typeface.FILES[font] for font in (TEXT, *typeface.OTHERS)]
    return [(each.text, "<>"[not each.leftward]) for each in stretches(composed(text), files)]


def test_latin_letters_and_suits_stay() -> None:
    for text in ("Zoë ♣♦♥♠ − ½d £ × NT", "Ωμέγα Жанна"):
        assert drawn(text) == [(text, TEXT)]


def test_accents_are_composed() -> None:
    assert drawn("Zoe\u0308") == [("Zoë", TEXT)]


def test_letters_of_another_width_are_plain_ones() -> None:
    """What keyboards of Japan type: in every font, and none is said to be missing."""
    typed = "Ｔａｒｏ　Ｏ’Ｂｒｉｅｎ ｶﾞ１２"
    assert [text for text, _font in drawn("Ｔａｒｏ １２")] == ["Taro 12"]
    assert composed(typed) == "Taro O’Brien ガ12" and missing(typed) == ""
    # Of U+FF00 to U+FFEF alone: what else is written small or joined stays so.
    assert composed("ﬁ² ½ ①") == "ﬁ² ½ ①"
    assert missing("\U00020bb7") == "\U00020bb7"


def test_the_serif_of_titles_takes_suits_from_the_sans() -> None:
    assert drawn("4♠ by South", SERIF) == [("4", SERIF), ("♠ ", BOLD), ("by South", SERIF)]


def test_names_of_both_directions_stand_as_they_are_read() -> None:
    assert stands("אברהם 12 לוי") == [("לוי", "<"), (" ", "<"), ("12", ">"), ("אברהם ", "<")]
    assert stands("(שלום) Cohen") == [("(", ">"), ("שלום", "<"), (") Cohen", ">")]
    assert stands("محمد (2)") == [(")", "<"), ("2", ">"), ("(", "<"), ("محمد ", "<")]
    # Drawn, the brackets are turned too.
    assert [text for text, font in drawn("محمد (2)") if font == TEXT] == ["(", "2", ")"]


def test_names_of_a_list_stand_in_its_order() -> None:
    assert stands("Ann, שרה כהן, דן") == [
        ("Ann, ", ">"), ("שרה כהן", "<"), (", ", ">"), ("דן", "<"),
    ]  # fmt: skip
    assert stands("שרה & דן") == [("שרה", "<"), (" & ", ">"), ("דן", "<")]
    # A sentence about somebody goes on after the name.
    assert stands("דן won 3") == [("דן", "<"), (" won 3", ">")]
    assert stands("דן 3 points") == [("דן", "<"), (" 3 points", ">")]
    assert stands("דן: 12s") == [("דן", "<"), (": 12s", ">")]
    assert stands("by אברהם (2) לוי, 3") == [
        *[("by ", ">"), ("לוי", "<"), (") ", "<"), ("2", ">"), ("(", "<")],
        *[("אברהם ", "<"), (", 3", ">")],
    ]


def test_arabic_letters_join_and_a_joiner_parts_them() -> None:
    assert [run.font for run in letters("علی\u200cرضا", TEXT)] == ["ClubScore-Arabic"]
    assert drawn("علی\u200cرضا") != drawn("علیرضا")


def test_glyphs_of_leftward_words_go_from_the_last_letter_to_the_first() -> None:
    for name in ("محمد", "אַבְרָהָם"):
        (run,) = letters(name, TEXT)
        assert isinstance(run.text, ShapedStr)
        clusters = [each.cluster for each in run.text.__shapeData__]
        assert clusters == sorted(clusters, reverse=True)


@patiently
@given(ANY)
def test_whatever_is_drawn_has_a_glyph(text: str) -> None:
    for font in (TEXT, BOLD, SERIF):
        for run in letters(text, font):
            glyphs = typeface.face(run.font).face.charToGlyph
            assert all(ord(letter) in glyphs for letter in run.text)


@patiently
@given(st.lists(st.sampled_from(WORDS)))
def test_letters_of_many_alphabets_are_all_drawn(words: list[str]) -> None:
    """Every letter stands in one stretch, in each as it is read."""
    text = composed(" ".join(words))
    assert sorted("".join(each for each, _way in stands(text))) == sorted(text)


def test_an_accent_of_another_alphabet_is_seen_to_be_missing() -> None:
    assert drawn("א\u094d") == [(MISSING, TEXT), ("א", "ClubScore-Hebrew")]
    assert drawn("李\u094d", SERIF) == [("李", "ClubScore-SC"), (MISSING, BOLD)]


@patiently
@given(ANY)
def test_visible_letters_are_never_lost(text: str) -> None:
    assert bool(composed(text).strip("\u200c\u200d ")) <= bool(letters(text, TEXT))


@patiently
@given(ANY, st.floats(20, 200))
def test_fitted_text_fits(text: str, room: float) -> None:
    fitted = fit(text, BOLD, 11, room)
    assert fitted.width <= room or fitted.text == "…"
    assert abs(sum(run.width for run in fitted.runs) * fitted.size - fitted.width) < 0.01
    assert fitted.size >= 8


def test_a_text_that_only_just_fits_when_smaller_is_not_cut() -> None:
    for size in range(80, 120):
        fitted = fit("Dora <b>& Cecil", TEXT, 11, size, least=4)
        assert fitted.text == "Dora <b>& Cecil"


@patiently
@given(st.text(max_size=120), st.floats(30, 300))
def test_wrapped_lines_fit_and_lose_nothing(text: str, room: float) -> None:
    found = wrapped(text, TEXT, 9, room)
    assert all(width(line, TEXT, 9) <= room or len(line) == 1 for line in found)
    assert "".join("".join(found).split()) == "".join(normalize("NFC", text).split())


def test_a_word_wider_than_its_room_is_broken_at_a_hyphen() -> None:
    name, room = "Q. Vandenbroucke-Featherstonehaugh", 120.0
    assert wrapped(name, TEXT, 9, room) == ("Q. Vandenbroucke-", "Featherstonehaugh")
    # One that has a line to itself stays whole, and nothing is lost where no hyphen helps.
    assert wrapped("Ann Lake-Field", TEXT, 9, 45.0) == ("Ann", "Lake-Field")
    assert "".join(wrapped("Donaudampfschifffahrt-Gesellschaft", TEXT, 9, 50.0)) == (
        "Donaudampfschifffahrt-Gesellschaft"
    )


def test_a_line_of_a_wrapped_text_is_turned_round_once() -> None:
    """Each line is written as it is read, and turned as it is drawn."""
    [line] = wrapped("שלום עולם", TEXT, 9, 300)
    assert line == "שלום עולם" and stands(line) == [("שלום עולם", "<")]


def test_no_letter_is_parted_from_its_accents() -> None:
    name = "अमिताभक्षत्रियकृष्णाहिन्दी"
    for room in range(10, 60, 7):
        for line in (*wrapped(name, TEXT, 9, room), fit(name, TEXT, 9, room).text):
            assert not unicodedata.combining(line[0])
            assert unicodedata.category(line[0]) != "Mc"


def test_short_words_are_never_cut() -> None:
    text = "Hearts doubled by Ann, 2 odd tricks to the other side; four honours in one hand."
    assert " ".join(" ".join(lines(text)).split()) == text
    assert all(word in text.split() for line in lines(text) for word in line.split())


def test_what_goes_on_hangs_two_columns_behind_its_beginning() -> None:
    text = "4 spades doubled by South, down 2, after a ruling by the director"
    assert [*lines(text)] == [
        "4 spades doubled by South, down 2, after",
        "  a ruling by the director",
    ]
    assert [*lines(f" {text}")] == [
        "  4 spades doubled by South, down 2,",
        "    after a ruling by the director",
    ]
    assert [*lines("山田太郎" * 11)] == [
        "山田太郎" * 5,
        "  " + "山田太郎" * 4 + "山田太",
        "  郎" + "山田太郎",
    ]


def test_an_address_breaks_after_its_signs() -> None:
    found = list(lines("https://clubscore.portland.example.org/table/1234/pad/"))
    assert found[0].endswith(("/", "."))
    assert "".join(line.strip() for line in found).startswith("https://clubscore.portland")


@patiently
@given(ANY)
def test_lines_are_at_most_forty_columns(text: str) -> None:
    for line in lines(text):
        assert columns(line) <= WIDTH
        assert line.replace("\u200c", "").replace("\u200d", "").isprintable()


def sheet_of(name: str) -> SittingSheet:
    slip = PrintedSlip((name, "Bob"), (PrintedSlipRow(name, (5, -5)),), (5, -5), (), (), (), True)
    return SittingSheet(
        name, name, name, f"http://x/{len(name)}", (name, name), name, False, (), slip
    )


def test_a_twin_keeps_joiners_and_sets_apart_what_goes_to_the_left() -> None:
    text = wrapped_text(sheet_text(sheet_of("علی\u200cرضا")))
    assert "\u2068علی\u200cرضا\u2069" in text and text.count("\u2068") == text.count("\u2069")


@patiently
@given(ANY)
def test_no_name_makes_the_twin_wider(name: str) -> None:
    text = wrapped_text(sheet_text(sheet_of(name)))
    assert all(columns(line) <= WIDTH for line in text.split("\n"))


def test_two_sheets_at_once_are_as_good_as_one_after_the_other() -> None:
    """Fonts are read by seeking in them; threads must not disturb each other."""
    sheets = [sheet_of(f"Zoë {number} ♣♦♥♠ Жанна") for number in range(12)]
    moment = clock.now()

    def draw(sheet: SittingSheet) -> bytes:
        with clock.at(moment):
            return sitting_pdf(sheet, A4)

    alone = [draw(sheet) for sheet in sheets]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(draw, sheets)) == alone


@patiently
@example(" 0")
@given(ANY)
def test_no_name_breaks_the_sheet(name: str) -> None:
    assert sitting_pdf(sheet_of(name), A4).startswith(b"%PDF-")
