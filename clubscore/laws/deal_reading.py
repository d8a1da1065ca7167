"""What players report of a deal, read and verified: calls, contract, honours and chicane.

The form is the score file's: see docs/adding-a-game.md. Here as well: what dummy must declare at
dummy bridge (Laws of Bridge 1899, p. 34) and the sorted pack of equality bridge (Auction Bridge
Variations 1923, p. 74).
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from clubscore.laws.cards import NO_TRUMPS, PACK, RANKS, SUITS, Bid, Denomination
from clubscore.laws.cards import SUITS_OF_CUTTING as SUITS_OF_SORTED_PACK
from clubscore.laws.deal import (
    HIGHEST_DOUBLING,
    AuctionCall,
    DealReport,
    Fine,
    OwnFacts,
    Revoke,
    Unverified,
)
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.game import Calling, Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.shared_codes import BRIDGE_VALUES
from clubscore.laws.tariff import ACE_HOLDINGS, HOLDINGS
from clubscore.laws.words import Either, Every, Phrase, Word, gettext_noop, ngettext_lazy

# Whether such an auction can have been, and what contract it makes, `auction.py` says: a deal that
# was recorded stays readable whatever laws it is read by.

PASS, DOUBLE, REDOUBLE = "pass", "double", "redouble"
WORDS = (PASS, DOUBLE, REDOUBLE)
# Every bid of pirate refused by three and passed round; nobody calls so often.
MOST_CALLS = 400


def read_calls(game: Game, raw: object) -> tuple[AuctionCall, ...]:
    """Verify that each is a call of this game by somebody who plays it. RuleError at its field."""
    if not isinstance(raw, (list, tuple)):
        raise _wrong_type(gettext_noop("%(field)s must be a list, not %(given)s."), "auction", raw)
    if len(raw) > MOST_CALLS:
        phrase = gettext_noop("An auction has at most %(most)s calls, not %(count)s.")
        raise RuleError("too-many", phrase, "auction", most=MOST_CALLS, count=len(raw))
    return tuple(_call(game, each, f"auction[{number}]") for number, each in enumerate(raw))


def _call(game: Game, raw: object, where: str) -> AuctionCall:
    known = ("by", "call", "accepted_by")[: 3 if game.bidding.calling is Calling.ACCEPTED else 2]
    if not isinstance(raw, Mapping):
        phrase = gettext_noop("This must be an object with %(fields)s, not %(given)s.")
        raise RuleError("type", phrase, where, fields=Every(known), given=shown(raw))
    for key in raw:
        if key not in known:
            phrase = gettext_noop("There is no field %(field)s here, only %(fields)s.")
            name = key if type(key) is str else shown(key)
            words = {"field": shown(key), "fields": Every(known)}
            raise RuleError("unknown-field", phrase, f"{where}.{name}", **words)
    by = _chosen(raw, "by", game.seats, where)
    call = _chosen(raw, "call", (*game.bidding.bids, *WORDS), where)
    if "accepted_by" not in raw:
        return AuctionCall(by, call)
    others = tuple(seat for seat in game.seats if seat != by and call not in WORDS)
    if not others:
        phrase = gettext_noop("Only a bid can be accepted, not %(call)s.")
        raise RuleError("accepted", phrase, f"{where}.accepted_by", call=call)
    return AuctionCall(by, call, _chosen(raw, "accepted_by", others, where))


def _chosen(raw: Mapping[object, object], field: str, choices: tuple[str, ...], where: str) -> str:
    if field not in raw:
        phrase = gettext_noop("The field %(field)s is missing.")
        raise RuleError("missing", phrase, f"{where}.{field}", field=field)
    given = raw[field]
    if type(given) is str and given in choices:
        return given
    if field == "call":
        phrase = gettext_noop("A call is a bid, for example %(such)s, or %(words)s, not %(given)s.")
        words = {"such": choices[0], "words": Either(WORDS), "given": shown(given)}
        raise RuleError("choice", phrase, f"{where}.{field}", **words)
    phrase = gettext_noop("%(field)s must be %(choices)s, not %(given)s.")
    named = {"field": field, "choices": Either(choices), "given": shown(given)}
    raise RuleError("choice", phrase, f"{where}.{field}", **named)


def _wrong_type(phrase: str, field: str, raw: object) -> RuleError:
    return RuleError("type", phrase, field, field=field, given=shown(raw))


Honours = tuple[tuple[str, int | str], ...]

# Holdings that leave no hand of the side without an honour.
_BOTH_HANDS = frozenset(("4", "5", "4+1"))


def read_honours(game: Game, rules: Rules, bid: Bid, raw: object) -> Honours:
    """Honours as pairs of hand and number, or column and holding, in the order of the table.

    Raises RuleError for more than the pack holds, for a hand that is not there, for a mixture of
    both manners, and where the denomination counts none.
    """
    if not isinstance(raw, Mapping):
        raise RuleError(
            "type",
            gettext_noop("honours must be an object of hands and numbers, not %(given)s."),
            "honours",
            given=shown(raw),
        )
    if not raw:
        return ()
    kind = game.honours_for(bid.denomination.key, rules)
    if kind is None:
        raise RuleError(
            "honours-not-counted",
            gettext_noop("There are no honours %(place)s."),
            "honours",
            place=bid.denomination.place,
        )
    highest = 5 if kind == "suit" else 4
    if any(type(value) is str for value in raw.values()):
        return _by_column(game, raw, HOLDINGS if kind == "suit" else ACE_HOLDINGS)
    return _by_hand(game, raw, highest)


def _by_hand(game: Game, raw: Unverified, highest: int) -> Honours:
    counts: dict[str, int] = {}
    for hand, held in raw.items():
        if hand not in game.honour_hands:
            raise _unknown(hand, game.honour_hands, game)
        if type(held) is not int or not 0 <= held <= highest:
            raise RuleError(
                "honours-number",
                gettext_noop("A hand can hold from 0 to %(highest)s honours here, not %(given)s."),
                f"honours.{hand}",
                highest=highest,
                given=shown(held),
            )
        counts[hand] = held
    total = sum(counts.values())
    if total > highest:
        raise RuleError(
            "honours-sum",
            gettext_noop("There are only %(highest)s honours here, not %(given)s."),
            "honours",
            highest=highest,
            given=total,
        )
    return tuple((hand, counts[hand]) for hand in game.honour_hands if counts.get(hand))


def _by_column(game: Game, raw: Unverified, holdings: tuple[str, ...]) -> Honours:
    if not game.tells_holdings:
        for hand, held in raw.items():
            if type(held) is str:
                raise RuleError(
                    "honours-number",
                    gettext_noop(
                        "Honours are given hand by hand as numbers here, not as %(given)s."
                    ),
                    f"honours.{hand}" if hand in game.hands else "honours",
                    given=shown(held),
                )
    told: list[tuple[str, int | str]] = []
    for column, held in raw.items():
        if column not in game.column_keys:
            if type(held) is int and column in game.hands:
                raise _mixed()
            raise _unknown(column, game.column_keys, game)
        if type(held) is int and column in game.hands:
            raise _mixed()
        if type(held) is not str or held not in holdings:
            raise RuleError(
                "honours-holding",
                gettext_noop("A side can hold %(holdings)s here, not %(given)s."),
                f"honours.{column}",
                holdings=Either(f'"{each}"' for each in holdings),
                given=shown(held),
            )
        told.append((column, held))
    if len(told) > 1:
        raise RuleError(
            "honours-sum",
            gettext_noop("Only one side can hold three honours or more."),
            "honours",
        )
    return tuple(told)


def _mixed() -> RuleError:
    return RuleError(
        "honours-mixed",
        gettext_noop("Give honours by hand or by side, not both in one deal."),
        "honours",
    )


def _unknown(key: object, known: tuple[str, ...], game: Game) -> RuleError:
    return RuleError(
        "hand",
        gettext_noop("%(given)s is not a hand of %(game)s; its hands are %(known)s."),
        f"honours.{key if type(key) is str else shown(key)}",
        given=shown(key),
        game=game.key,
        known=Every(known),
    )


def read_chicane(game: Game, bid: Bid, honours: Honours, raw: object) -> tuple[str, ...]:
    """The hands that claim to be void of trumps, in the order of the table.

    Raises RuleError for a hand that is not there or stands twice, for one that holds honours, at
    no-trumps, and where no hand would be left to hold the trumps.
    """
    if not isinstance(raw, (list, tuple)):
        raise RuleError(
            "type",
            gettext_noop("chicane must be a list of hands, not %(given)s."),
            "chicane",
            given=shown(raw),
        )
    hands: Sequence[object] = raw
    if hands and not bid.denomination.is_suit:
        raise RuleError(
            "chicane-no-suit",
            gettext_noop("There is no chicane %(place)s."),
            "chicane",
            place=bid.denomination.place,
        )
    for number, hand in enumerate(hands):
        _check_void_hand(game, hand, hands, number, honours)
    if len(hands) == len(game.hands):
        raise RuleError(
            "chicane-all",
            ngettext_lazy(
                "Someone holds the trumps: at most %(most)s hand can be void of them.",
                "Someone holds the trumps: at most %(most)s hands can be void of them.",
                "most",
            ),
            "chicane",
            most=len(game.hands) - 1,
        )
    _check_sides(game, hands, honours)
    return tuple(hand for hand in game.hands if hand in hands)


def _check_void_hand(
    game: Game, hand: object, raw: Sequence[object], number: int, honours: Honours
) -> None:
    where = f"chicane[{number}]"
    if type(hand) is not str or hand not in game.hands:
        raise RuleError(
            "hand",
            gettext_noop("%(given)s is not a hand of %(game)s; its hands are %(known)s."),
            where,
            given=shown(hand),
            game=game.key,
            known=Every(game.hands),
        )
    if hand in raw[:number]:
        raise RuleError(
            "chicane-twice",
            gettext_noop("%(hand)s claims chicane twice; once is enough."),
            where,
            hand=hand,
        )
    # By number it is a hand that holds them; by holding ("4") it is a side, seen below.
    if any(held_by == hand and type(held) is int for held_by, held in honours):
        raise RuleError(
            "chicane-honours",
            gettext_noop("%(hand)s holds honours in trumps, so %(hand)s has no chicane."),
            where,
            hand=hand,
        )


def _check_sides(game: Game, raw: Sequence[object], honours: Honours) -> None:
    """A holding of a side shows how many of its hands can be void."""
    for column in game.columns:
        held = dict(honours).get(column.key)
        void = sum(hand in raw for hand in column.hands)
        if type(held) is str and void > (0 if held in _BOTH_HANDS else len(column.hands) - 1):
            raise RuleError(
                "chicane-honours",
                gettext_noop(
                    "%(side)s hold honours in that many hands, so they cannot have chicane."
                ),
                "chicane",
                side=column.key,
            )


def read_deal(game: Game, rules: Rules, raw: Unverified, where: str = "") -> DealReport:
    """Verify the reported facts of one deal.

    Raises RuleError that names the field, below ``where`` if that is given, and says what would
    be right.
    """
    try:
        deal = _read(game, rules, raw)
        game.bidding.check(rules, deal)
        game.questions.check(rules, deal)
    except RuleError as error:
        raise error.under(where) from None
    return deal


def read_contract(game: Game, rules: Rules, raw: Unverified) -> DealReport:
    """Verify what is known of a deal before its play: bid, doubling, who declares and with whom.

    Nothing is made up that only the play decides, so it is a deal for no other use. Raises
    RuleError as :func:`read_deal` does.
    """
    known = raw.keys() & game.contract_fields
    if known != raw.keys():
        raise _unknown_field(game, raw, game.contract_fields)
    called = read_calls(game, raw["auction"]) if "auction" in raw else ()
    contract = DealReport(*_contract(game, raw), own=_own(game, rules, raw), auction=called)
    game.bidding.check(rules, contract)
    return contract


def must_be_told(game: Game, deal: DealReport, dealer: str = "") -> None:
    """Raise RuleError at a field that this game needs and the deal lacks, or at dummy's revoke.

    ``dealer`` is who dealt, where that is known. Deals that were recorded before are read without
    it, as they were reported.
    """
    for ask in game.questions.about(deal.bid) if deal.bid is not None else ():
        if ask.must and ask.field not in deal.own:
            raise RuleError("missing", ask.must, ask.field)
    if not deal.revokes:
        return
    game.questions.must_be_told(deal)
    for number, revoke in enumerate(deal.revokes):
        _may_revoke(revoke.by, game.revokers(deal, dealer), f"revokes[{number}].by")


def _read(game: Game, rules: Rules, raw: Unverified) -> DealReport:
    if type(raw) is not dict and not isinstance(raw, Mapping):
        raise RuleError("type", gettext_noop("A deal must be an object of fields and values."))
    if not raw.keys() <= game.deal_fields:
        raise _unknown_field(game, raw, game.deal_fields)
    fines = _fines(game, raw["fines"]) if "fines" in raw else ()
    if "passed_out" in raw and _passed_out(game, raw):
        called = read_calls(game, raw["auction"]) if "auction" in raw else ()
        return DealReport(fines=fines, own=_own(game, rules, raw), auction=called)
    bid, declarer, partner, doubling = _contract(game, raw)
    tricks = raw.get("tricks")
    if type(tricks) is not int or not game.play.least_tricks <= tricks <= game.play.tricks:
        raise _bad_number("tricks", raw, game.play.tricks, game.play.least_tricks)
    deal = DealReport(bid, declarer, partner, doubling, tricks, fines=fines)
    if len(raw) > 3 + (partner is not None):
        return _read_more(game, rules, raw, deal)
    return deal


def _contract(game: Game, raw: Unverified) -> tuple[Bid, str, str | None, int]:
    """Bid, declarer, partner where one is named, and how often it was doubled."""
    text = raw.get("bid")
    bid = game.bidding.bids.get(text) if type(text) is str else None
    if bid is None:
        raise _bad_bid(game, raw)
    declarer = raw.get("declarer")
    if type(declarer) is not str or declarer not in game.may_declare:
        raise _bad_choice("declarer", raw, game.may_declare)
    partner = _partner(game, raw, declarer) if game.names_partner else None
    return bid, declarer, partner, _doubling(game, raw) if "doubling" in raw else 0


def _read_more(game: Game, rules: Rules, raw: Unverified, deal: DealReport) -> DealReport:
    """What is not in every deal: honours, chicane, revokes and the game's own fields."""
    bid, declarer, partner, doubling, tricks, honours, chicane, revokes, fines, own, called = deal
    assert bid is not None  # noqa: S101 - a passed-out deal has nothing more
    if "honours" in raw:
        honours = read_honours(game, rules, bid, raw["honours"])
    if "chicane" in raw:
        chicane = read_chicane(game, bid, honours, raw["chicane"])
    if game.questions.own_fields:
        own = _own(game, rules, raw)
    if "revokes" in raw:
        # Who is dummy may follow from what this game alone is told.
        revokes = _revokes(game, deal._replace(own=own), raw["revokes"])
    if "auction" in raw:
        called = read_calls(game, raw["auction"])
    return DealReport(
        bid, declarer, partner, doubling, tricks, honours, chicane, revokes, fines, own, called
    )


