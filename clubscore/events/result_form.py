"""The form on which a result of a board is entered: its contract, its tricks, the card led.

A lead compared with the deal shows at once that a table plays the wrong board.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, TypedDict

from django.utils.translation import gettext as _

from clubscore.club.entry import Given, text_of, whole_number
from clubscore.club.templatetags.clubscore import sign
from clubscore.club.wording import MINUS, listed
from clubscore.deals.hands import RANKS, SUIT_KEYS, read_deal
from clubscore.events.result_words import (
    BOOK,
    CONTRACT,
    DENOMINATIONS,
    TRICKS,
    MoreKeys,
    besides,
    besides_words,
    form_game,
    given_of_facts,
    in_words,
    more_keys,
    other_contract,
    over_of,
    read_deal_form,
    seat_letter,
)
from clubscore.laws.cards import COMPASS
from clubscore.laws.words import SEATS
from clubscore.ranking import Board, Valuation, show_number
from clubscore.ranking.result import ResultFacts
from clubscore.web.entry_keys import EntryKey, contract_bars, key, result_key
from clubscore.web.forms import Problem, Problems

LEAD: Final = "lead"


class LeadKeys(TypedDict):
    """The two bars of a card: its suit and its rank."""

    lead_suits: list[EntryKey]
    lead_ranks: list[EntryKey]


class LeadFacts(TypedDict, total=False):
    """The card led as an event file writes it; nothing where none was entered."""

    lead: str


@dataclass(frozen=True)
class ShownLead:
    """A lead as a page shows it: a card, or what was written where it is none."""

    suit: str = ""
    rank: str = ""
    text: str = ""


def lead_keys(given: Given) -> LeadKeys:
    """Return the two bars of a card: its suit and its rank."""
    suit, rank = text_of(given, "lead_suit"), text_of(given, "lead_rank")
    return {
        "lead_suits": [key(each, each, suit, suit=sign(each)) for each in SUIT_KEYS],
        "lead_ranks": [key(each, rank_label(each), rank) for each in RANKS],
    }


def rank_label(rank: str) -> str:
    """Return a rank as people write it: 10, not T."""
    return "10" if rank == "T" else rank


def read_lead(given: Given) -> LeadFacts:
    """Return {"lead": "SQ"}, or nothing where no card was tapped. Problems for half a card."""
    suit, rank = text_of(given, "lead_suit"), text_of(given, "lead_rank")
    if not suit and not rank:
        return {}
    if suit not in SUIT_KEYS or rank not in tuple(RANKS):
        raise Problems(Problem("ask-lead_suit", _("Which card was led? Choose suit and rank.")))
    return {LEAD: suit + rank}


def given_lead(facts: ResultFacts) -> dict[str, str]:
    """Return a lead as the form that would say it."""
    card = _card(facts)
    return {"lead_suit": card[0], "lead_rank": card[1]} if card else {}


def lead_for_page(facts: ResultFacts) -> ShownLead | None:
    """Return a lead as a page shows it, None where there is none."""
    card = _card(facts)
    if card:
        return ShownLead(sign(card[0]), rank_label(card[1]))
    return ShownLead(text=facts[LEAD]) if facts.get(LEAD) else None


def with_earlier_lead(facts: ResultFacts, before: ResultFacts) -> ResultFacts:
    """Return facts with the lead that was entered before, if the same hand still leads."""
    same = "contract" in facts and facts.get("declarer") == before.get("declarer")
    return {LEAD: before[LEAD], **facts} if same and before.get(LEAD) else facts


def lead_cannot_be(board: Board, facts: ResultFacts) -> str:
    """Return what is wrong with a lead if the deal is known: "" for nothing."""
    card = _card(facts)
    declarer = facts.get("declarer", "")
    if not card or board.deal is None or declarer not in COMPASS:
        return ""
    leader = COMPASS[(COMPASS.index(declarer) + 1) % len(COMPASS)]
    if read_deal(board.deal).owner(card) == leader:
        return ""
    text = _(
        "On board %(board)s %(seat)s leads, but does not hold that card. Is it the right board?"
    )
    return text % {"board": board.number, "seat": _(SEATS[leader])}


def _card(facts: ResultFacts) -> str:
    card = facts.get(LEAD) or ""
    known = len(card) == 2 and card[0] in SUIT_KEYS and card[1] in RANKS
    return card if known else ""


# ---- The result.

RESULT = re.compile(r"=|[+-][0-9]{1,2}")
AWARDS = (("A+", "A-"), ("A-", "A+"), ("A", "A"), ("A+", "A+"), ("A-", "A-"))


class ContractKeys(TypedDict):
    """The bars that ask for the contract and who played it."""

    levels: list[EntryKey]
    denominations: list[EntryKey]
    doubling: list[EntryKey]
    declarers: list[EntryKey]


class ResultKeys(ContractKeys, MoreKeys, LeadKeys):
    """The bars of a result: contract, who played it, result near it, tricks taken, and more."""

    result: list[EntryKey]
    tricks: list[EntryKey]


@dataclass(frozen=True)
class ShownResult:
    """A result as a page shows it: a text, or else the contract in parts.

    ``suit`` is what components/suit.html calls the denomination, ``who`` the name of declarer.
    """

    text: str = ""
    level: str = ""
    suit: str = ""
    doubling: int = 0
    seat: str = ""
    seat_name: str = ""
    who: str = ""
    tricks: int | None = None
    went: str = ""
    made: bool = False
    lead: ShownLead | None = None
    besides: str = ""
    facts: ResultFacts | None = field(default=None, compare=False, repr=False)

    @property
    def seat_letter(self) -> str:
        """Declarer's seat as one letter."""
        return seat_letter(self.seat) if self.seat else ""

    @property
    def went_short(self) -> str:
        """Tricks over or under, a sign for just made."""
        return self.went if self.facts is None or self.tricks_over else "="

    @property
    def tricks_over(self) -> bool:
        """Whether it went over or under, or no number was bid."""
        return not self.level or self.went[:1] in (MINUS, "+")

    @property
    def words(self) -> str:
        """The same in words, for ears and for plain texts."""
        return self.text if self.facts is None else in_words(self.facts)

    @property
    def besides_words(self) -> list[str]:
        """What else a game counts, a sentence each."""
        return [*besides_words(self.facts or ResultFacts())]


