"""How a card table stands: its deals as they now count, scored, and the numbers of its rubbers.

Rubbers are counted through the evening at a table, whatever the partners, in the order in which
they were agreed. The two tables of the seven count together, as they have one slip.
"""

from __future__ import annotations

import datetime as dt
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.database import Remembered
from clubscore.club.models import Person
from clubscore.club.templatetags.clubscore import sign
from clubscore.laws.deal import AuctionCall, DealFacts, OwnFacts, Unverified
from clubscore.laws.deal import DealReport as ReportedDeal
from clubscore.laws.deal_reading import read_contract, read_deal
from clubscore.laws.game import Calling
from clubscore.laws.games import Game, find_game
from clubscore.laws.house_rules import Rules, resolve_rules
from clubscore.laws.score_sheet import ScoredDeal, ScoreSheet, score_sitting
from clubscore.laws.settlement import Stakes, read_stakes
from clubscore.laws.tariff import LedgerEntry
from clubscore.rubbers.models import (
    DealRevision,
    Happening,
    Part,
    Seat,
    Settlement,
    Sitting,
    Substitute,
)

# A table in an evening, by its key.
Place = tuple[int, dt.date]


class RubberNumbers(NamedTuple):
    """The numbers of a part's rubbers: of those agreed, by rubber, and how many are in all.

    Those that are still to be agreed follow.
    """

    agreed: Mapping[int, int]
    in_all: int

    def of(self, rubber: int) -> int:
        """Return the number of a rubber of the part, counted there from 1."""
        ahead = sum(each not in self.agreed for each in range(1, rubber))
        return self.agreed.get(rubber, self.in_all + ahead + 1)


def numbers_tonight(parts: Sequence[Part]) -> dict[int, RubberNumbers]:
    """Return the numbers of each part's rubbers, by part. Two queries for any number of parts."""
    if not parts:
        return {}
    places = {(part.sitting.table_id, part.sitting.evening) for part in parts}
    evenings, club = {evening for _table, evening in places}, parts[0].club_id
    together = tables_together(of_sevens(club, evenings))
    beside = {place: together.get(place, {place[0]}) for place in places}
    rows = Settlement.objects.filter(
        club=club,
        part__sitting__table__in={table for tables in beside.values() for table in tables},
        part__sitting__evening__in=evenings,
        part__sitting__voided_at=None,
    )
    agreed: dict[Place, dict[tuple[int, int], None]] = defaultdict(dict)
    fields = ("part__sitting__table", "part__sitting__evening", "part", "rubber")
    for table, evening, part, rubber in rows.order_by("at", "pk").values_list(*fields):
        for place, tables in beside.items():
            if evening == place[1] and table in tables:
                agreed[place].setdefault((part, rubber))
    found = {}
    for part in parts:
        here = counted(agreed[part.sitting.table_id, part.sitting.evening])
        own = {rubber: number for (of, rubber), number in here.items() if of == part.pk}
        found[part.pk] = RubberNumbers(own, len(here))
    return found


