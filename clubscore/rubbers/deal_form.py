"""The form on which a deal is entered at a card table, tapped or typed in one line.

A line is `4H S = h3`, `3NT* Bob -1`, `hearts +2 h3` or `pass`: the bid (* or ** for doubled), who
played it, the result and honours, `h3` for the declaring side, `a4` for its opponents, `Ann:4`
for a hand. What one game alone asks is told by a word: `joker:Ann`, `x:Bob`, `vul:NS`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.http import QueryDict
from django.utils.translation import gettext as _

from clubscore.club.entry import Given, text_of, texts_of
from clubscore.club.templatetags.clubscore import sign
from clubscore.club.wording import listed, named, said
from clubscore.laws.deal import DealFacts, OwnFacts
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import reckoner_for
from clubscore.laws.sentences import describe_deal, describe_points, offered_by
from clubscore.laws.shared_codes import RevokePenalty
from clubscore.rubbers.score import PartScore, canonical
from clubscore.web.entry_form import EntryForm as Entry
from clubscore.web.entry_form import (
    answers_given,
    bid_of,
    contract_facts,
    given_of,
    hands_of,
    missing_of_contract,
    nobody_passes,
    read_entry,
    sides_of,
)
from clubscore.web.entry_keys import (
    EntryKey,
    GameQuestion,
    contract_bars,
    hand_name,
    key,
    players_bar,
    question,
    result_bar,
)
from clubscore.web.forms import Problem, Problems


@dataclass(frozen=True)
class FineKey:
    """A fine that the game's law names: the offence, its points and its law."""

    value: str
    label: str
    effect: str
    checked: bool


@dataclass(frozen=True)
class FineAsked:
    """Who is fined, and how much; `named` are the fines of the game's own law."""

    who: list[EntryKey]
    points: str
    named: list[FineKey]

    @property
    def is_open(self) -> bool:
        """Whether something about a fine has been answered."""
        return bool(self.points) or any(each.checked for each in self.named)


def fine_question(standing: PartScore, given: Given) -> FineAsked:
    """Return what a form asks about a fine, with what was answered."""
    players = players_bar(standing.game.seats, standing.names)
    who = [key(seat, name, given.get("fined")) for seat, name in players]
    return FineAsked(who, text_of(given, "fine"), _named_fines(standing.game, given))


def _named_fines(game: Game, given: Given) -> list[FineKey]:
    """Return the fines that the law names and any other; none where it names none."""
    chosen = text_of(given, "fine-for")
    named = [
        FineKey(
            value=fine.key,
            label=_(fine.what),
            effect=_("%(points)s to each of the others (%(law)s)")
            % {"points": fine.points, "law": said(fine.law.at(game.key))},
            checked=fine.key == chosen,
        )
        for fine in game.bidding.named_fines
    ]
    agreed = not chosen and bool(text_of(given, "fine"))
    other = FineKey("", _("something else"), _("As many points as are agreed."), agreed)
    return [*named, other] if named else []


# ---- Honours and chicane.

HOLDINGS = (3, 4, 5)


@dataclass(frozen=True)
class SideShown:
    """One of the two sides of a deal, "D" or "A", and the keys of its odd tricks."""

    key: str
    name: str
    seats: tuple[str, ...]
    odd: list[EntryKey] = field(default_factory=list)


@dataclass(frozen=True)
class NumberRow:
    """A row of numbers to choose from, and whose it is."""

    field: str
    name: str
    options: list[EntryKey]


@dataclass(frozen=True)
class SideAsked:
    """How many honours a side holds, as keys."""

    key: str
    name: str
    options: list[EntryKey]


@dataclass(frozen=True)
class HonoursAsked:
    """The rows that ask for honours: hand by hand, or side by side and in one hand.

    `kind` is what counts, of `most` there are; `sum` is what the hands hold together, where that is
    known.
    """

    kind: str
    sign: str
    most: int
    open: bool
    hands: list[NumberRow] = field(default_factory=list)
    won: bool = False
    sum: int | None = None
    rows: bool = False
    sides: list[SideAsked] = field(default_factory=list)
    nobody: bool = False
    holdings: list[EntryKey] = field(default_factory=list)
    holders: list[EntryKey] = field(default_factory=list)


