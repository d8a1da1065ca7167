"""The fonts of papers: what letters they have, what they weigh, whose they are."""

import datetime as dt
import io
import re
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from pypdf import PdfReader
from pypdfium2 import PdfDocument
from reportlab.pdfbase.pdfmetrics import getFont
from reportlab.pdfbase.ttfonts import TTFont

from clubscore.club import odd_names
from clubscore.papers import scripts as covered
from clubscore.papers import scripts as shaping
from clubscore.papers import typeface
from clubscore.papers.ledger import Imprint
from clubscore.papers.pen import Pen, printed
from clubscore.papers.scripts import MISSING, by_file, is_unseen, missing
from clubscore.papers.sizes import A4
from clubscore.papers.typeface import BOLD, FILES, OTHERS, SERIF, TEXT, FontSet, letters
from tools import fonts

# What is written in each alphabet, by the font that has it; None where ours has it.
NAMES = {
    "Łukasz Żółć & Siobhán Nguyễn Thị Ánh": None,
    "Παπαδόπουλος / Екатерина Ґалаґан": None,
    "王小明 & 佐藤さくら": "SC",
    "김철수 & Bob": "KR",
    "สมชาย ผู้ใหญ่ & กำพล": "Thai",
    "अमिताभ क्षत्रिय & कृष्णा हिन्दी": "Devanagari",
    "محمد علي الإسلام": "Arabic",
    "אברהם 12 לוי": "Hebrew",
    "Anna & אַבְרָהָם שָׁלוֹם": "Hebrew",
    "Sara & محمد (2) على": "Arabic",
    "கார்த்திகேயன் ஸ்ரீனிவாசன்": "Tamil",
    "রবীন্দ্রনাথ ঠাকুর": "Bengali",
    "გიორგი ბერიძე": "Georgian",
    "Ալեքսանդր Հովհաննիսյան": "Armenian",
}
MOMENT = dt.datetime(2026, 11, 19, 21, 40, tzinfo=dt.UTC)
MOST_BYTES = 6_000_000


def page_of(*lines: str, font: str = TEXT) -> bytes:
    """Return a page of these lines."""

    def put(pen: Pen) -> None:
        for number, line in enumerate(lines):
            pen.text(60, 80 + 11 * number, line, font, 9)
        pen.new_page()

    return printed(put, A4, Imprint("Names", "Portland", "", "en-gb", MOMENT, "22:40 19 Nov 2026"))


def meant(pdf: bytes) -> list[str]:
    """Return the texts that a file says its letters mean where they do not say so themselves."""
    found = []
    for page in PdfReader(io.BytesIO(pdf)).pages:
        content = page.get_contents()
        assert content is not None
        found += re.findall(rb"/Span <</ActualText <FEFF([0-9A-F]*)>>> BDC", content.get_data())
        assert content.get_data().count(b"BDC") == content.get_data().count(b"EMC")
    return [bytes.fromhex(each.decode()).decode("utf-16-be") for each in found]


@pytest.mark.parametrize("name", NAMES)
def test_every_alphabet_has_its_glyphs_and_its_font(name: str) -> None:
    for font in (TEXT, BOLD, SERIF):
        runs = letters(name, font)
        others = {run.font.partition("-")[2] for run in runs} & {each[10:] for each in OTHERS}
        assert others == ({NAMES[name]} - {None})
        for run in runs:
            glyphs = typeface.face(run.font).face.charToGlyph
            assert all(glyphs.get(ord(letter)) for letter in run.text), run
        assert sum(run.width for run in runs) > 0
    assert missing(name) == ""


@pytest.mark.parametrize("name", NAMES)
def test_a_file_says_what_its_letters_mean(name: str) -> None:
    """Search and copy give the name: each is told that is not drawn letter by letter as read."""
    told = meant(page_of(name))
    plain = [run.text for run in letters(name, TEXT)] == [unicodedata.normalize("NFC", name)]
    assert told == ([] if plain else [unicodedata.normalize("NFC", name)])


