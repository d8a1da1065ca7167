"""The books of laws word for word, on the pages that they name."""

from dataclasses import replace

import pytest

from clubscore.lawbook import texts
from clubscore.lawbook.texts import LAWS_OF_BRIDGE, Correction, NotInTheBooks, book, law, passage
from tests.books import Misnumbered, leaves_of_1899, leaves_of_the_laws, text_of
from tests.lawbook.holding import not_on_their_page
from tests.real_events import needs_books


def test_all_103_laws_are_there_once_and_in_order() -> None:
    parts = [part for part in book(LAWS_OF_BRIDGE).parts if part.kind == texts.LAWS]
    numbers = [each.number for part in parts for each in part.passages]
    assert numbers == [str(number) for number in range(1, 104)]


def test_a_law_has_its_limbs_its_heading_and_its_pages() -> None:
    penalty = law(LAWS_OF_BRIDGE, 87)
    assert (penalty.heading, penalty.word, penalty.pages) == ("The Revoke", "law", (17,))
    assert [each.limb for each in penalty.paragraphs] == ["", "I", "II", "III", "IV", "V"]
    (second,) = penalty.limb("II")
    assert second.text == "Can be claimed for as many revokes as occur during the hand;"
    assert penalty.limb("VI") == ()
    assert law(LAWS_OF_BRIDGE, "54").pages == (10, 11)


def test_a_word_broken_over_a_page_is_whole() -> None:
    manners = passage(LAWS_OF_BRIDGE, "amenities").text
    assert "your grateful appreciation of your good luck" in manners


def test_what_is_in_no_book_is_refused() -> None:
    with pytest.raises(NotInTheBooks):
        book("laws-of-whist")
    with pytest.raises(NotInTheBooks):
        law(LAWS_OF_BRIDGE, 104)


def test_keys_are_there_once() -> None:
    for key in texts.FILES:
        passages = book(key).passages
        assert len(passages) == len(book(key).by_key)
        assert len({part.key for part in book(key).parts}) == len(book(key).parts)


@needs_books
def test_every_word_of_1899_stands_on_the_page_that_is_named() -> None:
    looked, wrong = not_on_their_page(book(LAWS_OF_BRIDGE), leaves_of_the_laws())
    assert wrong == []
    assert looked > 300


@needs_books
def test_a_wrong_word_a_wrong_page_and_an_idle_correction_are_seen() -> None:
    good = book(LAWS_OF_BRIDGE)
    leaves = leaves_of_the_laws()
    elsewhere = {page + 1: text for page, text in leaves.items()}
    assert len(not_on_their_page(good, elsewhere)[1]) > 300
    altered = {**leaves, 17: leaves[17].replace("as many revokes", "as few revokes")}
    assert [each for each in not_on_their_page(good, altered)[1] if "revokes" in each]
    idle = replace(good, corrections=(*good.corrections, Correction(1, "no such word", "word")))
    assert not_on_their_page(idle, leaves)[1] == ["p. 1: no such word"]


@needs_books
def test_a_head_with_another_number_is_seen() -> None:
    text = text_of("003")
    assert "HOW TO PLAY BRIDGE. 49" in text
    with pytest.raises(Misnumbered):
        leaves_of_1899(text.replace("HOW TO PLAY BRIDGE. 49", "HOW TO PLAY BRIDGE. 59"))