def honours_questions(
    standing: PartScore, facts: DealFacts | None, given: Given, sides: list[SideShown]
) -> HonoursAsked | None:
    """Return the rows that ask for honours; none where nothing counts.

    While another denomination may still be tapped on the same page, each key says where it does
    not count.
    """
    game = standing.game
    kind = "suit"
    denomination = ""
    if facts is not None:
        denomination = game.bidding.bids[facts["bid"]].denomination.key
        kind = game.honours_for(denomination, standing.rules) or ""
    if not kind:
        return None
    is_open = facts is None or not game.bidding.levels
    most = 5 if kind == "suit" or is_open else 4
    shown = HonoursAsked(
        kind=kind,
        sign=sign(denomination),
        most=most,
        open=bool(given.get("holding") or given.get("holder")),
    )
    if game.honours_by_hand:
        return _by_hand(standing, shown, given)
    lacks = _lacking(standing, "" if is_open else denomination)
    return _by_side(standing, shown, given, sides, lacks, _held("suit" if is_open else kind))


def _by_hand(standing: PartScore, shown: HonoursAsked, given: Given) -> HonoursAsked:
    """Ask for the number of every hand."""
    game = standing.game
    holders = players_bar(game.honour_hands, standing.names)
    all_held = reckoner_for(game, standing.rules).tariff.all_honours_held
    return replace(
        shown,
        hands=number_rows("honours", holders, shown.most, given),
        won=game.counting.honours_by == "won",
        # Where every honour is in some hand, the last hand's number follows from the others.
        sum=shown.most if all_held else None,
    )


def _by_side(
    standing: PartScore,
    shown: HonoursAsked,
    given: Given,
    sides: list[SideShown],
    lacks: Mapping[str, str],
    held: list[tuple[str, str]],
) -> HonoursAsked:
    """Ask for what each side holds between its hands, and for four or more in one hand."""
    holdings = [n for n in HOLDINGS if n <= shown.most and str(n) in lacks]
    said, holding, holder = (text_of(given, each) for each in ("honours", "holding", "holder"))
    return replace(
        shown,
        rows=bool(holdings),
        sides=[
            SideAsked(
                side.key,
                side.name,
                [key(f"{side.key}:{n}", str(n), said, lacks=lacks[str(n)]) for n in holdings],
            )
            for side in sides
        ],
        nobody=said == "none",
        holdings=[
            key(each, text, holding, lacks=lacks[each]) for each, text in held if each in lacks
        ],
        holders=[
            key(seat, name, holder)
            for seat, name in players_bar(standing.game.hands, standing.names)
        ],
    )


def number_rows(
    what: str, holders: list[tuple[str, str]], most: int, given: Given
) -> list[NumberRow]:
    """Return a row of numbers for each holder: honours in a hand, tricks of a player."""
    return [
        NumberRow(
            field=f"{what}-{hand}",
            name=name,
            options=[key(n, str(n), given.get(f"{what}-{hand}")) for n in range(most + 1)],
        )
        for hand, name in holders
    ]


def _lacking(standing: PartScore, denomination: str) -> dict[str, str]:
    """Return the holdings that count at all, each with the denominations where it does not.

    At contract only four or more in one hand count, at no trumps there are four aces.
    """
    honours = reckoner_for(standing.game, standing.rules).tariff.honours
    bids = {bid.denomination.key: None for bid in standing.game.bidding.bids.values()}
    asked = [denomination] if denomination else list(bids)
    return {
        held: " ".join(each for each in asked if held not in honours.get(each, {}))
        for held in (*map(str, HOLDINGS), *(held for held, _text in _held("suit")))
        if any(held in honours.get(each, {}) for each in asked)
    }


def _held(kind: str) -> list[tuple[str, str]]:
    if kind != "suit":
        return [("4-in-one", _("all 4 aces") if kind == "aces" else _("all 4 twos"))]
    return [
        ("4-in-one", _("4 in one hand")),
        ("4+1", _("4, and 1 with partner")),
        ("5-in-one", _("all 5")),
    ]


def chicane_question(standing: PartScore, facts: DealFacts | None, given: Given) -> list[EntryKey]:
    game = standing.game
    if not game.counting.counts_chicane or standing.rules.get("chicane") == "off":
        return []
    chosen = texts_of(given, "chicane")
    suits = facts is None or game.bidding.bids[facts["bid"]].denomination.is_suit
    if game.bidding.levels and not suits and not chosen:
        return []
    return [
        {"value": hand, "label": name, "checked": hand in chosen}
        for hand, name in players_bar(game.hands, standing.names)
    ]


