"""Finding laws: by number, limb, page, words, heading and game."""

import pytest

from clubscore.lawbook.books import FoundPassage, find, read
from clubscore.laws.errors import RuleError


def keys(found: list[FoundPassage]) -> list[str]:
    return [each.place.passage.key for each in found]


def words_of(found: FoundPassage) -> str:
    return "".join(f"[{bit.text}]" if bit.found else bit.text for bit in found.excerpt)


@pytest.mark.parametrize(
    ("typed", "number", "kind", "page", "limb", "words"),
    [
        ("87", "87", "", 0, "", ()),
        ("law 87", "87", "law", 0, "", ()),
        ("Laws 087 ii", "87", "law", 0, "II", ()),
        ("law 87, limb V", "87", "law", 0, "V", ()),
        ("p. 17", "", "", 17, "", ()),
        ("page 17 revoke", "", "", 17, "", ("revoke",)),
        ("who led out of turn?", "", "", 0, "", ("who", "led", "out", "turn")),
        ("the", "", "", 0, "", ("the",)),
        ("hint 4", "4", "hint", 0, "", ()),
        ("  ", "", "", 0, "", ()),
    ],
)
def test_what_was_typed(
    typed: str, number: str, kind: str, page: int, limb: str, words: tuple[str, ...]
) -> None:
    asked = read(typed)
    assert (asked.number, asked.kind, asked.page, asked.limb) == (number, kind, page, limb)
    assert asked.words == words


def test_by_number_each_of_the_103_laws_is_found_first() -> None:
    for number in range(1, 104):
        assert keys(find(f"law {number}"))[0] == f"law-{number}"


def test_a_number_finds_what_has_it_in_every_book() -> None:
    assert keys(find("87")) == ["law-87"]
    assert {"law-4", "hint-4", "contract-bridge-rule-4", "cut-throat-law-4"} <= {*keys(find("4"))}
    assert keys(find("hint 4"))[0] == "hint-4"
    assert find("104") == []


def test_a_limb_is_shown() -> None:
    (found,) = find("law 87 limb II")
    assert words_of(found) == "Can be claimed for as many revokes as occur during the hand;"
    assert find("law 88 limb II") == []


def test_words_in_any_form_and_any_order_are_found_and_marked() -> None:
    found = find("claims a revoke")
    assert "law-93" in keys(found)
    (law_93,) = [each for each in found if each.place.passage.key == "law-93"]
    assert words_of(law_93).startswith("A [revoke] cannot be [claimed] after the cards")
    assert find("revoke giraffe") == []


def test_a_short_word_is_found_only_as_it_stands() -> None:
    assert "law-35" in keys(find("cut"))
    assert "law-16" in keys(find("cut"))
    # It has "cutting" alone.
    assert "law-26" not in keys(find("cut"))
    assert "law-26" in keys(find("cutting"))


def test_a_heading_stands_before_what_only_mentions_it() -> None:
    first = find("revoke")[:11]
    assert all(
        "Revoke" in f"{each.place.passage.heading} {each.place.passage.title}" for each in first
    )


def test_what_is_printed_on_a_page_is_found_by_it() -> None:
    found = find("p. 17")
    assert {"law-85", "law-86", "law-87"} <= {*keys(found)}
    assert all(17 in each.place.passage.pages for each in found)


def test_a_game_narrows_what_is_found() -> None:
    assert "law-87" in keys(find("revoke", "straight-bridge"))
    contract = keys(find("revoke", "contract-1923"))
    assert "contract-bridge-rule-9" in contract
    assert "law-87" not in contract
    assert len(find("", "pirate")) > 10
    assert find("", "chicago") == []
    with pytest.raises(RuleError):
        find("revoke", "whist")


def test_nothing_is_found_by_nothing() -> None:
    assert find("") == []
    assert find("…") == []
