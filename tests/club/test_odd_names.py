"""What is odd in a name, and that no name people really bear is asked about."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.club.name_questions import oddities, question_about
from clubscore.club.odd_names import (
    SUSPECT,
    is_unseen,
    looks_like,
    mixed_words,
    odd_places,
    plain_name,
)
from tests.walks import by_examples

# As people bear them, and as teams and clubs are called.
REAL = (
    "Ann", "O'Brien", "O’Brien", "d'Arcy", "Dvořáková", "Ó Súilleabháin", "Nguyễn Thị Minh Khai",
    "Jean-Luc", "Gül-Işıl", "Zoë", "Þóra", "Ngũgĩ wa Thiong'o", "ʻAlohi", "Oʻgʻli", "Łukasz",
    "Пётр Ильич", "Ђорђе", "Ґудзь", "Қанат", "Γιώργος Σεφέρης", "Ελένη", "Ἀριστοτέλης",
    "שרה כהן", "בן־גוריון", "צ׳רלי", "محمد الفاسي", "علی‌رضا", "می‌خواهم", "کار‌ها", "ނަޝީދު",
    "विवेक क्षीरसागर", "क्‍ष", "শ্রীময়ী", "র‍্যাব", "ಕರ‍್ನಾಟಕ", "ශ්‍රී", "நந்தினி", "สมชาย",
    "李", "王小明", "葛\U000e0100城", "斎藤", "タナカ ケン", "田中 けん", "김민준",
    "Kim 민준", "Tanaka 田中", "ドラゴンABC", "ᠮᠣᠩᠭᠣᠯ", "Արամ", "გიორგი", "አበበ",
    "Spartak-Спартак", "α-Team", "Team Ω",
    "Pirates \N{SKULL AND CROSSBONES}\ufe0f", "\U0001f469\u200d\U0001f52c & co",
    "1\ufe0f\u20e3 Team",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "\U0001f3f4\u200d\N{SKULL AND CROSSBONES}\ufe0f", "Bob 2", "№ 7", "A1 & B2",
)  # fmt: skip
ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyzåäöøéèñçğşžłðþ", "абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ",
    "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ", "אבגדהוזחטיכלמנסעפצקרשת",
    "ابتثجحخدذرزسشصضطظعغفقكلمنهويپچگک",
    "कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह",
    "田中王李張林木山川けんゆみタナカ김민준", "աբգդեզէըթժիլխծկհձղճ",
)  # fmt: skip


@st.composite
def names(draw: st.DrawFn) -> str:
    """Names of one to three words, each of letters of one script, with what belongs to it."""
    words = []
    for _number in range(draw(st.integers(1, 3))):
        letters = draw(st.sampled_from(ALPHABETS))
        word = draw(st.text(alphabet=letters, min_size=1, max_size=9))
        if draw(st.booleans()):
            word = word.capitalize()
        if letters[0] == "ا" and len(word) > 2:
            word = f"{word[:2]}\u200c{word[2:]}"
        if letters[0] == "क":
            word = "्‍".join(word[:3]) + word[3:]
        words.append(word)
    return draw(st.sampled_from((" ", "-", "'", "’"))).join(words)


@pytest.mark.parametrize("name", REAL)
def test_a_name_that_people_bear_is_never_asked_about(name: str) -> None:
    assert oddities(name, [each for each in REAL if each != name]) == []
    assert plain_name(name) == name


@by_examples(3000)
@given(names(), st.sampled_from(("", "\u0301", "\u0308")))
def test_no_name_of_one_script_a_word_is_asked_about(name: str, accent: str) -> None:
    for each in (name, unicodedata.normalize("NFD", name), name + accent):
        assert odd_places(each) == [] and mixed_words(each) == []


@pytest.mark.parametrize(
    ("name", "plain", "said"),
    [
        ("Ada\u200bHart", "AdaHart", "holds an invisible character after “Ada”"),
        ("Ada\u200b\u00ad Hart", "Ada Hart", "holds 2 invisible characters, the first after “Ada”"),
        ("\ufeffAda", "Ada", "begins with an invisible character"),
        ("Ada\u200cHart", "AdaHart", "invisible"),
        ("Ada\u3164", "Ada", "invisible"),
        ("Ada\ufe0f", "Ada", "invisible"),
        ("Ada\x07", "Ada", "invisible"),
        ("Ada\U000e0041", "Ada", "invisible"),
        ("Ada \u202etraH", "Ada traH", "after “Ada” that changes the direction"),
        ("\u2067Ada\u2069", "Ada", "begins with one of 2 characters that change the direction"),
        ("\u200fשרה", "שרה", "changes the direction"),
        ("Аda", "Ada", "“А” is Cyrillic, not Latin"),
        ("Αda", "Ada", "“Α” is Greek, not Latin"),
        ("Спартaк", "Спартак", "“a” is Latin, not Cyrillic"),
    ],
)
def test_what_is_odd_is_said_with_the_name_as_it_would_be(name: str, plain: str, said: str) -> None:
    question = question_about("name", name)
    assert question is not None
    assert said in question.text and f"Save it as “{plain}”, or keep it as typed?" in question.text
    assert (question.plain, question.typed) == (plain, name)
    assert question_about("name", plain) is None


def test_a_name_of_which_nothing_is_seen_cannot_be_kept() -> None:
    question = question_about("name", "\u200b\u3164")
    assert question is not None and question.unseen and not question.plain


def test_a_name_that_another_looks_like_is_asked_about_and_a_namesake_is_not() -> None:
    here = ("Copa", "Ada Hart", "علی‌رضا")
    assert list(looks_like("Сора", here)) == ["Copa"]  # all Cyrillic
    assert list(looks_like("Аdа Нart", here)) == ["Ada Hart"]
    assert list(looks_like("Ada\u200b Hart", here)) == ["Ada Hart"]
    assert list(looks_like("علیرضا", here)) == ["علی‌رضا"]
    assert list(looks_like("ada  hart", here)) == list(looks_like("Adam Hart", here)) == []
    question = question_about("name", "Сора", here)
    assert question is not None and question.plain == ""
    assert (
        "looks like “Copa”" in question.text and "Keep it as typed, or change it?" in question.text
    )


def test_no_odd_letter_is_missed_by_the_first_look() -> None:
    missed = [
        hex(code)
        for code in range(sys.maxunicode + 1)
        if not 0xD800 <= code < 0xE000
        and (is_unseen(chr(code)) or unicodedata.bidirectional(chr(code)) in ("R", "AL"))
        and not SUSPECT.search(chr(code).encode())
    ]
    assert missed == []
    assert not SUSPECT.search("Dvořáková Пётр Γιώργος – “♠” … 李".encode())