def _own(game: Game, rules: Rules, raw: Unverified) -> OwnFacts:
    own: OwnFacts = {}
    for name, read in game.questions.own_fields.items():
        if name in raw:
            own = {**own, **read(game, rules, raw[name])}
    return own


def _partner(game: Game, raw: Unverified, declarer: str) -> str:
    partner = raw.get("partner")
    if type(partner) is not str or partner not in game.seats or partner == declarer:
        others = tuple(seat for seat in game.seats if seat != declarer)
        raise _bad_choice("partner", raw, others)
    return partner


def _doubling(game: Game, raw: Unverified) -> int:
    doubling = raw["doubling"]
    highest = HIGHEST_DOUBLING if game.bidding.max_doubling is None else game.bidding.max_doubling
    if doubling and not highest:
        phrase = gettext_noop("There is no doubling in %(game)s.")
        raise RuleError("no-doubling", phrase, "doubling", game=game.key)
    if type(doubling) is not int or not 0 <= doubling <= highest:
        raise _bad_number("doubling", raw, highest)
    return doubling


def _passed_out(game: Game, raw: Unverified) -> bool:
    passed_out = raw["passed_out"]
    if type(passed_out) is not bool:
        raise RuleError(
            "type",
            gettext_noop("passed_out must be true or false, not %(given)s."),
            "passed_out",
            given=shown(passed_out),
        )
    if not passed_out:
        return False
    allowed = ("fines", *game.questions.passed_fields)
    if game.bidding.calling is not None:
        allowed = (*allowed, "auction")
    for key, value in raw.items():
        if key not in ("passed_out", *allowed) and not _says_nothing(key, value):
            raise RuleError(
                "passed-out",
                gettext_noop("A deal that was passed out has no %(field)s, only %(allowed)s."),
                key,
                field=key,
                allowed=Every(allowed),
            )
    return True