def test_a_reader_of_files_gives_the_names_back() -> None:
    """PDFium, which Chrome reads with, gives what is copied out of a page.

    It turns Hebrew and Arabic round once more, whatever a file says: without those.
    """
    names = [each for each in NAMES if NAMES[each] not in ("Hebrew", "Arabic")]
    with PdfDocument(page_of(*names)) as read:
        assert read[0].get_textpage().get_text_range().splitlines() == names


def test_a_page_of_all_alphabets_is_small() -> None:
    assert len(page_of(*NAMES)) <= 120_000
    assert len(page_of("王小明 & 佐藤さくら", "김철수 & Bob", "Ann & Bob")) <= 60_000


def test_a_page_is_the_same_whatever_was_drawn_before() -> None:
    """Codes of glyphs come from the fonts, not from who was first to need one."""
    first = page_of("अमिताभ क्षत्रिय", "محمد")
    page_of("कृष्णा हिन्दी", "الإسلام", "สมชาย ผู้ใหญ่")
    assert page_of("अमिताभ क्षत्रिय", "محمد") == first


def test_every_set_of_fonts_draws_what_was_measured() -> None:
    own = FontSet(99)
    for name in NAMES:
        for run in letters(name, TEXT):
            mine, measured = own.face(run.font).face, typeface.face(run.font).face
            for letter in map(ord, run.text):
                assert mine.charToGlyph[letter] == measured.charToGlyph[letter]
                assert mine.getCharWidth(letter) == measured.getCharWidth(letter)


def test_each_set_of_fonts_is_drawn_with_itself() -> None:
    """reportlab's own way to register gives the first copy of a face to every later name."""
    one, two = FontSet(97), FontSet(98)
    for each in (one, two, one):
        assert getFont(each.name(BOLD)) is each.face(BOLD)
    assert one.face(BOLD).face is not two.face(BOLD).face is not typeface.face(BOLD).face


def test_the_table_of_letters_is_that_of_the_fonts() -> None:
    assert set(by_file()) == set(FILES.values())
    for font, file in FILES.items():
        # No font has U+FFFF: some tables end with it. A blank that breaks no line is drawn as one.
        codes = set(TTFont("table", covered.FOLDER / file).face.charToGlyph) - {0xFFFF}
        codes -= set() if "\xa0" in by_file()[file] else {0xA0}
        assert all(chr(code) in by_file()[file] for code in codes), font
        listed = by_file()[file]
        count = sum(b - a + 1 for a, b in zip(listed._first, listed._last, strict=True))
        assert count == len(codes), font
        ours = MISSING in listed or any(
            MISSING in by_file()[FILES[each]] for each in typeface.INSTEAD.get(font, ())
        )
        assert ours or font in OTHERS


def test_fonts_weigh_little_and_have_their_licences() -> None:
    files = list(covered.FOLDER.iterdir())
    assert sum(file.stat().st_size for file in files if file.suffix == ".ttf") <= MOST_BYTES
    assert {file.name for file in files if file.suffix == ".ttf"} == set(FILES.values())
    texts = {file.name: file.read_text() for file in files if file.name.startswith("OFL")}
    assert set(texts) == {"OFL-Noto-Sans.txt", "OFL-Source-Sans-3.txt", "OFL-Source-Serif-4.txt"}
    assert all("SIL OPEN FONT LICENSE Version 1.1" in text for text in texts.values())
    noto = texts["OFL-Noto-Sans.txt"]
    scripts = ("arabic", "bengali", "devanagari", "hebrew", "tamil", "thai", "armenian", "georgian")
    assert all(f"notofonts/{each})" in noto for each in scripts)
    # Of the Han and Hangul fonts.
    assert "Adobe (http://www.adobe.com/)" in noto