def counted(rubbers: Iterable[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Return the number of each rubber by part and rubber, first agreed first."""
    return {each: number for number, each in enumerate(dict.fromkeys(rubbers), start=1)}


def of_sevens(club: int, evenings: Iterable[dt.date]) -> Iterable[Sitting]:
    """Return the sittings of the seven in some evenings. One query."""
    return Sitting.objects.filter(
        club=club, evening__in=evenings, voided_at=None, seven__isnull=False
    )


def tables_together(sittings: Iterable[Sitting]) -> dict[Place, set[int]]:
    """Return the tables that share a slip with a table in an evening, itself among them."""
    sevens: dict[Place, set[int]] = defaultdict(set)
    for each in sittings:
        if each.seven_id is not None:
            sevens[each.seven_id, each.evening].add(each.table_id)
    together: dict[Place, set[int]] = {}
    for (_seven, evening), tables in sevens.items():
        # A table that had two sevens in one evening brings all of theirs together.
        all_of_them = tables.union(*(together.get((each, evening), set()) for each in tables))
        together |= {(each, evening): all_of_them for each in all_of_them}
    return together


# ---- How a part stands.

Kind = DealRevision.Kind


def canonical(facts: Unverified) -> str:
    """Return facts as one text, the same for the same facts."""
    return json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@lru_cache(maxsize=4096)
def reported(game: str, rules: str, facts: str) -> ReportedDeal:
    """Return one deal as the laws read it. RuleError where it cannot be."""
    found = find_game(game)
    return read_deal(found, resolve_rules(found, json.loads(rules)), json.loads(facts))


@lru_cache(maxsize=512)
def scored(game: str, rules: str, deals: tuple[str, ...]) -> ScoreSheet:
    """Return the sheet of some deals; the same facts always give the same sheet."""
    found = find_game(game)
    known = resolve_rules(found, json.loads(rules))
    return score_sitting(found, known, [reported(game, rules, facts) for facts in deals])


@dataclass(frozen=True)
class LiveDeal:
    """A deal that counts: its place, what was reported, and who says otherwise."""

    number: int
    position: int
    revision: DealRevision
    rivals: tuple[DealRevision, ...]

    @property
    def facts(self) -> DealFacts:
        """What was reported, as in a score file."""
        return self.revision.facts or {}


@dataclass(frozen=True)
class PartScore:
    """A part with its deals, scored."""

    part: Part
    game: Game
    rules: Rules
    live: tuple[LiveDeal, ...]
    next_position: int
    keys: frozenset[str]
    # The deal recorded last where it was taken back since, as it had been reported.
    taken_back: LiveDeal | None = None
    # The deal whose people are asked for; those who sit there now where it is None.
    moment: int | None = None

    @cached_property
    def stakes(self) -> Stakes | None:
        """What is played for; None for love."""
        return read_stakes(self.part.stakes)

    @cached_property
    def numbers(self) -> RubberNumbers:
        """The numbers of its rubbers in the evening. Two queries."""
        return numbers_tonight([self.part])[self.part.pk]

    @cached_property
    def _seats(self) -> dict[str, Seat]:
        return {seat.seat: seat for seat in self.part.seats.all()}

    @cached_property
    def substitutes(self) -> list[Substitute]:
        """Who took a seat over in the middle of a rubber, first to last."""
        return list(self.part.substitutes.all())

    @cached_property
    def _held(self) -> dict[str, Seat | Substitute]:
        """Who holds each seat; a substitute holds it from their first deal on."""
        position = self.moment or self.next_position
        held: dict[str, Seat | Substitute] = {seat: self._seats[seat] for seat in self.game.seats}
        return held | {s.seat: s for s in self.substitutes if s.position <= position}

    @cached_property
    def people(self) -> dict[str, Person]:
        """Who sits where, by seat."""
        return {seat: held.person for seat, held in self._held.items()}

    @cached_property
    def accounts(self) -> dict[str, Person]:
        """For whose account each seat plays."""
        return {seat: held.account for seat, held in self._held.items()}

    def at_deal(self, position: int) -> PartScore:
        """Return the same part with the people who played a deal."""
        return replace(self, moment=position) if self.substitutes else self

    def of_rubber(self, rubber: int) -> PartScore:
        """Return the same part with the people and accounts of a rubber, counting from 1.

        They are those of its last deal; a rubber that is not over is played as things stand now.
        """
        if rubber > len(self.sheet.rubbers):
            return self.at_deal(self.next_position)
        return self.at_deal(self.live[self.sheet.rubbers[rubber - 1].deal - 1].position)

    @property
    def rules_text(self) -> str:
        """The part's rules as the key under which sheets are remembered."""
        return canonical(self.part.rules)

    @property
    def facts(self) -> tuple[str, ...]:
        """The facts of every deal that counts, in order."""
        return tuple(canonical(deal.facts) for deal in self.live)

    @cached_property
    def sheet(self) -> ScoreSheet:
        """The sheet as it stands."""
        return self.sheet_with(self.facts)

    def sheet_with(self, deals: Iterable[str]) -> ScoreSheet:
        """Return the sheet that other facts would give."""
        return scored(self.part.game, self.rules_text, tuple(deals))

    def read(self, facts: Unverified) -> ReportedDeal:
        """Return one deal of this part as the laws read it. RuleError where it cannot be."""
        return reported(self.part.game, self.rules_text, canonical(facts))

    def read_contract(self, facts: Unverified) -> ReportedDeal:
        """Return what is known of one deal before its play. RuleError where it cannot be."""
        return read_contract(self.game, self.rules, facts)

    @cached_property
    def names(self) -> dict[str, str]:
        """Short names by seat."""
        return {seat: person.short_name for seat, person in self.people.items()}

    @property
    def seated(self) -> str:
        """Who sits at the table, as a text that is another one for other people."""
        return "-".join(str(held.person_id) for held in self._held.values())

    @cached_property
    def account_names(self) -> dict[str, str]:
        """Short names by seat, of those who win or pay."""
        return {seat: person.short_name for seat, person in self.accounts.items()}

    @cached_property
    def column_names(self) -> dict[str, list[str]]:
        """Short names by column of the sheet: who sits there, at the seven whose rubber it is."""
        names = self.names if self.part.sitting.seven_id is None else self.account_names
        return {column.key: [names[seat] for seat in column.seats] for column in self.game.columns}

    @property
    def dealer(self) -> str:
        """The seat that deals next."""
        if self.part.next_dealer:
            return self.part.next_dealer
        if not self.live:
            return self.part.first_dealer
        order = self.game.deal_order
        last = self.live[-1].revision.dealer
        running = takewhile(lambda deal: deal.revision.dealer == last, reversed(self.live))
        in_a_row = sum(1 for _deal in running)
        if self.game.dealing.deals_again(in_a_row, bool(self.live[-1].facts.get("passed_out"))):
            return last
        return order[(order.index(last) + 1) % len(order)]

    @cached_property
    def usual_facts(self) -> OwnFacts:
        """What follows for the next deal from who deals and how many were played before it."""
        return self.usual_later(0, self.dealer)

    def usual_later(self, deals: int, dealer: str) -> OwnFacts:
        """Return what follows for the deal after so many more that are played."""
        played, most = self.sheet.position.played + deals, self.game.course.deals
        return self.game.dealing.usual_facts(played % most if most else played, dealer)

    def completed(self, facts: DealFacts, position: int = 0) -> DealFacts:
        """Return the facts of a deal with those that follow by themselves.

        It is the next deal, or the one at a place where a deal stands already.
        """
        usual, there = self.usual_facts, self.by_position(position)
        if facts.get("passed_out") or "vulnerable" not in usual:
            return facts
        # Who is vulnerable is all that any game lets follow from who deals.
        known = usual if there is None else there.facts
        if "vulnerable" in facts or "vulnerable" not in known:
            return facts
        return {**facts, "vulnerable": known["vulnerable"]}

    @property
    def vulnerable_now(self) -> tuple[str, ...]:
        """The columns that are vulnerable in the next deal; none where the game knows no such."""
        told = ReportedDeal(own=self.usual_facts)
        return self.game.course.vulnerable(told, self.sheet.position)

    def pairs(self) -> Iterable[tuple[LiveDeal, ScoredDeal]]:
        return zip(self.live, self.sheet.deals, strict=True)

    def by_position(self, position: int) -> LiveDeal | None:
        """Return the deal at a place, if it counts."""
        return next((deal for deal in self.live if deal.position == position), None)

    def number_at(self, position: int) -> int:
        """Return which deal stands at a place, or stood there where it was taken back."""
        return 1 + sum(deal.position < position for deal in self.live)

    @property
    def has_rivals(self) -> bool:
        """Whether somebody still says otherwise of some deal."""
        return any(deal.rivals for deal in self.live)


class PartFacts(NamedTuple):
    """What the revisions of a part say: deals that count, the last place used, keys seen.

    `taken_back` is the deal at that place where it does not count any more.
    """

    live: tuple[LiveDeal, ...]
    last_position: int
    keys: frozenset[str]
    taken_back: LiveDeal | None = None


_read: Remembered[tuple[int, int], PartFacts] = Remembered()


def standing_at(part: Part, revision: int) -> PartScore:
    """Return how a part stood at a committed revision of its sitting; no query where it is known.

    Never to be asked about a revision that is still being written.
    """
    (standing,) = standings_at([(part, revision)])
    return standing


def standings_at(asked: Sequence[tuple[Part, int]]) -> list[PartScore]:
    """Return how parts stood at committed revisions of their sittings, in their order.

    One query for all that are not known.
    """
    known = {part.pk: _read.get((part.pk, revision)) for part, revision in asked}
    found = _reads_of([part for part, _revision in asked if known[part.pk] is None])
    for part, revision in asked:
        if part.pk in found:
            _read.keep((part.pk, revision), found[part.pk])
    return [_standing(part, known[part.pk] or found[part.pk]) for part, _revision in asked]


def keep_recorded(standing: PartScore, recorded: DealRevision, revision: int) -> None:
    """Remember what one deal more makes of a standing; every phone is about to ask for it."""
    deal = LiveDeal(len(standing.live) + 1, standing.next_position, recorded, ())
    keys = standing.keys | {recorded.key}
    read = PartFacts((*standing.live, deal), deal.position, keys)
    _read.keep((standing.part.pk, revision), read)


def standing_of(part: Part) -> PartScore:
    """Return how a part stands now. One query, and one more where its people are asked for."""
    return _standing(part, _revisions_of(part))


def standings_of(parts: Sequence[Part]) -> list[PartScore]:
    """Return how parts stand now, in their order. One query, however many they are."""
    found = _reads_of(parts)
    return [_standing(part, found[part.pk]) for part in parts]


def _reads_of(parts: Sequence[Part]) -> dict[int, PartFacts]:
    """Return what the revisions of parts say, by part. One query, none for no part."""
    by_part: dict[int, list[DealRevision]] = {part.pk: [] for part in parts}
    for revision in _revisions().filter(deal__part__in=parts) if parts else ():
        by_part[revision.deal.part_id].append(revision)
    return {part: _read_from(revisions) for part, revisions in by_part.items()}


def standing_then(part: Part, last: DealRevision) -> PartScore:
    """Return how a part stood when a report of its sitting had just been recorded.

    A table is written by one at a time, so reports stand in the order in which they came. Who sat
    where is as it is known today.
    """
    past = copy(part)
    past.broken_off = bool(part.broken_off and part.closed_at and part.closed_at <= last.at)
    return _standing(past, _revisions_of(part, until=last.pk))


def _standing(part: Part, read: PartFacts) -> PartScore:
    game = find_game(part.game)
    return PartScore(
        part=part,
        game=game,
        rules=resolve_rules(game, part.rules),
        live=read.live,
        next_position=read.last_position + 1,
        keys=read.keys,
        taken_back=read.taken_back,
    )


def _revisions() -> QuerySet[DealRevision]:
    found = DealRevision.objects.select_related("deal")
    return found.order_by("deal__position", "number")


def _revisions_of(part: Part, until: int | None = None) -> PartFacts:
    revisions = _revisions().filter(deal__part=part)
    if until is not None:
        revisions = revisions.filter(pk__lte=until)
    return _read_from(revisions)


def _read_from(revisions: Iterable[DealRevision]) -> PartFacts:
    by_deal: dict[int, list[DealRevision]] = {}
    keys = set()
    for revision in revisions:
        by_deal.setdefault(revision.deal.position, []).append(revision)
        keys.add(revision.key)
    live, last = _live_deals(by_deal), max(by_deal, default=0)
    return PartFacts(live, last, frozenset(keys), _taken_back(live, last, by_deal.get(last, [])))


def _taken_back(
    live: Sequence[LiveDeal], position: int, reports: list[DealRevision]
) -> LiveDeal | None:
    if not reports or current_of(reports).kind != Kind.TAKEN_BACK:
        return None
    counted = [each for each in reports if each.facts is not None and each.kind != Kind.RIVAL]
    return LiveDeal(len(live) + 1, position, counted[-1], ())


def _live_deals(by_deal: Mapping[int, list[DealRevision]]) -> tuple[LiveDeal, ...]:
    live: list[LiveDeal] = []
    for position, reports in by_deal.items():
        current = current_of(reports)
        if current.facts is not None:
            live.append(LiveDeal(len(live) + 1, position, current, open_rivals(reports)))
    return tuple(live)


def current_of(reports: list[DealRevision]) -> DealRevision:
    """Return the report that counts: the newest that is no rival."""
    return [report for report in reports if report.kind != Kind.RIVAL][-1]


def open_rivals(reports: list[DealRevision]) -> tuple[DealRevision, ...]:
    """Return the reports that say otherwise and about which no one has decided."""
    decided = max((r.number for r in reports if r.kind == Kind.SETTLED), default=0)
    return tuple(r for r in reports if r.kind == Kind.RIVAL and r.number > decided)


# ---- What was called.


@dataclass(frozen=True)
class CallShown:
    """A call: whose, a bid by number and sign or else the word for it, what became of a bid."""

    who: str
    level: int
    sign: str
    word: str
    note: str


def calls_noted(standing: PartScore, facts: DealFacts | None) -> list[CallShown]:
    """Return what was called as a report of a deal has it; nothing where it was not noted."""
    called = (facts or {}).get("auction", [])
    calls = (AuctionCall(each["by"], each["call"], each.get("accepted_by")) for each in called)
    return auction_rows(standing.game, standing.names, calls)


def auction_rows(
    game: Game, names: Mapping[str, str], calls: Iterable[AuctionCall]
) -> list[CallShown]:
    """Return calls in the order in which they were made."""
    return [_shown(game, names, call) for call in calls]


def _shown(game: Game, names: Mapping[str, str], call: AuctionCall) -> CallShown:
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


# ---- What was chosen by the law.

ChosenKind = Happening.Kind
# By part and the revision of its table.
_stands: Remembered[tuple[int, int], tuple[Happening, ...]] = Remembered()


def choices_of(part: Part) -> tuple[Happening, ...]:
    """Return the choices of a part that were not withdrawn; one query, none where remembered."""
    key = (part.pk, part.sitting.revision)
    found = _stands.get(key)
    if found is None:
        happened = list(Happening.objects.filter(part=part, kind=ChosenKind.RULED))
        undone = {each.data.get("undoes") for each in happened}
        found = tuple(
            each for each in happened if "undoes" not in each.data and each.key not in undone
        )
        # Another request may be about to choose something.
        if not transaction.get_connection().in_atomic_block:
            _stands.keep(key, found)
    return found


def choices_at(part: Part, position: int) -> list[Happening]:
    """Return what was chosen for a deal and stands, in its order."""
    return [each for each in choices_of(part) if each.data.get("position") == position]


def chosen_for(part: Part, position: int) -> list[Happening]:
    """Return all that was chosen for a deal, withdrawn or not, and new deals before it."""
    by_law = Happening.objects.filter(part=part, kind__in=(ChosenKind.RULED, ChosenKind.MISDEAL))
    return [
        each for each in by_law if each.data.get("position") == position and "answer" in each.data
    ]


def keep_chosen(part: Part, revision: int) -> None:
    """Remember at a revision still being written that nothing was chosen with it."""
    before = _stands.get((part.pk, revision - 1))
    if before is not None:
        _stands.keep((part.pk, revision), before)


# ---- Whose points they are.


class PointsShare(NamedTuple):
    """Some totals by column, whose they are by seat, and what stands beside the sheet."""

    people: Mapping[str, Person]
    totals: Mapping[str, int]
    ledger: tuple[LedgerEntry, ...] = ()


def by_players(standing: PartScore) -> bool:
    """Whether each deal is that of whoever played it: a house rule of the seven."""
    seven = standing.part.sitting.seven
    return seven is not None and seven.rules["seven_credit"] == "players"


def shares_of(
    standing: PartScore, rubber: int, totals: Mapping[str, int], sheet: ScoreSheet | None = None
) -> list[PointsShare]:
    """Return whose the totals of a rubber are; `sheet` is another than today's."""
    if not by_players(standing):
        ledger = (sheet or standing.sheet).ledger_of(rubber)
        return [PointsShare(standing.of_rubber(rubber).accounts, totals, ledger)]
    deals = (sheet or standing.sheet).deals
    shares = [
        PointsShare(
            standing.at_deal(deal.position).people,
            {column: sum(points) for column, points in scored.points.items()},
            scored.ledger,
        )
        for deal, scored in zip(standing.live, deals, strict=True)
        if scored.rubber == rubber
    ]
    rest = {
        column: points - sum(share.totals[column] for share in shares)
        for column, points in totals.items()
    }
    if any(rest.values()):
        # What a rubber that is broken off gives the side ahead belongs to its last deal.
        shares.append(PointsShare(shares[-1].people, rest))
    return shares