def _says_nothing(key: str, value: object) -> bool:
    """A default written out: no doubling, an empty list or object."""
    defaults: Mapping[str, object] = {"doubling": 0, "honours": {}}
    empty = defaults.get(key, [])
    return type(value) is type(empty) and value == empty


def _revokes(game: Game, deal: DealReport, raw: object) -> tuple[Revoke, ...]:
    revokes = []
    for number, entry in enumerate(_entries("revokes", raw)):
        where = f"revokes[{number}]"
        each = _with_fields(entry, ("by", "penalty"), where)
        by, penalty = each["by"], each["penalty"]
        _may_revoke(by, game.revokers(deal), f"{where}.by")
        assert isinstance(by, str)  # noqa: S101 - one of the seats
        choices = tuple(choice.key for choice in game.penalties(deal, by))
        if not choices:
            assert deal.bid is not None  # noqa: S101 - a deal that all passed is not read so far
            raise RuleError(
                "revoke-none",
                gettext_noop("A revoke costs no points %(place)s."),
                where,
                place=deal.bid.denomination.place,
            )
        if type(penalty) is not str or penalty not in choices:
            raise RuleError(
                "revoke-penalty",
                gettext_noop("The penalty for this revoke must be %(choices)s, not %(given)s."),
                f"{where}.penalty",
                choices=Either(choices),
                given=shown(penalty),
            )
        revokes.append(Revoke(by, penalty))
    return tuple(revokes)