# ---- What stands on a table's page.


@dataclass(frozen=True)
class DealSentence:
    """The last check before Record: what the form says, or what is still missing."""

    deal: str
    points: list[str]
    missing: str


def sentence_of(standing: PartScore, given: Given, dealer: str) -> DealSentence:
    """Return what a form says in a sentence, with the points that it would make."""
    game = standing.game
    try:
        entry = read_entry(game, standing.rules, given, dealer)
        deal = standing.read(standing.completed(entry.facts))
    except Problems as problems:
        return DealSentence("", [], problems.problems[0].text)
    except RuleError as error:
        return DealSentence("", [], said(error))
    sheet = standing.sheet_with((*standing.facts, canonical(deal.facts())))
    columns = {column: named(names) for column, names in standing.column_names.items()}
    names = standing.names | columns
    spoken = describe_deal(game, deal, standing.names)
    points = describe_points(game, sheet.deals[-1], names)
    return DealSentence(said(spoken), [said(phrase) for phrase in points], "")


def draft_given(standing: PartScore) -> dict[str, str | list[str]]:
    """Return the contract that was noted before the play, as a form."""
    draft = standing.part.noted
    if draft is None or draft.position != standing.next_position:
        return {}
    return given_of(standing.game, draft.facts, {})


@dataclass(frozen=True)
class ContractShown:
    """The contract as it stays in sight during the play; `own` is what one game alone asks."""

    level: int | str
    denomination: str
    sign: str
    declarer_seat: str
    partner_seat: str
    doubling: int
    times: int
    declarer: str
    partner: str | None
    needs: int | None
    at_most: bool
    alone: bool
    name: str
    own: list[tuple[str, str]]


@dataclass(frozen=True)
class TricksAsked:
    """The rows that ask for everyone's tricks, `most` in all."""

    most: int
    hands: list[NumberRow]


@dataclass(frozen=True)
class DealPenaltyKey:
    """A penalty that may be claimed for a revoke, and what it would do."""

    value: str
    label: str
    effect: str
    checked: bool


@dataclass(frozen=True)
class RevokeAsked:
    """The questions of a revoke: who, what do the others take, how often, until when."""

    number: str
    who: list[EntryKey]
    penalties: list[DealPenaltyKey]
    often: list[EntryKey]
    until: str


