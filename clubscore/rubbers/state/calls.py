"""What was called before a deal was played, call by call, as pages show it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.templatetags.clubscore import sign
from clubscore.laws.deal import Call, DealFacts
from clubscore.laws.game import Calling
from clubscore.laws.games import Game
from clubscore.rubbers.state.part_state import Standing


@dataclass(frozen=True)
class CallShown:
    """A call: whose, a bid by number and sign or else the word for it, what became of a bid."""

    who: str
    level: int
    sign: str
    word: str
    note: str


def calls_noted(standing: Standing, facts: DealFacts | None) -> list[CallShown]:
    """Return what was called as a report of a deal has it; nothing where it was not noted."""
    called = (facts or {}).get("auction", [])
    calls = (Call(each["by"], each["call"], each.get("accepted_by")) for each in called)
    return calls_shown(standing.game, standing.names, calls)


def calls_shown(game: Game, names: Mapping[str, str], calls: Iterable[Call]) -> list[CallShown]:
    """Return calls in the order in which they were made."""
    return [_shown(game, names, call) for call in calls]


def _shown(game: Game, names: Mapping[str, str], call: Call) -> CallShown:
    who, bid = names.get(call.by, call.by), game.bidding.bids.get(call.call)
    if bid is None:
        words = {
            "pass": pgettext("a call", "pass"),
            "double": pgettext("a call", "double"),
            "redouble": pgettext("a call", "redouble"),
        }
        return CallShown(who, 0, "", words[call.call], "")
    note = ""
    if call.accepted_by is not None:
        note = _("accepted by %(who)s") % {"who": names.get(call.accepted_by, call.accepted_by)}
    elif game.bidding.calling is Calling.ACCEPTED:
        note = _("accepted by no one")
    if not bid.level:
        return CallShown(who, 0, "", _(bid.denomination.name), note)
    return CallShown(who, bid.level, sign(bid.denomination.key), "", note)
