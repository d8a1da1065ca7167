"""What was called, as the score file writes it: read call by call.

Whether such an auction can have been, and what contract it makes, ``laws/calling/`` says: a deal
that was recorded stays readable whatever laws it is read by.
"""

from __future__ import annotations

from collections.abc import Mapping

from clubscore.laws.errors import RuleError, shown
from clubscore.laws.facts import Call
from clubscore.laws.game import Game
from clubscore.laws.parts.how_bid import Calling
from clubscore.laws.words import Either, Every, gettext_noop

PASS, DOUBLE, REDOUBLE = "pass", "double", "redouble"
WORDS = (PASS, DOUBLE, REDOUBLE)
# Every bid of pirate refused by three and passed round; nobody calls so often.
MOST_CALLS = 400


def read_calls(game: Game, raw: object) -> tuple[Call, ...]:
    """Verify that each is a call of this game by somebody who plays it. RuleError at its field."""
    if not isinstance(raw, (list, tuple)):
        raise _wrong_type(gettext_noop("%(field)s must be a list, not %(given)s."), "auction", raw)
    if len(raw) > MOST_CALLS:
        phrase = gettext_noop("An auction has at most %(most)s calls, not %(count)s.")
        raise RuleError("too-many", phrase, "auction", most=MOST_CALLS, count=len(raw))
    return tuple(_call(game, each, f"auction[{number}]") for number, each in enumerate(raw))


def _call(game: Game, raw: object, where: str) -> Call:
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
        return Call(by, call)
    others = tuple(seat for seat in game.seats if seat != by and call not in WORDS)
    if not others:
        phrase = gettext_noop("Only a bid can be accepted, not %(call)s.")
        raise RuleError("accepted", phrase, f"{where}.accepted_by", call=call)
    return Call(by, call, _chosen(raw, "accepted_by", others, where))


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