class DealEntryForm:
    """Everything that the entry form of a deal shows, each thing made when the page asks for it.

    `step` is 1 while the contract is asked for, 2 while the result is. `later` deals are played
    before it.
    """

    def __init__(
        self,
        standing: PartScore,
        given: Given,
        dealer: str,
        step: int = 0,
        *,
        later: int = 0,
        is_new: bool = True,
    ) -> None:
        self.standing = standing
        self.usual: OwnFacts = standing.usual_later(later, dealer) if is_new else {}
        self.given = given
        self.dealer = dealer
        self.game = standing.game
        self.facts = contract_facts(self.game, given, dealer)
        self.missing = missing_of_contract(self.game, self.facts)
        self.known = self.facts if self.missing is None else None
        # A deal that all passed is played all the same where its tricks count.
        self.passed = bool(given.get("passed_out")) and bool(self.game.questions.passed_fields)
        self.step = step or (1 if self.missing and not self.passed else 2)
        # A contract that is whole is changed row by row: it does not fold after the first key.
        self.changes = self.step == 1 and self.known is not None
        # What a form without any answer depends on; such forms are kept ready.
        self.is_blank = not given
        self.people = standing.seated
        self.varies = self.people if self.game.bidding.levels else f"{self.people}-{dealer}"
        self.varies += canonical(self.usual) if self.usual else ""
        self.tricks = text_of(given, "tricks")
        self.called = text_of(given, "auction")
        self.chicane_open = bool(given.get("chicane"))
        self.irregular_open = bool(given.get("revoke-1") or given.get("fined"))

    @cached_property
    def contract(self) -> ContractShown | None:
        """The contract in one line, once it is known."""
        return contract_line(self.standing, self.facts) if self.known else None

    @cached_property
    def bars(self) -> dict[str, list[EntryKey]]:
        """The keys that ask for the contract."""
        return contract_bars(self.game, self.standing.rules, self.given, self.standing.names)

    @cached_property
    def questions(self) -> list[GameQuestion]:
        """What only this game asks after the play."""
        return self._questions(before_play=False)

    @cached_property
    def questions_before(self) -> list[GameQuestion]:
        """What only this game asks with the contract."""
        return self._questions(before_play=True)

    def _questions(self, *, before_play: bool) -> list[GameQuestion]:
        bid = self.game.bidding.bids.get(self.facts.get("bid", ""))
        usual = answers_given(self.game, self.usual)
        return [
            question(
                ask,
                self.game,
                self.known,
                self.given if self.given.get(ask.field) else usual,
                self.standing.names,
            )
            for ask in self.game.questions.about(bid)
            if ask.before_play == before_play
        ]

    @cached_property
    def results(self) -> dict[str, list[EntryKey]]:
        """The keys that ask for the result."""
        any_bid: DealFacts = {"bid": next(iter(self.game.bidding.bids))}
        return result_bar(self.game, self.known or any_bid, self.given.get("result"))

    @cached_property
    def tricks_of(self) -> TricksAsked | None:
        """The rows that ask for everyone's tricks, None where the contract tells enough."""
        if not self.game.questions.tricks_by_player:
            return None
        most = self.game.play.tricks
        seats = players_bar(self.game.seats, self.standing.names)
        return TricksAsked(most, number_rows("tricks", seats, most, self.given))

    @cached_property
    def sides(self) -> list[SideShown]:
        """The two sides of the deal, each with its odd tricks where only these are asked."""
        # Where no number is named the dealer's side declares; its name is known from the start.
        by_dealer = "declarer" in self.facts and not self.game.bidding.levels
        sides = _sides(self.standing, self.facts if by_dealer else self.known)
        return [replace(side, odd=self.results.get(side.key, [])) for side in sides]

    @cached_property
    def honours(self) -> HonoursAsked | None:
        """The rows that ask for honours, None where there are none."""
        return honours_questions(self.standing, self.known, self.given, self.sides)

    @cached_property
    def chicane(self) -> list[EntryKey]:
        """The hands that may claim chicane."""
        return chicane_question(self.standing, self.known, self.given)

    @cached_property
    def revokes(self) -> list[RevokeAsked]:
        """The three questions of a revoke, for two offenders; none where it costs no points."""
        alone = bool(self.known) and self.game.bidding.bids[self.facts["bid"]].denomination.alone
        if alone or not self.game.counting.counts_revokes:
            return []
        asked = (self.standing, self.known, self.given, self.dealer)
        return [_revoke(*asked, number) for number in ("1", "2")]

    @cached_property
    def began_so(self) -> list[EntryKey]:
        """Whether the dealer began with a bid that is fined if it fails; nothing else."""
        if self.known is None:
            return []
        worst: DealFacts = {**self.known, "tricks": self.game.play.least_tricks}
        points = self.game.fine_offered(self.standing.rules, worst, self.dealer)
        fined = _("yes: %(points)s to each of the others") % {"points": points}
        chosen = self.given.get("began_so")
        return [key("yes", fined, chosen), key("no", _("no"), chosen)] if points else []

    @cached_property
    def fine(self) -> FineAsked:
        """Who is fined, what for and how much."""
        return fine_question(self.standing, self.given)


def contract_now(standing: PartScore, given: Given, dealer: str) -> ContractShown | None:
    """Return the contract that a form names in one line, None while some of it is missing."""
    facts = contract_facts(standing.game, given, dealer)
    missing = missing_of_contract(standing.game, facts)
    return None if missing else contract_line(standing, facts)


def contract_line(standing: PartScore, facts: DealFacts) -> ContractShown:
    game = standing.game
    bid = game.bidding.bids[facts["bid"]]
    names = {"dummy": _("dummy")} | standing.names
    doubling = facts.get("doubling", 0)
    return ContractShown(
        level=bid.level or "",
        denomination=bid.denomination.key,
        sign=sign(bid.denomination.key),
        declarer_seat=facts["declarer"],
        partner_seat=facts.get("partner", ""),
        doubling=doubling,
        times=1 << doubling,
        declarer=names[facts["declarer"]],
        partner=names.get(facts.get("partner", "")),
        needs=game.needed(bid) if bid.level else None,
        at_most=bid.denomination.reversed,
        alone=bid.denomination.alone,
        name=_(bid.denomination.name),
        own=[
            (ask.field, str(facts.get(ask.field)))
            for ask in game.questions.asks
            if ask.before_play and ask.field in facts
        ],
    )


