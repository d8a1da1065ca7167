"""What was played at one game, scored by another or by other house rules, where the facts allow it.

It is arithmetic, not a prophecy: under another law people would have bid otherwise. A deal whose
facts the other game cannot read is left out and says why; a fact that the other game does not
count is left away and says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from clubscore.laws.cards import Bid
from clubscore.laws.deal.reading import read_deal
from clubscore.laws.errors import RuleError
from clubscore.laws.facts import Deal, DealFacts, Unverified
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.sheet.score_sheet import Sheet, score_sitting
from clubscore.laws.words import Phrase, Word, gettext_noop

# How the hands of a side hold what a holding says; another split of it scores the same.
HANDS_OF: Mapping[str, tuple[int, ...]] = {
    "3": (2, 1),
    "4": (2, 2),
    "5": (3, 2),
    "4-in-one": (4,),
    "4+1": (4, 1),
    "5-in-one": (5,),
}


class Rescored(NamedTuple):
    """One deal under the other law: its place in the sitting and what became of it.

    ``deal`` is None and ``refused`` says why where the facts do not allow it; ``left_away`` are
    the facts that do not count there.
    """

    number: int
    deal: Deal | None
    refused: Phrase | None
    left_away: tuple[Phrase, ...]


class Rescoring(NamedTuple):
    """A sitting under another law: what became of each deal, and the sheet of those that count.

    ``scored`` gives for each deal its place on that sheet, None for a deal that was left out.
    """

    deals: tuple[Rescored, ...]
    sheet: Sheet
    scored: tuple[int | None, ...]


def can_rescore(played: Game, other: Game) -> bool:
    """Whether the two games have the same people at the table with as many tricks to play."""
    return played.seats == other.seats and played.play.tricks == other.play.tricks


def rescore(played: Game, deals: Iterable[Deal], other: Game, rules: Rules) -> Rescoring:
    """Score the deals of one game by another game under ``rules``."""
    rescored = tuple(
        _rescored(played, deal, other, rules, number) for number, deal in enumerate(deals, start=1)
    )
    places: list[int | None] = []
    readable: list[Deal] = []
    for each in rescored:
        places.append(len(readable) if each.deal is not None else None)
        if each.deal is not None:
            readable.append(each.deal)
    return Rescoring(rescored, score_sitting(other, rules, readable), tuple(places))


def _rescored(played: Game, deal: Deal, other: Game, rules: Rules, number: int) -> Rescored:
    try:
        facts, left_away = _facts(played, deal, other, rules)
        return Rescored(number, read_deal(other, rules, facts), None, left_away)
    except RuleError as error:
        return Rescored(number, None, Phrase(error.phrase, error.params), ())


def _facts(
    played: Game, deal: Deal, other: Game, rules: Rules
) -> tuple[Unverified, tuple[Phrase, ...]]:
    """The facts as the other game reads them, and what it does not count. RuleError where none."""
    # What was called belongs to the game that was bid, and no score follows from it.
    facts = deal._replace(auction=()).facts()
    if deal.bid is None:
        unread = [name for name in facts if name not in other.deal_fields]
        return _without(facts, unread)
    facts["bid"] = _bid(deal.bid, other)
    _partner(facts, played, other, deal)
    _same_sides(facts, played, other, deal)
    unread = [name for name in facts if name not in other.deal_fields]
    if deal.honours:
        if other.honours_for(deal.bid.denomination.key, rules) is None:
            unread.append("honours")
        elif (played.counting.honours_by == "won") != (other.counting.honours_by == "won"):
            # Who won an honour does not say who held it.
            del facts["honours"]
            unread.append("honours-won")
        else:
            facts["honours"] = _honours(played, deal, other)
    if deal.chicane and "chicane" not in unread and not deal.bid.denomination.is_suit:
        unread.append("chicane")
    return _without(facts, unread)


WORDS = {
    "honours": gettext_noop("honours are not counted"),
    "honours-won": gettext_noop("who held the honours is not the same as who won them"),
    "chicane": gettext_noop("chicane is not counted"),
    "joker": gettext_noop("there is no joker"),
    "vulnerable": gettext_noop("vulnerability does not depend on the number of the deal"),
    "doubled_by": gettext_noop("it does not matter who doubled"),
    "defenders": gettext_noop("the opponents' tricks are not counted"),
}
ANY_OTHER = gettext_noop("%(fact)s does not count")


def _without(facts: DealFacts, unread: Iterable[str]) -> tuple[Unverified, tuple[Phrase, ...]]:
    unread = list(unread)
    said = [
        Phrase(WORDS[name], {}) if name in WORDS else Phrase(ANY_OTHER, {"fact": name})
        for name in unread
    ]
    return {name: fact for name, fact in facts.items() if name not in unread}, tuple(said)


def _bid(bid: Bid, other: Game) -> str:
    """The bid as the other game names it; where no number is named, the trump alone."""
    if not other.bidding.levels and bid.level:
        text = bid.denomination.key
    elif other.bidding.levels and not bid.level and bid.text not in other.bidding.bids:
        raise RuleError(
            "rescore-number",
            gettext_noop("No number of tricks was bid, and %(game)s is bid by numbers."),
            "bid",
            game=Word(other.name),
        )
    else:
        text = bid.text
    if text not in other.bidding.bids:
        raise RuleError(
            "rescore-bid",
            gettext_noop("%(game)s has no bid of %(bid)s."),
            "bid",
            game=Word(other.name),
            bid=bid.text,
        )
    return text


def _partner(facts: DealFacts, played: Game, other: Game, deal: Deal) -> None:
    """Name declarer's partner where the other game names one, and only there."""
    if not other.names_partner:
        facts.pop("partner", None)
    elif "partner" not in facts:
        facts["partner"] = next(s for s in played.side_of(deal)[0] if s != deal.declarer)


def _same_sides(facts: DealFacts, played: Game, other: Game, deal: Deal) -> None:
    """See that the same hands won the tricks; RuleError where others play together there."""
    assert deal.declarer is not None  # noqa: S101 - a passed-out deal has no sides
    declarer = facts["declarer"]
    if declarer in other.may_declare:
        mine = played.sides[deal.declarer, deal.partner].hands
        theirs = other.sides[declarer, facts.get("partner")].hands
        if {*mine} & {*other.hands} == {*theirs} & {*played.hands}:
            return
    raise RuleError(
        "rescore-sides",
        gettext_noop("In %(game)s the sides would have been different."),
        "declarer",
        game=Word(other.name),
    )


def _honours(played: Game, deal: Deal, other: Game) -> dict[str, int | str]:
    """Honours as the other game takes them: by hand where it knows no holdings."""
    told = dict(deal.honours)
    if other.tells_holdings or all(isinstance(held, int) for held in told.values()):
        return told
    hands = {column.key: column.hands for column in played.columns}
    return {
        hand: held
        for column, holding in told.items()
        for hand, held in zip(hands[column], HANDS_OF[str(holding)], strict=False)
    }
