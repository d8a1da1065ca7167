"""A package as a text for codes: nothing is lost, and nothing that was altered is taken."""

import datetime as dt
import json
from hashlib import sha256
from itertools import product
from typing import Any

import pytest
import segno
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from clubscore.extras.world.package import MARK_OF_CODE_TEXTS as MARK
from clubscore.extras.world.package import (
    code_part,
    digest_of,
    packages_in,
    read_instant,
    read_package,
    sign,
    texts_of,
    whole_text,
)
from clubscore.laws.errors import RuleError
from tests.contests.test_package import DAY, KEY, TODAY, packed, read_set

AUCTION = read_set("auction-1917")
ADDRESS = "HTTPS://SCORES.HARBOURLANE.EXAMPLE.ORG/P/"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


def an_evening(**more: Any) -> Any:
    """Twelve boards of auction with honours on each, a club and four full names."""
    results = [
        {
            "board": number,
            "contract": "3NT",
            "declarer": "S",
            "tricks": 9,
            "honours": {"N": 2, "S": 1},
        }
        for number in AUCTION.boards
    ]
    names = (("Ada Whitcombe", "Kenji Oduya"), ("Iván Dvořáková", "Noor el Amrani"))
    told = {"club": "Harbour Lane Bridge Club", "names": names} | more
    return sign(AUCTION, told.pop("results", results), played=DAY, key=KEY, **told)


def read_one(text: str) -> Any:
    (found,) = packages_in(text)
    if isinstance(found, RuleError):
        raise found
    return found


@pytest.mark.parametrize("names", [((), ()), (("Ann",), ()), (("Ann", "Bob"), ("Zoë", "Dora"))])
@pytest.mark.parametrize("club", ["", "Łódź"])
def test_what_comes_back_is_the_package_as_it_was_signed(names: Any, club: str) -> None:
    told = packed(names=names, club=club)
    again = read_one(whole_text(told))
    assert again == told
    assert read_package(again, TODAY).digest == read_package(told, TODAY).digest


CLOSES = dt.datetime(2026, 11, 28, 22, tzinfo=dt.UTC)


@pytest.mark.parametrize("instead", ["", "0123456789abcdef" * 4])
def test_the_hour_of_its_set_is_kept(instead: str) -> None:
    told = packed(instead=instead, closes=CLOSES)
    assert read_one(whole_text(told)) == told
    assert read_package(told, TODAY).closes == CLOSES
    assert told["closes"] == "2026-11-28T22:00:00Z"


@pytest.mark.parametrize("closes", [
    "", "2026-11-28", "2026-11-28T22:00:00", "2026-11-28T22:00:00+00:00", "2026-11-28T22:00Z",
    "2026-13-28T22:00:00Z", "2026-11-28T25:00:00Z", "1917-11-28T22:00:00Z",
    "\u0662026-11-28T22:00:00Z", None, 7, [], {},
])  # fmt: skip
def test_an_hour_has_one_form(closes: Any) -> None:
    with pytest.raises(RuleError, match="closes must be a moment like"):
        read_instant(closes, "closes")


def test_what_was_signed_before_hours_travelled_has_the_same_digest_and_text() -> None:
    """As the version before made them, with the same key."""
    results = [{"board": n, "contract": "3NT", "declarer": "S", "tricks": 9} for n in (1, 2, 3)]
    key = Ed25519PrivateKey.from_private_bytes(bytes([11] * 32))
    for instead, digest, mark in (
        ("", "7755794f109a71ef", "e23277bc78e74535"),
        ("0123456789abcdef" * 4, "799b2aa7b6804165", "919731d5d43c0d62"),
    ):
        told: Any = sign(TODAY, results, played=dt.date(2026, 11, 26), key=key, club="Leeds",
                    instead=instead)  # fmt: skip
        assert digest_of(told).startswith(digest)
        assert sha256(whole_text(told).encode()).hexdigest().startswith(mark)
        assert read_package(told, TODAY).closes is None
    assert told["set"] == "WGXMF-L3WAZ-B6APC-J2BLB"


