"""The facts of one deal as players report them, verified.

The form is the score file's: see docs/adding-a-game.md and the help of manage.py score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clubscore.laws.cards import Bid
from clubscore.laws.deal.called import read_calls
from clubscore.laws.deal.holdings import read_chicane, read_honours
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.facts import HIGHEST_DOUBLING, Deal, Fine, OwnFacts, Revoke, Unverified
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.words import Either, Every, gettext_noop


def read_deal(game: Game, rules: Rules, raw: Unverified, where: str = "") -> Deal:
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


def read_contract(game: Game, rules: Rules, raw: Unverified) -> Deal:
    """Verify what is known of a deal before its play: bid, doubling, who declares and with whom.

    Nothing is made up that only the play decides, so it is a deal for no other use. Raises
    RuleError as :func:`read_deal` does.
    """
    known = raw.keys() & game.contract_fields
    if known != raw.keys():
        raise _unknown_field(game, raw, game.contract_fields)
    called = read_calls(game, raw["auction"]) if "auction" in raw else ()
    contract = Deal(*_contract(game, raw), own=_own(game, rules, raw), auction=called)
    game.bidding.check(rules, contract)
    return contract


def must_be_told(game: Game, deal: Deal, dealer: str = "") -> None:
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


def _read(game: Game, rules: Rules, raw: Unverified) -> Deal:
    if type(raw) is not dict and not isinstance(raw, Mapping):
        raise RuleError("type", gettext_noop("A deal must be an object of fields and values."))
    if not raw.keys() <= game.deal_fields:
        raise _unknown_field(game, raw, game.deal_fields)
    fines = _fines(game, raw["fines"]) if "fines" in raw else ()
    if "passed_out" in raw and _passed_out(game, raw):
        called = read_calls(game, raw["auction"]) if "auction" in raw else ()
        return Deal(fines=fines, own=_own(game, rules, raw), auction=called)
    bid, declarer, partner, doubling = _contract(game, raw)
    tricks = raw.get("tricks")
    if type(tricks) is not int or not game.play.least_tricks <= tricks <= game.play.tricks:
        raise _bad_number("tricks", raw, game.play.tricks, game.play.least_tricks)
    deal = Deal(bid, declarer, partner, doubling, tricks, fines=fines)
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


def _read_more(game: Game, rules: Rules, raw: Unverified, deal: Deal) -> Deal:
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
    return Deal(
        bid, declarer, partner, doubling, tricks, honours, chicane, revokes, fines, own, called
    )


def _own(game: Game, rules: Rules, raw: Unverified) -> OwnFacts:
    """The facts that only this game has."""
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


def _revokes(game: Game, deal: Deal, raw: object) -> tuple[Revoke, ...]:
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
