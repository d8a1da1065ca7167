"""A package: what one table made of a set, signed by its club, for anyone who has the set.

It is JSON. The signature (Ed25519) covers everything else in it, in one canonical form, so that
what was altered on the way is refused, and the same package brought twice is known by its digest.
Names are those that the players chose to send: full ones, a nickname, or none.
"""

from __future__ import annotations

import datetime as dt
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NotRequired, TypedDict

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clubscore.contests.signed import (
    check_signature,
    in_words,
    read_instant,
    told_instant,
    what_is_signed,
)
from clubscore.deals.hands import read_deal
from clubscore.laws.cards import COMPASS
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking.contestant import read_contestants
from clubscore.ranking.event import Event, fingerprint
from clubscore.ranking.numbers import only_fields, read_list, told_text
from clubscore.ranking.par import PASSED, asks_lead, right_contracts
from clubscore.ranking.result import Result, ResultFacts
from clubscore.ranking.result_reader import ResultReader
from clubscore.ranking.tasks import CARD

FORMAT = "clubscore-package/1"
NEEDED = ("format", "set", "played", "results", "key", "signature")
FIELDS = (*NEEDED, "club", "names", "instead", "closes")
LONGEST = 80  # letters of a name or a club
DIGEST_LETTERS = 64
DIGEST = re.compile(r"[0-9a-f]{64}")
# Whose results they are in a package: nobody's by number.
NS, EW = "ns", "ew"
PLAYED = frozenset(("board", "contract", "declarer", "tricks", "passed_out"))
REACHED = re.compile(r"([1-7](?:C|D|H|S|NT|NU))X{0,2}")
SIDES = read_contestants([{"number": NS}, {"number": EW}], 1)

Names = tuple[tuple[str, ...], tuple[str, ...]]
NOBODY: Names = ((), ())


class PackageFacts(TypedDict):
    """A package as its file writes it."""

    format: str
    set: str
    played: str
    results: list[ResultFacts]
    key: str
    signature: str
    club: NotRequired[str]
    names: NotRequired[dict[str, list[str]]]
    instead: NotRequired[str]
    closes: NotRequired[str]


@dataclass(frozen=True)
class Package:
    """A package that was verified: whose signature it has, and what its table made of the set.

    ``digest`` tells it from every other; ``key`` is the club's public key. ``names`` are those of
    North-South and of East-West, empty where none were sent. ``instead`` is the digest of the
    package of the same table that it takes the place of, where there is one; ``closes`` the hour
    until which the set was sealed for its club, where it had one.
    """

    fingerprint: str
    played: dt.date
    results: tuple[Result, ...]
    key: str
    digest: str
    club: str = ""
    names: Names = NOBODY
    instead: str = ""
    closes: dt.datetime | None = None


def sign(
    played_set: Event,
    results: Sequence[ResultFacts],
    *,
    played: dt.date,
    key: Ed25519PrivateKey,
    club: str = "",
    names: Names = NOBODY,
    instead: str = "",
    closes: dt.datetime | None = None,
) -> PackageFacts:
    """A package of these results, each of one board, without who sat where.

    RuleError names what cannot be, as of a result that is none of the set's.
    """
    told: PackageFacts = {
        "format": FORMAT,
        "set": fingerprint(played_set),
        "played": played.isoformat(),
        "results": list(results),
        "key": b64encode(key.public_key().public_bytes_raw()).decode(),
        "signature": "",
    }
    if club:
        told["club"] = club
    if any(names):
        told["names"] = dict(zip(("NS", "EW"), map(list, names), strict=True))
    if instead:
        told["instead"] = instead
    if closes is not None:
        told["closes"] = told_instant(closes)
    told["signature"] = b64encode(key.sign(what_is_signed(told))).decode()
    read_package(told, played_set)
    return told


def read_package(raw: object, played_set: Event) -> Package:
    """Verify a package against its set. RuleError names the field, or says what was altered.

    ``not-this-set`` where it is of another set, ``altered`` where the signature is not that of what
    it says.
    """
    return kept_package(signed_by(raw), played_set)


def kept_package(raw: Unverified, played_set: Event) -> Package:
    """A package whose signature was verified when it came. RuleError names the field."""
    _check_set(raw, played_set)
    return Package(
        str(raw["set"]),
        _day(raw["played"]),
        _results(raw["results"], played_set),
        str(raw["key"]),
        digest_of(raw),
        told_text(raw, "club", LONGEST) or "",
        _names(raw.get("names")),
        _instead(raw),
        read_instant(raw["closes"], "closes") if "closes" in raw else None,
    )


def signed_by(raw: object) -> Unverified:
    """Verify the form and the signature of a package of any set; what it says of boards is not.

    RuleError names the field, ``altered`` where the signature is not that of what it says.
    """
    raw = only_fields(raw, FIELDS, NEEDED)
    if raw["format"] != FORMAT:
        raise RuleError(
            "format",
            gettext_noop("A package has the format %(right)s, not %(given)s."),
            "format",
            right=FORMAT,
            given=shown(raw["format"]),
        )
    altered = gettext_noop("This package was altered on its way. Ask the club for it again.")
    check_signature(raw, altered)
    return raw