def needs_more(valuation: Valuation) -> bool:
    """Whether a result is more than contract, declarer and tricks."""
    return bool(valuation.more_fields) or not valuation.game.bidding.levels


def keys_of(valuation: Valuation, given: Given, names: Mapping[str, str]) -> ResultKeys:
    """Return the bars of a result: contract, who played it, result near it, tricks taken."""
    seats = seats_named(names)
    chosen = text_of(given, "result")
    near = [result_key(n, chosen) for n in range(-3, 0)]
    near.append(key("=", _("made"), chosen))
    near += [result_key(n, chosen) for n in range(1, 4)]
    bars = contract_bars(form_game(valuation), valuation.rules, given, seats)
    return {
        "levels": bars["levels"],
        "denominations": bars["denominations"],
        "doubling": bars["doubling"],
        "declarers": [_heard(each, names) for each in bars["declarers"]],
        **(more_keys(valuation, given, seats) if needs_more(valuation) else MoreKeys()),
        "result": near,
        "tricks": [key(n, str(n), text_of(given, "tricks")) for n in range(TRICKS + 1)],
        **lead_keys(given),
    }


def _heard(each: EntryKey, names: Mapping[str, str]) -> EntryKey:
    """Return a player's key with the seat in full for ears: "North, Ann"."""
    seat = str(each["value"])
    who = names.get(seat)
    each["word"] = f"{_(SEATS[seat])}, {who}" if who else _(SEATS[seat])
    return each


def seats_named(names: Mapping[str, str]) -> dict[str, str]:
    """The seats as keys name them, with who sits there: {"N": "N Ann"}."""
    return {seat: f"{seat} {names[seat]}" if names.get(seat) else seat for seat in "NESW"}


def read_result(given: Given, valuation: Valuation, board: Board) -> ResultFacts:
    """Return a form as facts. Raises Problems with what is still to be entered."""
    if "passed_out" in given:
        return {"passed_out": True}
    if "not_played" in given:
        return {"not_played": True}
    if needs_more(valuation):
        return read_deal_form(valuation, given, board.dealer)
    level, denomination = text_of(given, "level"), text_of(given, "denomination")
    doubling = whole_number(text_of(given, "doubling")) or 0
    contract = f"{level}{denomination}{'X' * min(doubling, 2)}"
    if f"{level}{denomination}" not in valuation.game.bidding.bids:
        raise Problems(Problem("ask-level", _("How many, and in what?")))
    declarer = text_of(given, "declarer")
    if declarer not in tuple("NESW"):
        raise Problems(Problem("ask-declarer", _("Who played it?")))
    return {"contract": contract, "declarer": declarer, "tricks": _tricks(int(level), given)}


def _tricks(level: int, given: Given) -> int:
    said = text_of(given, "result")
    tricks = whole_number(text_of(given, "tricks"))
    if tricks is None:
        if not RESULT.fullmatch(said):
            raise Problems(Problem("ask-result", _("How did it go?")))
        tricks = level + BOOK + (0 if said == "=" else int(said))
    if not 0 <= tricks <= TRICKS:
        best = f"+{TRICKS - level - BOOK}" if level < TRICKS - BOOK else "="
        worst = f"{MINUS}{level + BOOK}"
        text = _("At level %(level)s, results run from %(worst)s to %(best)s.")
        values = {"level": level, "worst": worst, "best": best}
        raise Problems(Problem("ask-result", text % values))
    return tricks


def is_form(given: Given) -> bool:
    """Whether a result is being filled in."""
    return "level" in given or "denomination" in given