def _may_revoke(by: object, revokers: tuple[str, ...], where: str) -> None:
    if type(by) is not str or by not in revokers:
        raise RuleError(
            "revoke-by",
            gettext_noop("A revoke is by %(seats)s, not %(given)s; dummy cannot revoke."),
            where,
            seats=Either(revokers),
            given=shown(by),
        )


HIGHEST_FINE = 1_000_000


def _fines(game: Game, raw: object) -> tuple[Fine, ...]:
    fines = []
    for number, entry in enumerate(_entries("fines", raw)):
        where = f"fines[{number}]"
        named = tuple(fine.key for fine in game.bidding.named_fines)
        each = _with_fields(entry, ("player", "points", "to"), where, ("reason",) if named else ())
        player, points = each["player"], each["points"]
        if type(player) is not str or player not in game.seats:
            raise _bad_choice("player", each, game.seats).under(where)
        if type(points) is not int or not 1 <= points <= HIGHEST_FINE:
            raise _bad_number("points", each, HIGHEST_FINE, 1).under(where)
        if each["to"] != "each":
            raise _bad_choice("to", each, ("each",)).under(where)
        reason = each.get("reason")
        if "reason" in each and (type(reason) is not str or reason not in named):
            raise _bad_choice("reason", each, named).under(where)
        fines.append(Fine(player, points, reason if isinstance(reason, str) else ""))
    return tuple(fines)


