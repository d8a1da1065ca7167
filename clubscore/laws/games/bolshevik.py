"""Bolshevik bridge: contract, and a declaration to take no trick alone against all three."""

from clubscore.laws.cards import Bid, Denomination
from clubscore.laws.citing import Giver, variations
from clubscore.laws.deal import DealReport, OwnFacts
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.game import (
    Bidding,
    GameAsk,
    HasHands,
    Questions,
)
from clubscore.laws.games.contract_1923 import CONTRACT_1923
from clubscore.laws.games.contract_1923 import tariff as contract_tariff
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import Position, Reckoner, reckon_contract
from clubscore.laws.record import replace
from clubscore.laws.tariff import DealScore, LedgerEntry, Tariff, TwoSides
from clubscore.laws.words import Either, Phrase, gettext_noop

BOLSHEVIK_BID = Denomination(
    "BOL",
    gettext_noop("Bolshevik"),
    gettext_noop("at Bolshevik"),
    False,
    alone=True,
)
LEDGER = "bolshevik"
GIVES = Giver("bolshevik", gettext_noop("Bolshevik Bridge"))
# P. 54: to or from each opponent, and to or from one who doubled.
STAKE, DOUBLED_STAKE = 500, 1000


REMARKS: tuple[tuple[Phrase, Phrase], ...] = (
    (
        Phrase(gettext_noop("Bolshevik made"), {}),
        Phrase(gettext_noop("500 from each opponent, 1,000 from one who doubled"), {}),
    ),
    (
        Phrase(gettext_noop("Bolshevik failed, for each trick taken"), {}),
        Phrase(gettext_noop("500 to each opponent, 1,000 to one who doubled"), {}),
    ),
)


def tariff(rules: Rules) -> Tariff:
    """Contract's numbers, and what the declaration of its own is worth."""
    numbers = contract_tariff(rules)
    laws = {**numbers.laws, LEDGER: variations("54", GIVES)}
    return replace(numbers, laws=laws, remarks=REMARKS)


def reckon(reckoner: Reckoner, deal: DealReport, position: Position) -> DealScore:
    """Any ordinary bid as at contract; Bolshevik in a ledger of its own, player by player.

    Made, declarer wins from each; failed, declarer pays each for every trick taken. The book
    names no redouble.
    """
    bid, declarer = deal.bid, deal.declarer
    if bid is None or declarer is None or not bid.denomination.alone:
        return reckon_contract(reckoner, deal, position)
    doubled = deal.own.get("doubled_by", ())
    entries = []
    law = reckoner.tariff.laws[LEDGER]
    for seat in reckoner.game.seats:
        if seat == declarer:
            continue
        stake = DOUBLED_STAKE if seat in doubled else STAKE
        if deal.tricks:
            entries.append(LedgerEntry(LEDGER, seat, declarer, stake * deal.tricks, law))
        else:
            entries.append(LedgerEntry(LEDGER, declarer, seat, stake, law))
    return DealScore(*reckoner.nothing, ledger=tuple(entries))


def read_doublers(game: HasHands, rules: Rules, raw: object) -> OwnFacts:
    """The seats that doubled, in the order of the table."""
    if not isinstance(raw, (list, tuple)):
        raise RuleError(
            "type",
            gettext_noop("doubled_by must be a list of seats, not %(given)s."),
            "doubled_by",
            given=shown(raw),
        )
    for number, seat in enumerate(raw):
        if type(seat) is not str or seat not in game.seats:
            raise RuleError(
                "choice",
                gettext_noop("A doubler must be %(choices)s, not %(given)s."),
                f"doubled_by[{number}]",
                choices=Either(game.seats),
                given=shown(seat),
            )
        if seat in raw[:number]:
            raise RuleError(
                "doubled-twice",
                gettext_noop("%(seat)s doubles only once; name each seat once."),
                f"doubled_by[{number}]",
                seat=seat,
            )
    doublers = [seat for seat in game.seats if seat in raw]
    return {"doubled_by": doublers} if doublers else {}


def check_doubling(rules: Rules, deal: DealReport) -> None:
    """At Bolshevik each opponent doubles alone; any other bid is doubled as a whole."""
    if deal.bid is None:
        return
    doublers = deal.own.get("doubled_by", ())
    if not deal.bid.denomination.alone:
        if doublers:
            raise RuleError(
                "doubled-by",
                gettext_noop(
                    "Opponents double separately only at Bolshevik. Name no one here, and say"
                    " whether the bid was doubled."
                ),
                "doubled_by",
            )
        return
    if deal.doubling:
        raise RuleError(
            "doubling",
            gettext_noop(
                "At Bolshevik each opponent doubles separately. Leave it as bid, and name"
                " those who doubled with the result."
            ),
            "doubling",
        )
    if deal.declarer in doublers:
        raise RuleError(
            "doubled-by",
            gettext_noop("%(seat)s declared Bolshevik; only the other three can double it."),
            "doubled_by",
            seat=deal.declarer,
        )


class BolshevikCalled(Bidding):
    """Contract's bids, and one without a number that ends the auction."""

    own_bids = (Bid("BOL", 0, BOLSHEVIK_BID),)

    def by_number(self) -> Bidding:
        """Contract's own: a Bolshevik is settled between players, which no board can compare."""
        return CONTRACT_1923.bidding

    def check(self, rules: Rules, deal: DealReport) -> None:
        """Raise RuleError if the bid was doubled as any other bid is."""
        check_doubling(rules, deal)


class WithAnAccount(TwoSides):
    """The sheet between the sides as at contract, and an account from player to player."""

    # Declarer plays against partner too, so it cannot stand in a column that both share.
    ledgers = (LEDGER,)


QUESTIONS = Questions(
    own_fields={"doubled_by": read_doublers},
    asks=(
        GameAsk(
            "doubled_by",
            "x",
            gettext_noop("Who doubled?"),
            lambda seats: {"doubled_by": [*seats]},
            among="others",
            several=True,
        ),
    ),
)


BOLSHEVIK = replace(
    CONTRACT_1923,
    key="bolshevik",
    name=GIVES.name,
    short_name=gettext_noop("Bolshevik"),
    counting=replace(CONTRACT_1923.counting, tariff=tariff, reckon=reckon),
    bidding=BolshevikCalled(),
    settling=WithAnAccount(),
    questions=QUESTIONS,
)