def given_of(facts: ResultFacts, valuation: Valuation) -> dict[str, str | list[str]]:
    """Return a result as the form that would say it."""
    if needs_more(valuation):
        return {**given_of_facts(valuation, facts), **given_lead(facts)}
    match = CONTRACT.fullmatch(facts.get("contract", ""))
    if match is None:
        return {}
    over = facts["tricks"] - BOOK - int(match[1])
    near = -3 <= over <= 3
    return {
        "level": match[1],
        "denomination": match[2],
        "doubling": str(len(match[3])),
        "declarer": facts["declarer"],
        "result": ("=" if not over else f"{over:+d}") if near else "",
        "tricks": "" if near else str(facts["tricks"]),
        **given_lead(facts),
    }


def form_of(facts: ResultFacts, valuation: Valuation) -> list[tuple[str, str]]:
    """Return a result as the fields that would say it, one without a contract too."""
    plain: Given = {name: "1" for name in ("passed_out", "not_played") if name in facts}
    return fields_of(given_of(facts, valuation) or plain)


def fields_of(given: Given) -> list[tuple[str, str]]:
    """Return a form as the fields that send it: one for each tick of several."""
    return [
        (name, each)
        for name, value in given.items()
        for each in (value if isinstance(value, list) else [value])
    ]


def read_award(given: Given) -> ResultFacts:
    """Return an adjusted score as facts: two awards, or a percentage of each side."""
    ns, ew = (text_of(given, side).strip().replace(",", ".") for side in ("award_ns", "award_ew"))
    award = text_of(given, "award")
    if award in {f"{one}/{other}" for one, other in AWARDS}:
        ns, ew = award.split("/")
    if not ns or not ew:
        text = _("Enter what each side gets: A+, A, A- or a percentage of a top.")
        raise Problems(Problem("award", text))
    return {"adjusted": {"ns": ns, "ew": ew}}


def shown(facts: ResultFacts, names: Mapping[str, str] | None = None) -> ShownResult:
    """Return a result as a page shows it: the contract in parts, the rest as a text."""
    match = CONTRACT.fullmatch(facts.get("contract", ""))
    if match is None:
        return ShownResult(_other_text(facts), facts=facts)
    over = over_of(match[1], match[2], facts["tricks"])
    went = _("made") if match[1] and not over else f"{over:+d}".replace("-", MINUS)
    seat = facts["declarer"]
    return ShownResult(
        level=match[1],
        suit=sign(match[2]),
        doubling=len(match[3]),
        seat=seat,
        seat_name=_(SEATS[seat]),
        who=(names or {}).get(seat, ""),
        tricks=facts["tricks"],
        went=went,
        made=over >= 0,
        lead=lead_for_page(facts),
        besides=besides(facts),
        facts=facts,
    )


def result_gap() -> ShownResult:
    """Return what stands instead of a result that a reader who plays is not told yet."""
    return ShownResult(_("entered, not shown to you yet"))


def tricks_of(level: str, denomination: str, over: int) -> int:
    """Tricks that declarer's side took: what :func:`over_of` says, the other way round."""
    if not level:
        return BOOK + over if over > 0 else BOOK + 1 + over
    if DENOMINATIONS[denomination].reversed:
        return TRICKS - BOOK - int(level) - over
    return BOOK + int(level) + over


def _other_text(facts: ResultFacts) -> str:
    plain = {
        "passed_out": _("passed out"),
        "not_played": _("not played"),
    }
    for outcome, text in plain.items():
        if outcome in facts:
            return text
    if "assigned" in facts or "split" in facts:
        return _assigned_in_words(facts)
    if "adjusted" in facts:
        awards = facts["adjusted"]
        words = {"ns": awards["ns"].replace("-", MINUS), "ew": awards["ew"].replace("-", MINUS)}
        return _("adjusted: NS %(ns)s, EW %(ew)s") % words
    if "contract" in facts:
        return other_contract(facts)
    if "score" in facts:
        return _("NS %(score)s") % {"score": str(facts["score"]).replace("-", MINUS)}
    return _("nothing yet")


def _assigned_in_words(facts: ResultFacts) -> str:
    """What each side is deemed to have scored: 60 % of +620 and 40 % of −100."""
    if "split" in facts:
        ns, ew = (_signed(facts["split"][side]) for side in ("ns", "ew"))
    else:
        ns, ew = (
            listed(_part_in_words(score, part) for score, part in facts["assigned"][side])
            for side in ("ns", "ew")
        )
    if ns == ew:
        return _("assigned: %(score)s") % {"score": ns}
    return _("assigned: NS %(ns)s; EW %(ew)s") % {"ns": ns, "ew": ew}


def _part_in_words(score: str, part: str) -> str:
    percent = 100 * Fraction(part)
    if percent == 100:
        return _signed(int(score))
    values = {"percent": show_number(percent), "score": _signed(int(score))}
    return _("%(percent)s %% of %(score)s") % values


def _signed(score: int) -> str:
    return f"{score:+d}".replace("-", MINUS) if score else "0"