def test_what_no_font_has_is_told_without_a_font(monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(*_told: object) -> None:
        raise AssertionError("no font is needed for that")

    monkeypatch.setattr(TTFont, "__init__", opened)
    missing.cache_clear()
    assert missing("Zoë 李 שלום") == ""
    assert missing("Ann 😀 & ᚠ😀\ufe0f\u200d") == "😀ᚠ"
    # Composed first: the letter is asked for, not the accent.
    assert missing("Zoe\u0308") == ""


def test_plain_letters_need_no_table() -> None:
    by_file.cache_clear()
    missing.cache_clear()
    assert missing("Ann & Bob") == ""
    letters.cache_clear()
    letters("Ann & Bob 12", TEXT)
    assert by_file.cache_info().currsize == 0


def test_a_letter_of_no_font_is_drawn_as_a_square_and_copied_as_it_is() -> None:
    assert [run.text for run in letters("😀 Wei", TEXT)] == [f"{MISSING} Wei"]
    assert meant(page_of("😀 Wei")) == ["😀 Wei"]
    # The serif of titles has no square, nor has a font of another alphabet.
    for name in ("ᚠ", "שלום ᚠ", "李ᚠ"):
        for font in (TEXT, BOLD, SERIF):
            squares = [run for run in letters(name, font) if MISSING in run.text]
            assert len(squares) == 1
            assert ord(MISSING) in typeface.face(squares[0].font).face.charToGlyph


def test_without_harfbuzz_names_are_printed_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shaping, "HARFBUZZ", False)
    letters.cache_clear()
    try:
        for name in NAMES:
            for run in letters(name, TEXT):
                glyphs = typeface.face(run.font).face.charToGlyph
                assert all(glyphs.get(ord(letter)) for letter in run.text), run
        # Arabic joins: initial meem, medial hah, medial meem, final dal, drawn from the last.
        (run,) = letters("محمد", TEXT)
        assert run.text == "\ufeaa\ufee4\ufea4\ufee3"
        (run,) = letters("שלום", TEXT)
        assert run.text == "םולש"
        assert meant(page_of("محمد")) == ["محمد"]
    finally:
        letters.cache_clear()


def test_unseen_letters_leave_nothing() -> None:
    assert all(is_unseen(each) for each in "\u200e\u2068\ufe0f\u200d\x07")
    assert not any(is_unseen(each) for each in "aא李\u0301 ")


def test_no_font_draws_a_letter_that_nobody_sees() -> None:
    """A name of such letters would be a gap on paper: a square says that something is there."""
    codes = (code for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    blank = [c for c in map(chr, codes) if odd_names.is_unseen(c) and not is_unseen(c)]
    assert len(blank) >= 10
    assert [c for c in blank if any(c in font for font in by_file().values())] == []
    assert letters("\u3164", TEXT)[0].text == MISSING


def test_many_pages_of_all_alphabets_at_once_are_as_good_as_one_after_the_other() -> None:
    """More threads than sets of fonts, each page with letters that no other has begun with."""
    names = list(NAMES)
    lines = [names[number:] + names[:number] + [f"Zoë {number}"] for number in range(len(names))]
    alone = [page_of(*each) for each in lines]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(lambda each: page_of(*each), lines)) == alone


def test_han_and_hangul_are_cut_to_what_names_are_written_with() -> None:
    """What tools/fonts.py asks for is what the table says of the fonts."""
    han, hangul = set(fonts.han()), set(fonts.hangul())
    for wanted, file in ((han, "NotoSansSC-Regular.ttf"), (hangul, "NotoSansKR-Regular.ttf")):
        # Composed as on paper: that makes one of letters that only look different.
        composed = (unicodedata.normalize("NFC", each) for each in wanted)
        written = [each for each in composed if unicodedata.category(each) == "Lo"]
        assert [each for each in written if each not in by_file()[file]] == []
    assert len([each for each in hangul if "가" <= each <= "힣"]) == 2350
    assert len([each for each in han if unicodedata.name(each, "").startswith("CJK U")]) > 10_500
    assert missing("王小明 佐々木さくら 髙橋 山﨑 マリア・ルイサ 朱镕基 陳美玲 김철수") == ""


def test_the_table_is_written_in_ranges() -> None:
    assert list(fonts.ranges([0x61, 0x41, 0x42, 0x43])) == ["41-43", "61"]


def test_licences_that_differ_are_not_made_one() -> None:
    assert fonts.licence(["A\n\nMay  do", "B\n\nMay do"]) == "A\nB\n\nMay  do\n"
    with pytest.raises(ValueError, match="read them"):
        fonts.licence(["A\nMay do", "B\nMay not"])
