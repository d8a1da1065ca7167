"""What stands on a table's page: the deal to enter, the last one, how it stands."""

from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from clubscore.club.form_values import Given, text_of
from clubscore.club.templatetags.clubscore import sign
from clubscore.club.wording.names import named
from clubscore.club.wording.phrases import said
from clubscore.laws.deal import DealFacts, OwnFacts
from clubscore.laws.errors import RuleError
from clubscore.laws.sentences import describe_deal, describe_points, offered_by
from clubscore.laws.shared_codes import Penalty
from clubscore.rubbers.deal.entry_fines import FineAsked, fine_asked
from clubscore.rubbers.deal.entry_honours import (
    HonoursAsked,
    NumberRow,
    SideShown,
    chicane_asked,
    honours_asked,
    number_rows,
)
from clubscore.rubbers.state.part_state import Standing, canonical
from clubscore.tableside.entry_back import answers_given, given_of
from clubscore.tableside.entry_form import (
    contract_facts,
    hands_of,
    missing_of_contract,
    read_entry,
    sides_of,
)
from clubscore.tableside.entry_keys import (
    Key,
    Question,
    contract_bars,
    hand_name,
    key,
    players_bar,
    question,
    result_bar,
)
from clubscore.tableside.problems import Problems


@dataclass(frozen=True)
class Sentence:
    """The last check before Record: what the form says, or what is still missing."""

    deal: str
    points: list[str]
    missing: str


def sentence_of(standing: Standing, given: Given, dealer: str) -> Sentence:
    """Return what a form says in a sentence, with the points that it would make."""
    game = standing.game
    try:
        entry = read_entry(game, standing.rules, given, dealer)
        deal = standing.read(standing.completed(entry.facts))
    except Problems as problems:
        return Sentence("", [], problems.problems[0].text)
    except RuleError as error:
        return Sentence("", [], said(error))
    sheet = standing.sheet_with((*standing.facts, canonical(deal.facts())))
    columns = {column: named(names) for column, names in standing.column_names.items()}
    names = standing.names | columns
    spoken = describe_deal(game, deal, standing.names)
    points = describe_points(game, sheet.deals[-1], names)
    return Sentence(said(spoken), [said(phrase) for phrase in points], "")


def draft_given(standing: Standing) -> dict[str, str | list[str]]:
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
class PenaltyKey:
    """A penalty that may be claimed for a revoke, and what it would do."""

    value: str
    label: str
    effect: str
    checked: bool


@dataclass(frozen=True)
class RevokeAsked:
    """The questions of a revoke: who, what do the others take, how often, until when."""

    number: str
    who: list[Key]
    penalties: list[PenaltyKey]
    often: list[Key]
    until: str


class EntryForm:
    """Everything that the entry form of a deal shows, each thing made when the page asks for it.

    `step` is 1 while the contract is asked for, 2 while the result is. `later` deals are played
    before it.
    """

    def __init__(
        self,
        standing: Standing,
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
        return contract_shown(self.standing, self.facts) if self.known else None

    @cached_property
    def bars(self) -> dict[str, list[Key]]:
        """The keys that ask for the contract."""
        return contract_bars(self.game, self.standing.rules, self.given, self.standing.names)

    @cached_property
    def questions(self) -> list[Question]:
        """What only this game asks after the play."""
        return self._questions(before_play=False)

    @cached_property
    def questions_before(self) -> list[Question]:
        """What only this game asks with the contract."""
        return self._questions(before_play=True)

    def _questions(self, *, before_play: bool) -> list[Question]:
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
    def results(self) -> dict[str, list[Key]]:
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
        return honours_asked(self.standing, self.known, self.given, self.sides)

    @cached_property
    def chicane(self) -> list[Key]:
        """The hands that may claim chicane."""
        return chicane_asked(self.standing, self.known, self.given)

    @cached_property
    def revokes(self) -> list[RevokeAsked]:
        """The three questions of a revoke, for two offenders; none where it costs no points."""
        alone = bool(self.known) and self.game.bidding.bids[self.facts["bid"]].denomination.alone
        if alone or not self.game.counting.counts_revokes:
            return []
        asked = (self.standing, self.known, self.given, self.dealer)
        return [_revoke(*asked, number) for number in ("1", "2")]

    @cached_property
    def began_so(self) -> list[Key]:
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
        return fine_asked(self.standing, self.given)


def contract_now(standing: Standing, given: Given, dealer: str) -> ContractShown | None:
    """Return the contract that a form names in one line, None while some of it is missing."""
    facts = contract_facts(standing.game, given, dealer)
    missing = missing_of_contract(standing.game, facts)
    return None if missing else contract_shown(standing, facts)


def contract_shown(standing: Standing, facts: DealFacts) -> ContractShown:
    """Return the contract in one line."""
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


def _sides(standing: Standing, facts: DealFacts | None) -> list[SideShown]:
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
    standing: Standing, facts: DealFacts | None, given: Given, dealer: str, number: str
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
            PenaltyKey(
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


def _effect(standing: Standing, given: Given, number: str, choice: Penalty) -> str:
    """Return what a penalty would do to this deal, in points; in words while they are not known."""
    if not given.get(f"revoke-{number}"):
        return _(choice.effect)
    with_it = {name: given.get(name, "") for name in given} | {f"penalty-{number}": choice.key}
    points = sentence_of(standing, with_it, standing.dealer).points
    return " ".join(points) or _(choice.effect)


def _offenders(
    standing: Standing, facts: DealFacts | None, by: str, dealer: str
) -> tuple[tuple[str, ...], tuple[Penalty, ...]]:
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