def _sides(standing: PartScore, facts: DealFacts | None) -> list[SideShown]:
    """Return the two sides of a deal: by name once it is known who declares."""
    if facts is None:
        return [
            SideShown("D", _("Declarer's side"), ()),
            SideShown("A", _("The other side"), ()),
        ]
    sides = sides_of(standing.game, facts)
    game = standing.game
    # A dummy that goes with declarer is named with declarer: their honours count together.
    who = sides if game.tells_holdings else hands_of(game, facts)
    shown = [
        SideShown(side, named([hand_name(hand, standing.names) for hand in who[side]]), seats)
        for side, seats in sides.items()
    ]
    if not game.tells_holdings:
        return shown
    # The order of the pad, so that no one taps the wrong row after a change of declarer.
    first = standing.game.columns[0].seats[0]
    return sorted(shown, key=lambda side: first not in side.seats)


def _revoke(
    standing: PartScore, facts: DealFacts | None, given: Given, dealer: str, number: str
) -> RevokeAsked:
    by, chosen = text_of(given, f"revoke-{number}"), text_of(given, f"penalty-{number}")
    game = standing.game
    offenders, choices = _offenders(standing, facts, by, dealer)
    # What was reported under this code before stays in sight where the deal is corrected.
    offered = offered_by(standing.rules, choices, kept=chosen)
    return RevokeAsked(
        number=number,
        who=[
            key(seat, name, by, disabled=seat not in offenders)
            for seat, name in players_bar(game.seats, standing.names)
        ],
        penalties=[
            DealPenaltyKey(
                value=choice.key,
                label=_(choice.label),
                effect=_effect(standing, given, number, choice),
                checked=choice.key == chosen,
            )
            for choice in offered
        ],
        often=[key(n, str(n), given.get(f"often-{number}") or "1") for n in (1, 2, 3)],
        until=_(choices[0].until) if choices else "",
    )


def _effect(standing: PartScore, given: Given, number: str, choice: RevokePenalty) -> str:
    """Return what a penalty would do to this deal, in points; in words while they are not known."""
    if not given.get(f"revoke-{number}"):
        return _(choice.effect)
    with_it = {name: given.get(name, "") for name in given} | {f"penalty-{number}": choice.key}
    points = sentence_of(standing, with_it, standing.dealer).points
    return " ".join(points) or _(choice.effect)


def _offenders(
    standing: PartScore, facts: DealFacts | None, by: str, dealer: str
) -> tuple[tuple[str, ...], tuple[RevokePenalty, ...]]:
    """Return who can have revoked and what may be claimed; everything while no one is known."""
    game = standing.game
    law = game.counting.revoke_law
    everything = tuple(dict.fromkeys((*law.declaring, *law.adverse)))
    if facts is None:
        return tuple(seat for seat in game.seats if seat != game.dummy_dealt(dealer)), everything
    try:
        deal = standing.read_contract(facts)
    except RuleError:  # the contract itself has to be corrected first
        return game.seats, everything
    choices = game.penalties(deal, by) if by in game.revokers(deal) else ()
    return game.revokers(deal, dealer), choices or everything


# ---- A deal in one line.

BID = re.compile(r"(?P<level>[0-9]{0,2})(?P<what>[a-z♣♦♥♠]+?)(?P<doubled>\*{1,3}|x{1,3}|)", re.I)
DENOMINATIONS = {
    "c": "C", "clubs": "C", "club": "C", "♣": "C",
    "d": "D", "diamonds": "D", "diamond": "D", "♦": "D",
    "h": "H", "hearts": "H", "heart": "H", "♥": "H",
    "s": "S", "spades": "S", "spade": "S", "♠": "S",
    "n": "NT", "nt": "NT", "notrumps": "NT", "notrump": "NT",
    "nu": "NU", "nullo": "NU", "nullos": "NU",
}  # fmt: skip
# Whether the dealer began with a bid that brings a fine if it fails.
FIRST = {"first": "yes", "later": "no"}
HOLDING = {4: "4-in-one", 5: "5-in-one"}


