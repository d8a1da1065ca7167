"""What the laws say is translated whole: counts, senses, and words within sentences and lists."""

import re

import pytest
from django.utils import translation

from clubscore.club import wording as phrases
from clubscore.club.wording import said
from clubscore.laws.errors import RuleError
from clubscore.laws.words import (
    Either,
    Every,
    Listing,
    Phrase,
    RemarkParts,
    Word,
    gettext_noop,
    ngettext_lazy,
    pgettext_lazy,
    seat_name,
)


@pytest.fixture(autouse=True)
def in_capitals(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language that writes English in capitals, names the sense, and has a form for two."""

    def loud(text: str) -> str:
        """In capitals, but for the names of places."""
        return re.sub(
            r"%\(\w+\)s|(.)", lambda found: found[0].upper() if found[1] else found[0], text
        )

    def ngettext(one: str, many: str, count: int) -> str:
        return loud({1: one, 2: f"both {many}"}.get(count, many))

    monkeypatch.setattr(phrases, "_", loud)
    monkeypatch.setattr(phrases, "pgettext", lambda sense, text: f"{loud(text)}<{sense}>")
    monkeypatch.setattr(phrases, "ngettext", ngettext)


TRICKS = ngettext_lazy("%(count)s trick", "%(count)s tricks", "count")


def test_a_number_chooses_the_form() -> None:
    found = [said(Phrase(TRICKS, {"count": count})) for count in (1, 2, 5)]
    assert found == ["1 TRICK", "BOTH 2 TRICKS", "5 TRICKS"]
    assert [str(Phrase(TRICKS, {"count": count})) for count in (1, 5)] == ["1 trick", "5 tricks"]


def test_one_word_of_two_senses_says_which() -> None:
    clubs = pgettext_lazy("trumps", "Clubs")
    assert said(clubs) == "CLUBS<trumps>"
    assert said(Word(clubs)) == "CLUBS<trumps>"
    assert str(clubs) == "Clubs"


def test_words_and_sentences_within_a_sentence_are_translated() -> None:
    phrase = gettext_noop("%(who)s has %(what)s.")
    inner = {"who": seat_name("N"), "what": Phrase(TRICKS, {"count": 3})}
    assert said(Phrase(phrase, inner)) == "NORTH HAS 3 TRICKS."
    assert said(RuleError("", phrase, "", who="Ann", what=seat_name("S"))) == "Ann HAS SOUTH."
    assert str(Phrase(phrase, inner)) == "North has 3 tricks."


def test_a_list_is_joined_in_the_language_it_is_read_in(monkeypatch: pytest.MonkeyPatch) -> None:
    def marked(sense: str, text: str) -> str:
        return text.replace(" or ", "|")

    monkeypatch.setattr(translation._trans, "pgettext", marked)
    seats = [seat_name(seat) for seat in "NES"]
    assert said(Either(seats)) == "NORTH, EAST|SOUTH"
    assert said(Every(seats)) == "NORTH, EAST and SOUTH"
    assert said(RemarkParts(seats[:2])) == "NORTH; EAST"
    assert said(Listing(seats[:2])) == "NORTH, EAST"
    assert said(Either(())) == ""


def test_a_list_in_english() -> None:
    seats = [seat_name(seat) for seat in "NES"]
    found = [str(kind(seats)) for kind in (Listing, Either, Every, RemarkParts)]
    assert found == [
        "North, East, South",
        "North, East or South",
        "North, East and South",
        "North; East; South",
    ]
    assert [str(Either(seats[:1])), str(Either(()))] == ["North", ""]


def test_figures_below_nothing_have_a_true_minus_sign() -> None:
    assert said(Phrase("%(count)s", {"count": -3})) == "\N{MINUS SIGN}3"
