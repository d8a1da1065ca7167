"""How a phone says a deal that waits on it, and how it stands there: texts with places to fill."""

from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording.counted import counted_forms
from clubscore.club.wording.phrases import said
from clubscore.laws.game import Game
from clubscore.laws.sentences import AGAINST, BIDS, DOWN, MADE, ODD, PASSED, PLUS, contract_words
from clubscore.laws.words import Phrase
from clubscore.rubbers.deal.figures_ahead import Figures
from clubscore.rubbers.state.part_state import Standing


class Words(TypedDict):
    """A deal in a sentence: its places, the contracts by doubling, the results, the players.

    `summed` and `waiting` are by the number of deals that wait, counted here or not; `games` by
    how many a side has won.
    """

    sentence: str
    contracts: dict[str, list[str]]
    results: dict[str, str]
    names: dict[str, str]
    passed: str
    needs: str
    games: dict[str, str]
    vulnerable: str
    summed: dict[str, str]
    waiting: dict[str, str]
    over: str


def words_of(standing: Standing, figures: Figures) -> Words:
    """Return the texts for the deals of a table; a result without words is said key by key."""
    game = standing.game
    places = {name: f"{{{name}}}" for name in ("contract", "who", "partner", "result")}
    return {
        "sentence": said(Phrase(BIDS[game.names_partner], places)),
        "contracts": _contracts(game, figures),
        "results": {} if figures["each"] else {each: _result(each) for each in figures["results"]},
        "names": {seat: standing.names.get(seat, _("dummy")) for seat in game.may_declare},
        "passed": said(Phrase(PASSED, {})),
        "needs": _("needs %(n)s") % {"n": "{n}"},
        "games": counted_forms(lambda n: ngettext("{n} game", "{n} games", n), none=" "),
        "vulnerable": _("vulnerable"),
        "summed": counted_forms(_summed),
        "waiting": counted_forms(lambda n: ngettext("{n} deal waiting", "{n} deals waiting", n)),
        "over": _("The rubber is over. Make it up and agree it when this phone is online."),
    }


def _summed(number: int) -> str:
    return ngettext(
        "Counted here, with {n} deal waiting", "Counted here, with {n} deals waiting", number
    )


def _contracts(game: Game, figures: Figures) -> dict[str, list[str]]:
    kinds = 1 + figures["both"]
    return {
        text: [
            said(contract_words(game.bidding.bids[text], doubling))
            for doubling in range(len(rows) // kinds)
        ]
        for text, rows in figures["bids"].items()
        if not game.bidding.bids[text].denomination.alone
    }


def _result(result: str) -> str:
    """Return a result as its key means it: by the contract, or odd tricks of a side."""
    if ":" in result:
        phrase, number = ODD if result[0] == "D" else AGAINST, int(result[2:])
    elif result == "=":
        return said(Phrase(MADE, {}))
    else:
        number = int(result)
        phrase = PLUS if number > 0 else DOWN
    return said(Phrase(phrase, {"count": abs(number)}))