def read_line(game: Game, rules: Rules, line: str, names: Mapping[str, str], dealer: str) -> Entry:
    """Return what a typed line says. Raises Problems that name the word and what would be right.

    At pirate the partner is named after who played it. Where everyone's tricks are told, `Ann:4`
    are those. Upper and lower case are the same.
    """
    words = line.replace("−", "-").split()
    if [word.lower() for word in words] in (["pass"], ["passed"], ["all", "passed"]):
        if not game.bidding.passes_out:
            raise Problems(Problem("line", nobody_passes()))
        return Entry({"passed_out": True}, {})
    given = QueryDict(mutable=True)
    given["honours"] = "none"
    _bid(game, words.pop(0) if words else "", given)
    for word in words:
        _word(game, word, names, given)
    if game.questions.tricks_by_player:
        _tricks_of_bidder(game, given)
    _refuse_uncounted(game, rules, given)
    return read_entry(game, rules, given, dealer)


def _refuse_uncounted(game: Game, rules: Rules, given: QueryDict) -> None:
    """What no one counts is not dropped in silence: RuleError as the laws say it."""
    typed = given["honours"] != "none" or any(
        name.startswith(("honours-", "holder")) for name in given
    )
    bid = game.bidding.bids.get(bid_of(game, given))
    if typed and bid and game.honours_for(bid.denomination.key, rules) is None:
        place = _(bid.denomination.place)
        raise _wrong(_("There are no honours %(place)s."), place=place)


def line_help(game: Game, rules: Rules, names: Mapping[str, str], dealer: str) -> str:
    """Return an example of a line at this game, and what it says."""
    who = {
        "who": names.get(dealer, names[game.seats[0]]),
        "other": next(name for seat, name in names.items() if seat != dealer),
    }
    if game.questions.asks:
        return _own_help(game, names)
    if not game.bidding.levels:
        line = "H +2 h3"
        text = _("%(line)s: hearts, two odd tricks to the dealer's side, three honours")
    elif game.questions.tricks_by_player:
        line = "7H %(who)s:7 %(other)s:2"
        text = _("%(line)s: seven hearts by %(who)s, who won seven tricks")
    elif not game.honours_for("NT", rules):
        line = "4H %(who)s ="
        text = _("%(line)s: four hearts by %(who)s, made")
    elif not game.honours_for("H", rules):
        line = "2NT %(who)s = %(who)s:3"
        text = _("%(line)s: two no-trumps by %(who)s, made, three aces")
    elif game.names_partner:
        line = "4H %(who)s %(other)s = h3"
        text = _("%(line)s: four hearts by %(who)s with %(other)s, made, three honours")
    elif not game.honours_by_hand:
        line = "4H %(who)s = h3"
        text = _("%(line)s: four hearts by %(who)s, made, three honours")
    elif game.counting.honours_by == "won":
        line = "4H %(who)s = %(who)s:3"
        text = _("%(line)s: four hearts by %(who)s, made, three honours won")
    else:
        line = "4H %(who)s = %(who)s:2"
        text = _("%(line)s: four hearts by %(who)s, made, two honours in hand")
    return text % (who | {"line": line % who})


def _own_help(game: Game, names: Mapping[str, str]) -> str:
    """Return an example of a line with what only this game asks."""
    ask, (one, other) = game.questions.asks[0], game.seats[:2]
    who = {"who": names[one], "other": names[other], "word": ask.word}
    if game.bidding.own_bids:
        line = f"{game.bidding.own_bids[0].text} %(who)s -1 %(word)s:%(other)s"
        text = _("%(line)s: one trick taken, %(other)s doubled")
    elif ask.choices:
        line = "4H %(who)s = %(word)s:NS"
        text = _("%(line)s: four hearts made, North and South vulnerable")
    else:
        line = "4H %(who)s = h3 %(word)s:%(other)s"
        text = _("%(line)s: made, three honours, %(other)s held it")
    return text % (who | {"line": line % who})


def _wrong(text: str, **params: str) -> Problems:
    return Problems(Problem("line", text % params))


