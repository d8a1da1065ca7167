"""The books of laws word for word, on the pages that they name."""

from dataclasses import replace

import pytest

from clubscore.lawbook import books as texts
from clubscore.lawbook.books import (
    FOSTER,
    LAWS_OF_BRIDGE,
    VARIATIONS,
    Correction,
    NotInTheBooks,
    book,
    law,
    passage,
)
from clubscore.laws.games import KEYS
from tests.books import (
    Misnumbered,
    Pages,
    leaves_of_1899,
    leaves_of_the_laws,
    rules_of_1917,
    text_of,
    variations,
)
from tests.lawbook.holding import folded, left_over, not_on_their_page
from tests.real_events import needs_books


def test_all_103_laws_are_there_once_and_in_order() -> None:
    numbers = [each.number for each in book(LAWS_OF_BRIDGE).passages if each.word == "law"]
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


def test_rules_of_a_chapter_are_there_once() -> None:
    for chapter, word, last in (
        ("contract-bridge", "rule", 9),
        ("standard-bridge", "rule", 3),
        ("compound-bridge", "rule", 5),
        ("cut-throat", "law", 10),
    ):
        (part,) = [part for part in book(VARIATIONS).parts if part.key == chapter]
        numbers = [each.number for each in part.passages if each.word == word]
        assert numbers == [str(number) for number in range(1, last + 1)]


def test_italics_are_marked_on_the_page_and_not_in_the_text() -> None:
    (revoke,) = passage(VARIATIONS, "contract-bridge-rule-9").paragraphs
    assert revoke.pieces[0].text.startswith("*Revoke*.—The Laws")
    assert revoke.text.startswith("Revoke.—The Laws")
    for key in texts.FILES:
        for each in book(key).passages:
            for paragraph in each.paragraphs:
                for piece in paragraph.pieces:
                    assert piece.text.count("*") % 2 == 0, piece.text


def test_games_are_games_that_we_have() -> None:
    for key in texts.FILES:
        for part in book(key).parts:
            assert set(part.games) <= set(KEYS), part.key


@needs_books
def test_every_word_of_1923_stands_on_the_page_that_is_named() -> None:
    looked, wrong = not_on_their_page(book(VARIATIONS), variations())
    assert wrong == []
    assert looked > 700


@needs_books
def test_every_word_of_foster_stands_in_his_chapter() -> None:
    looked, wrong = not_on_their_page(book(FOSTER), {0: text_of("002")})
    assert wrong == []
    assert looked == 45


# A page's head, its headings and the numbers of its laws: no more than this of it is in no passage.
HEADS = 90


def pages_with_more(key: str, pages: Pages) -> set[int]:
    return {page for page, left in left_over(book(key), pages).items() if len(left) > HEADS}


@needs_books
def test_nothing_that_is_printed_is_left_out_unsaid() -> None:
    said = {each.page for each in book(LAWS_OF_BRIDGE).left_out}
    assert pages_with_more(LAWS_OF_BRIDGE, leaves_of_the_laws()) <= said
    assert pages_with_more(VARIATIONS, variations()) == set()
    more = {**variations(), 20: variations()[20] + "One more sentence. " * 10}
    assert pages_with_more(VARIATIONS, more) == {20}


@needs_books
def test_nothing_of_the_modern_article_stands_in_a_book() -> None:
    modern = folded(rules_of_1917())
    shared = [
        paragraph.text
        for key in texts.FILES
        for each in book(key).passages
        for paragraph in each.paragraphs
        if len(paragraph.text) > 30 and folded(paragraph.text) in modern
    ]
    assert shared == []


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