def _entries(field: str, raw: object) -> Sequence[object]:
    if not isinstance(raw, (list, tuple)):
        raise RuleError(
            "type",
            gettext_noop("%(field)s must be a list, not %(given)s."),
            field,
            field=field,
            given=shown(raw),
        )
    return raw


def _with_fields(
    raw: object, fields: tuple[str, ...], where: str, more: tuple[str, ...] = ()
) -> Unverified:
    """An entry of a list, which has all these fields, some of ``more`` and no other."""
    if not isinstance(raw, Mapping):
        raise RuleError(
            "type",
            gettext_noop("This must be an object with %(fields)s, not %(given)s."),
            where,
            fields=Every(fields),
            given=shown(raw),
        )
    for field in fields:
        if field not in raw:
            raise _missing(field).under(where)
    for key in raw:
        if key not in fields and key not in more:
            raise RuleError(
                "unknown-field",
                gettext_noop("There is no field %(field)s here, only %(fields)s."),
                f"{where}.{key if type(key) is str else shown(key)}",
                field=shown(key),
                fields=Every((*fields, *more)),
            )
    return raw


def _missing(field: str) -> RuleError:
    return RuleError("missing", gettext_noop("The field %(field)s is missing."), field, field=field)


def _bad_choice(field: str, raw: Unverified, choices: tuple[str, ...]) -> RuleError:
    if field not in raw:
        return _missing(field)
    return RuleError(
        "choice",
        gettext_noop("%(field)s must be %(choices)s, not %(given)s."),
        field,
        field=field,
        choices=Either(choices),
        given=shown(raw[field]),
    )