def test_what_a_package_takes_the_place_of_is_kept() -> None:
    told = packed(instead="0123456789abcdef" * 4)
    assert read_one(whole_text(told)) == told
    assert read_package(told, TODAY).instead == "0123456789abcdef" * 4
    with pytest.raises(RuleError, match="instead must be the digest of a package"):
        packed(instead="0123")


def test_every_contract_has_its_number() -> None:
    told, seen = packed(), set()
    for bid, doubled, hand, tricks in product("17", ("", "X", "XX"), "NESW", range(14)):
        for denomination in ("C", "D", "H", "S", "NT", "NU"):
            result = {"board": 1, "contract": bid + denomination + doubled}
            told["results"] = [result | {"declarer": hand, "tricks": tricks}]
            text = whole_text(told)
            assert read_one(text) == told
            seen.add(text)
    assert len(seen) == 2 * 3 * 4 * 14 * 6


def test_what_another_game_says_of_a_result_is_kept_too() -> None:
    told = packed()
    told["results"] = [
        {"board": 1, "contract": "Solo", "declarer": "N", "tricks": 5},
        {"board": 300, "passed_out": True, "chicane": ["N"]},
        {"board": 2, "contract": "2H", "declarer": "W", "tricks": 8, "honours": {"N": "4-in-one"}},
    ]
    assert read_one(whole_text(told)) == told


def test_an_evening_of_twelve_boards_fits_into_one_code_that_a_phone_reads() -> None:
    (text,) = texts_of(an_evening())
    code = segno.make(ADDRESS + text, error="l")
    assert (code.mode, int(code.version) <= 13) == ("alphanumeric", True), code.version


def test_a_long_package_is_cut_into_parts_that_say_how_many_they_are() -> None:
    names = (("A" * 80, "B" * 80), ("C" * 80, "D" * 80))
    told = an_evening(names=names, club="E" * 80)
    texts = texts_of(told)
    assert [code_part(text) for text in texts] == [(1, 2), (2, 2)]
    pasted = "\n".join(ADDRESS + text for text in reversed(texts))
    assert read_one(pasted) == told
    assert read_one(f"{pasted} {texts[0]}") == told
    with pytest.raises(RuleError, match=r"Part 1 of 2 is missing"):
        read_one(texts[1])
    assert code_part(whole_text(told)) is None


def test_several_packages_are_read_from_one_text() -> None:
    first, second = packed(), packed(club="Leeds")
    pasted = f"Here they are:\n{ADDRESS}{whole_text(first)}\nand {whole_text(second)}"
    assert packages_in(pasted) == [first, second]
    assert packages_in("no package at all") == []


def test_every_letter_that_was_altered_is_refused() -> None:
    told = packed()
    text, tried = whole_text(told), 0
    for at in range(len(MARK), len(text)):
        for letter in LETTERS[LETTERS.index(text[at]) + 1 :][:2] or LETTERS[:1]:
            changed = text[:at] + letter + text[at + 1 :]
            tried += 1
            with pytest.raises(RuleError):
                read_package(read_one(changed), TODAY)
    assert tried == 480


@given(st.data())
def test_no_mutation_of_a_text_is_accepted_or_ends_in_a_traceback(data: st.DataObject) -> None:
    text = whole_text(packed())
    at = data.draw(st.integers(0, len(text)))
    until = data.draw(st.integers(at, min(len(text), at + 40)))
    put = data.draw(st.text(LETTERS + ".1 aé0", max_size=40))
    changed = text[:at] + put + text[until:]
    for found in packages_in(changed):
        if isinstance(found, RuleError):
            continue
        told = json.loads(json.dumps(found))
        try:
            read_package(told, TODAY)
        except RuleError:
            continue
        # Untouched, whatever stands around it.
        assert told == packed() and text in changed


def test_a_day_before_the_calendar_is_no_package() -> None:
    told = packed()
    told["played"] = dt.date.min.isoformat()
    text = whole_text(told)
    assert read_one(text)["played"] == "0001-01-01"