def check_hour(package: Package, here: dt.datetime) -> None:
    """Raise RuleError where a package says that its set closed at another hour than this one.

    One that says no hour was played without one, and counts as it always did.
    """
    if package.closes is not None and package.closes != here:
        raise RuleError(
            "another-hour",
            gettext_noop(
                "Its set closed at %(there)s, but here the set closes at %(here)s: it was played in"
                " another simultaneous."
            ),
            "closes",
            there=in_words(package.closes),
            here=in_words(here),
        )


def digest_of(raw: Unverified) -> str:
    """What tells a package from every other: the hash of what its signature covers."""
    return sha256(what_is_signed(raw)).hexdigest()


def _check_set(raw: Unverified, played_set: Event) -> None:
    right = fingerprint(played_set)
    if raw["set"] != right:
        raise RuleError(
            "not-this-set",
            gettext_noop("This package is of the set %(given)s, not of %(right)s."),
            "set",
            given=shown(raw["set"]),
            right=right,
        )


def _instead(raw: Unverified) -> str:
    told = told_text(raw, "instead", DIGEST_LETTERS) or ""
    if not told or DIGEST.fullmatch(told):
        return told
    raise RuleError(
        "instead",
        gettext_noop("instead must be the digest of a package, not %(given)s."),
        "instead",
        given=shown(told),
    )


def _day(raw: object) -> dt.date:
    try:
        return dt.date.fromisoformat(raw if isinstance(raw, str) else "")
    except ValueError:
        raise RuleError(
            "date",
            gettext_noop("played must be a day like 1917-11-26, not %(given)s."),
            "played",
            given=shown(raw),
        ) from None


def _results(raw: object, played_set: Event) -> tuple[Result, ...]:
    """Each board's result once; what a table cannot decide, a ruling, is not in a package."""
    reader = ResultReader(played_set.valuation, played_set.boards, SIDES)
    found: dict[int, Result] = {}
    for at, each in enumerate(read_list(raw, "results")):
        try:
            result = _result(reader, each, played_set)
        except RuleError as error:
            raise error.under(f"results[{at}]") from None
        if result.board in found:
            raise RuleError(
                "twice",
                gettext_noop("Board %(number)s appears twice. Remove one of the two."),
                f"results[{at}].board",
                number=result.board,
            )
        found[result.board] = result
    return tuple(found.values())


def fields_of_play(played_set: Event, number: object) -> frozenset[str]:
    """What a package may say of a board: what was played, not who, where, or by which ruling.

    Of one with a directed contract also what the auction reached where something else was played,
    and the card led where a task is about that.
    """
    board = played_set.boards.get(number) if isinstance(number, int) else None
    asked = set()
    if board is not None and right_contracts(board):
        asked.add("reached")
    if board is not None and asks_lead(board):
        asked.add("lead")
    return PLAYED | played_set.valuation.more_fields | asked


def _result(reader: ResultReader, raw: object, played_set: Event) -> Result:
    fields = fields_of_play(played_set, raw.get("board") if isinstance(raw, dict) else None)
    if not isinstance(raw, dict) or not raw.keys() <= fields:
        raise RuleError(
            "type",
            gettext_noop("A result is a board and what was played. Leave the rest out."),
        )
    result = reader.read({**raw, NS: NS, EW: EW})
    if result.score is None or result.deal is None:
        raise RuleError(
            "no-contract",
            gettext_noop("A package says of each board what was played, or that all passed."),
        )
    _check_auction(result, played_set)
    return result


def _check_auction(result: Result, played_set: Event) -> None:
    """What the auction reached is a contract of the game, and the card led the leader's."""
    deal, reached, lead = result.deal, result.reached, result.lead
    bids = played_set.valuation.game.bidding.bids
    if reached is not None and reached != PASSED:
        bid = REACHED.fullmatch(reached)
        if bid is None or bid[1] not in bids:
            raise RuleError(
                "reached",
                gettext_noop("reached must be a contract like %(example)s, not %(given)s."),
                "reached",
                example="3NT",
                given=shown(reached),
            )
    if lead is not None and deal is not None and deal.declarer is not None:
        cards = played_set.boards[result.board].deal
        leader = COMPASS[(COMPASS.index(deal.declarer) + 1) % len(COMPASS)]
        known = CARD.fullmatch(lead) is not None and cards is not None
        if not known or read_deal(cards or "").owner(lead) != leader:
            raise RuleError(
                "lead",
                gettext_noop("lead must be a card of the hand that leads, not %(given)s."),
                "lead",
                given=shown(lead),
            )


def _names(raw: object) -> Names:
    if raw is None:
        return NOBODY
    raw = only_fields(raw, ("NS", "EW"))
    sides = []
    for side in ("NS", "EW"):
        names = read_list(raw.get(side, []), f"names.{side}")
        sides.append(tuple(told_text({"name": each}, "name", LONGEST) or "" for each in names))
    return sides[0], sides[1]