def _bad_number(field: str, raw: Unverified, high: int, low: int = 0) -> RuleError:
    if field not in raw:
        return _missing(field)
    return RuleError(
        "number",
        gettext_noop("%(field)s must be a whole number from %(low)s to %(high)s, not %(given)s."),
        field,
        field=field,
        low=low,
        high=high,
        given=shown(raw[field]),
    )


def _bad_bid(game: Game, raw: Unverified) -> RuleError:
    if "bid" not in raw:
        return _missing("bid")
    names = Either(each.key for each in game.bidding.denominations)
    if not game.bidding.levels:
        return RuleError(
            "bid",
            gettext_noop("The bid must name the trump, %(names)s, not %(given)s."),
            "bid",
            names=names,
            given=shown(raw["bid"]),
        )
    return RuleError(
        "bid",
        gettext_noop(
            "A bid is a number from %(low)s to %(high)s and %(names)s, for example %(such)s,"
            " not %(given)s."
        ),
        "bid",
        low=game.bidding.levels[0],
        high=game.bidding.levels[-1],
        names=names,
        such=next(iter(game.bidding.bids)),
        given=shown(raw["bid"]),
    )


def _unknown_field(game: Game, raw: Unverified, fields: frozenset[str]) -> RuleError:
    unknown = next(key for key in raw if key not in fields)
    return RuleError(
        "unknown-field",
        gettext_noop("A deal of %(game)s has no field %(field)s; it can have %(fields)s."),
        unknown if type(unknown) is str else shown(unknown),
        game=game.key,
        field=shown(unknown),
        fields=Every(sorted(fields)),
    )


# At dummy bridge the dummy player who passes the declaration to dummy's hand has no choice there.
# Three or four aces are no-trumps; else it is the longest suit, among equals the one of most pips,
# among these the one that counts most a trick.

LAW = "Laws of Bridge 1899, p. 34"
HAND = 13
ACES_ENOUGH = 3
# An ace is eleven, king, queen, knave and ten are ten each, the others what they show.
PIPS = {"A": 11, **dict.fromkeys("KQJT", 10), **{str(n): n for n in range(2, 10)}}

BY_ACES = ngettext_lazy("%(aces)s ace: no-trumps", "%(aces)s aces: no-trumps", "aces")
BY_LENGTH = ngettext_lazy(
    "the longest suit: %(suit)s, %(length)s card",
    "the longest suit: %(suit)s, %(length)s cards",
    "length",
)
BY_PIPS = gettext_noop(
    "of suits equally long, the strongest by pips: %(pips)s in %(suit)s, %(next)s in %(other)s"
)
BY_VALUE = gettext_noop(
    "of suits equally long and strong, the one worth most a trick: %(suit)s at %(value)s"
)


class Suit(NamedTuple):
    """One suit of the hand: how many cards, how many pips."""

    denomination: Denomination
    length: int
    pips: int


class ForcedDeclaration(NamedTuple):
    """What must be declared and why; ``suits`` are those of the hand, clubs to spades."""

    denomination: Denomination
    reason: Phrase
    suits: tuple[Suit, ...]
    law: str = LAW