def _bid(game: Game, word: str, given: QueryDict) -> None:
    own = {bid.text.lower(): bid.text for bid in game.bidding.own_bids}
    if word.lower() in own:
        given["denomination"] = own[word.lower()]
        return
    match = BID.fullmatch(word)
    what = DENOMINATIONS.get(match["what"].lower(), "") if match else ""
    if not match or not what or bool(match["level"]) != bool(game.bidding.levels):
        text = _("Begin the line with the bid, for example %(like)s; “%(word)s” is not a bid.")
        raise _wrong(text, like="4H" if game.bidding.levels else "H", word=word)
    given["level"], given["denomination"] = match["level"], what
    given["doubling"] = str(len(match["doubled"]))


def _word(game: Game, word: str, names: Mapping[str, str], given: QueryDict) -> None:
    if word in ("=", "made") or re.fullmatch(r"[+-]\d{1,2}", word):
        _result(game, word, given)
    elif re.fullmatch(r"[ha][345]", word, re.I) and not game.honours_by_hand:
        side = "D" if word[0].lower() == "h" else "A"
        given["honours"] = f"{side}:{word[1]}"
    elif game.bidding.first_bid_fine and word.lower() in FIRST:
        given["began_so"] = FIRST[word.lower()]
    elif ":" in word:
        _told(game, word, names, given)
    else:
        seat = _seat(game, word, names)
        field = "partner" if given.get("declarer") and game.names_partner else "declarer"
        given[field] = seat


def _result(game: Game, word: str, given: QueryDict) -> None:
    if game.bidding.levels:
        given["result"] = "=" if word in ("=", "made", "+0", "-0") else word
    elif word[0] in "+-" and word[1:] != "0":
        given["result"] = f"{'D' if word[0] == '+' else 'A'}:{int(word[1:])}"
    else:
        raise _wrong(_("Write odd tricks as +2 or -1; “%(word)s” is neither."), word=word)


def _told(game: Game, word: str, names: Mapping[str, str], given: QueryDict) -> None:
    """Read an answer to a question of the game's own, like joker:Ann, else a number for a hand."""
    about, said = word.split(":", 1)
    ask = next((each for each in game.questions.asks if each.word == about.lower()), None)
    if ask is None:
        _hand(game, word, names, given)
        return
    values = {value.lower(): value for value, _words in ask.choices}
    if ask.among:
        value = _seat(game, said, names)
    elif said.lower() in values:
        value = values[said.lower()]
    else:
        text = _("Choose one of %(choices)s, not “%(word)s”.")
        raise _wrong(text, word=said, choices=listed(values.values()))
    if ask.several:
        given.appendlist(ask.field, value)
    else:
        given[ask.field] = value


def _hand(game: Game, word: str, names: Mapping[str, str], given: QueryDict) -> None:
    who, number = word.rsplit(":", 1)
    seat = _seat(game, who, names)
    if not re.fullmatch("[0-9]{1,2}", number):
        raise _wrong(_("Write a number for a hand as Ann:2, not “%(word)s”."), word=word)
    if game.questions.tricks_by_player:
        given.setdefault("declarer", seat)
        given[f"tricks-{seat}"] = number
    elif game.honours_by_hand:
        given[f"honours-{seat}"] = number
    elif int(number) in HOLDING:
        given["holder"], given["holding"] = seat, HOLDING[int(number)]
    else:
        raise _wrong(_("Only 4 or 5 in one hand count for the hand. Write h3 or a3 for the side."))


def _tricks_of_bidder(game: Game, given: QueryDict) -> None:
    """Where the line says how the bid went, the bidder's tricks follow from it."""
    bid = game.bidding.bids.get(bid_of(game, given))
    result, declarer = given.get("result", ""), given.get("declarer", "")
    if bid and result and declarer and not given.get(f"tricks-{declarer}"):
        over = 0 if result == "=" else int(result)
        given[f"tricks-{declarer}"] = str(game.needed(bid) + over)


def _seat(game: Game, word: str, names: Mapping[str, str]) -> str:
    """Return a seat by its letter or by the beginning of a name."""
    low = word.lower()
    for hand in game.hands:
        if low == hand.lower():
            return hand
    found = [seat for seat, name in names.items() if name.lower().startswith(low)]
    if len(found) == 1:
        return found[0]
    params = {"word": word, "names": listed(names.values())}
    if found:
        raise _wrong(_("“%(word)s” fits several names. Write the whole name: %(names)s."), **params)
    raise _wrong(
        _("“%(word)s” is not a player (%(names)s), a result or honours. Correct the line."),
        **params,
    )
