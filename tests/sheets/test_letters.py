"""Letters on paper and lines of forty columns, for whatever a name may be made of."""

from concurrent.futures import ThreadPoolExecutor
from unicodedata import normalize

from hypothesis import given, settings
from hypothesis import strategies as st

from clubscore.club import clock
from clubscore.sheets.pieces import typeface
from clubscore.sheets.pieces.letters import REPLACEMENT, on_paper
from clubscore.sheets.pieces.paper import A4
from clubscore.sheets.pieces.typeface import (
    BOLD,
    OTHER,
    OTHER_BOLD,
    SERIF,
    TEXT,
    fit,
    letters,
    width,
    wrapped,
)
from clubscore.sheets.plain import WIDTH, columns, lines
from clubscore.sheets.rubbers.plain_sheet import plain_text
from clubscore.sheets.rubbers.sitting_content import PrintedSlip, SittingSheet, SlipRow
from clubscore.sheets.rubbers.sitting_pdf import sitting_pdf

ANY = st.text(max_size=60)
# A busy machine is no fault of the letters.
patiently = settings(deadline=None)


def test_latin_letters_and_suits_stay() -> None:
    for text in ("Zoë ♣♦♥♠ − ½d £ × NT", "Ωμέγα Жанна"):
        assert letters(text, TEXT) == (text, TEXT)


def test_accents_are_composed() -> None:
    assert letters("Zoe\u0308", TEXT) == ("Zoë", TEXT)


def test_a_letter_without_a_glyph_is_seen_to_be_missing() -> None:
    shown, font = letters("李", BOLD)
    assert shown == REPLACEMENT
    assert ord(REPLACEMENT) in typeface.face(font).face.charToGlyph


def test_what_the_text_font_lacks_is_set_in_another() -> None:
    for text in ("თამარ", "Արմեն", "שלום", "محمد"):
        assert letters(text, TEXT)[1] == OTHER
        assert letters(text, BOLD)[1] in (OTHER, OTHER_BOLD)
        assert REPLACEMENT not in letters(text, BOLD)[0]
    # The serif of titles has no suits.
    assert letters("4♠ by South", SERIF) == ("4♠ by South", BOLD)


def test_hebrew_is_drawn_from_right_to_left() -> None:
    assert letters("שלום עולם", TEXT)[0] == "םלוע םולש"
    assert letters("(שלום) Cohen", TEXT)[0] == "(םולש) Cohen"


def test_arabic_letters_join() -> None:
    """Muhammad: initial meem, medial hah, medial meem, final dal; drawn from the last."""
    assert letters("محمد", TEXT)[0] == "\ufeaa\ufee4\ufea4\ufee3"


@patiently
@given(ANY)
def test_whatever_is_drawn_has_a_glyph(text: str) -> None:
    for font in (TEXT, BOLD, SERIF):
        shown, face = letters(text, font)
        assert all(ord(letter) in typeface.face(face).face.charToGlyph for letter in shown)


@patiently
@given(ANY)
def test_visible_letters_are_never_lost(text: str) -> None:
    """As many visible letters as were given, or as many as composing leaves."""
    shown = on_paper(text, {ord(" "), *map(ord, "abc")})
    assert bool(shown.strip()) == bool(on_paper(text, range(0x110000)).strip())


@patiently
@given(ANY, st.floats(20, 200))
def test_fitted_text_fits(text: str, room: float) -> None:
    fitted = fit(text, BOLD, 11, room)
    assert fitted.width <= room or fitted.text == "…"
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


def test_a_line_of_a_wrapped_text_is_turned_round_once() -> None:
    """Each line is written as it is read, and turned as it is drawn."""
    [line] = wrapped("שלום עולם", TEXT, 9, 300)
    assert letters(line, TEXT)[0] == "םלוע םולש"


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
    slip = PrintedSlip((name, "Bob"), (SlipRow(name, (5, -5)),), (5, -5), (), (), (), True)
    return SittingSheet(
        name, name, name, f"http://x/{len(name)}", (name, name), name, False, (), slip
    )


def test_a_twin_keeps_joiners_and_sets_apart_what_goes_to_the_left() -> None:
    text = plain_text(sheet_of("علی\u200cرضا"))
    assert "\u2068علی\u200cرضا\u2069" in text and text.count("\u2068") == text.count("\u2069")


def test_names_of_a_list_stand_in_its_order() -> None:
    drawable = {ord(letter) for letter in "Anשרהדןכהן, &"}
    assert on_paper("Ann, שרה כהן, דן", drawable) == "Ann, ןהכ הרש, ןד"
    assert on_paper("שרה & דן", drawable) == "הרש & ןד"


@patiently
@given(ANY)
def test_no_name_makes_the_twin_wider(name: str) -> None:
    text = plain_text(sheet_of(name))
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
@given(ANY)
def test_no_name_breaks_the_sheet(name: str) -> None:
    assert sitting_pdf(sheet_of(name), A4).startswith(b"%PDF-")