def forced_declaration(cards: Iterable[str]) -> ForcedDeclaration:
    """What a hand of thirteen cards must declare; "AS" is the ace of spades, "TD" a ten.

    Raises RuleError at ``cards`` for a card that is none, one that comes twice, and where they are
    not thirteen.
    """
    hand = _checked(tuple(cards))
    suits = tuple(_suit(hand, each) for each in SUITS)
    aces = sum(card[0] == "A" for card in hand)
    if aces >= ACES_ENOUGH:
        return ForcedDeclaration(NO_TRUMPS, Phrase(BY_ACES, {"aces": aces}), suits)
    longest = _best(suits, [suit.length for suit in suits])
    if len(longest) == 1:
        (suit,) = longest
        words = {"length": suit.length, "suit": Word(suit.denomination.name)}
        return ForcedDeclaration(suit.denomination, Phrase(BY_LENGTH, words), suits)
    strongest = _best(longest, [suit.pips for suit in longest])
    if len(strongest) == 1:
        return ForcedDeclaration(strongest[0].denomination, _by_pips(strongest[0], longest), suits)
    (suit,) = _best(strongest, [BRIDGE_VALUES[each.denomination.key] for each in strongest])
    named = {"suit": Word(suit.denomination.name), "value": BRIDGE_VALUES[suit.denomination.key]}
    return ForcedDeclaration(suit.denomination, Phrase(BY_VALUE, named), suits)


def _checked(hand: tuple[str, ...]) -> tuple[str, ...]:
    for card in hand:
        if card not in PACK:
            phrase = gettext_noop(
                "%(card)s is not a card: give a rank (A, 2 to 9, T, J, Q, K) and a suit."
            )
            raise RuleError("no-card", phrase, "cards", card=shown(card))
    doubled = next((card for card in hand if hand.count(card) > 1), None)
    if doubled is not None:
        phrase = gettext_noop("%(card)s is given twice; a pack holds each card once.")
        raise RuleError("card-twice", phrase, "cards", card=doubled)
    if len(hand) != HAND:
        phrase = gettext_noop("Dummy has thirteen cards, not %(count)s.")
        raise RuleError("hand", phrase, "cards", count=len(hand))
    return hand


def _suit(hand: Sequence[str], denomination: Denomination) -> Suit:
    held = [card for card in hand if card[1] == denomination.key]
    return Suit(denomination, len(held), sum(PIPS[card[0]] for card in held))


def _best(suits: Sequence[Suit], worths: Sequence[int]) -> list[Suit]:
    most = max(worths)
    return [suit for suit, worth in zip(suits, worths, strict=True) if worth == most]


def _by_pips(suit: Suit, longest: Sequence[Suit]) -> Phrase:
    """The strongest of suits that are equally long, beside the next of them."""
    other = max((each for each in longest if each != suit), key=lambda each: each.pips)
    words = {
        "pips": suit.pips,
        "suit": Word(suit.denomination.name),
        "next": other.pips,
        "other": Word(other.denomination.name),
    }
    return Phrase(BY_PIPS, words)


HANDS = 4


def sorted_pack(chance: random.Random) -> tuple[str, ...]:
    """A pack from the ace down, the four cards of each rank in an order left to chance.

    Cut and dealt one by one, it gives every player one card of each rank.
    """
    return tuple(
        rank + suit
        for rank in ("A", *reversed(RANKS[1:]))
        for suit in chance.sample(SUITS_OF_SORTED_PACK, HANDS)
    )


def cut_pack(pack: Sequence[str], at: int) -> tuple[str, ...]:
    """The pack after so many cards were lifted off and put below; it stays sorted in a ring.

    Raises RuleError at ``at`` where one part would have fewer than four cards (Laws of Bridge
    1899, law 35).
    """
    if not HANDS <= at <= len(pack) - HANDS:
        phrase = gettext_noop("At least four cards must be left on either side of the cut.")
        raise RuleError("cut", phrase, "at")
    return (*pack[at:], *pack[:at])


def deal_out(pack: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Four hands, a card at a time, the first hand being the one to the dealer's left."""
    return tuple(tuple(pack[hand::HANDS]) for hand in range(HANDS))
