"""What a page proposes when people sit down: games out of habit, laws and stake in a line each."""

import datetime as dt
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from clubscore.club.database import Remembered
from clubscore.club.models import Club, Person
from clubscore.club.wording import said
from clubscore.laws.cutting import fits
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import HouseRule, RuleValue, describe_rules, resolve_rules
from clubscore.laws.settlement import Stakes
from clubscore.laws.seven import PLAYERS as SEVEN
from clubscore.laws.words import Word
from clubscore.rubbers.forms import AgreementForm
from clubscore.rubbers.models import Candidate, CardTable, Happening, Part, RulesKept, Sitting
from clubscore.rubbers.seating import Agreement
from clubscore.rubbers.selectors import free_tables, seated_tonight, tonight, with_people
from clubscore.rubbers.stakes import (
    ROUNDS,
    Advised,
    Laws,
    StakeWay,
    advised_for,
    offered,
    read_back,
    read_stake,
    usual_of,
    ways_of,
)
from clubscore.web.entry_keys import EntryKey

A_YEAR = dt.timedelta(days=365)
# So many tables are looked at; a club has played as many within weeks.
LOOKED_AT = 40
Rows = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class LastTable:
    """A table that has finished, whose people are all free: they may sit down as they did."""

    sitting: Sitting
    people: tuple[Person, ...]
    game: Game
    agreement: Agreement

    @property
    def is_seven(self) -> bool:
        """Whether seven people played at two tables."""
        return len(self.people) == SEVEN


# What finished tables are known by: the club, its people's names, each table at its revision.
_finished: Remembered[tuple[int, int, Rows], list[LastTable]] = Remembered()


def tables_of_last_time(club: Club, most: int) -> list[LastTable]:
    """Return the newest finished tables whose people are all free, people and game once each.

    A table of an earlier evening counts as finished. One query where no table has ended since they
    were read, else five.
    """
    over = Q(closed_at__isnull=False) | Q(evening__lt=tonight(club))
    sitting = Candidate.objects.filter(sitting=OuterRef("pk"), left_at=None)
    busy = Exists(sitting.filter(person__in=seated_tonight(club).values("person")))
    tables = _played(club).filter(over).exclude(seven_table=2).annotate(busy=busy)
    rows = list(tables.values_list("pk", "revision", "busy")[:LOOKED_AT])
    key = (club.pk, club.revision, tuple((pk, revision) for pk, revision, _busy in rows))
    finished = _finished.get(key)
    if finished is None:
        finished = list(_last_tables([pk for pk, _revision, _busy in rows]))
        _finished.keep(key, finished)
    free = {pk for pk, _revision, is_busy in rows if not is_busy}
    found: dict[tuple[frozenset[Person], str], LastTable] = {}
    for one in finished:
        if one.sitting.pk in free:
            found.setdefault((frozenset(one.people), one.game.key), one)
    return list(found.values())[:most]


def _last_tables(tables: Collection[int]) -> Iterator[LastTable]:
    """Yield those of some tables whose people may sit down as they did. Four queries."""
    for sitting in _with_people(Sitting.objects.filter(pk__in=tables)):
        here = [each.person for each in sitting.candidates.all() if each.left_at is None]
        if any(not one.active or one.merged_into_id for one in here):
            continue
        agreement = _last_agreement(sitting)
        if agreement is None:
            continue
        game = find_game(agreement.game)
        if sitting.seven_id is not None and len(here) != SEVEN:
            continue
        if sitting.seven_id is None and not fits(game.players, len(here)):
            continue
        yield LastTable(sitting, tuple(here), game, agreement)


def _played(club: Club) -> QuerySet[Sitting]:
    """Return the tables of the last year at which people took seats, newest first."""
    return Sitting.objects.filter(
        Exists(Part.objects.filter(sitting=OuterRef("pk"))),
        club=club,
        voided_at=None,
        evening__gte=tonight(club) - A_YEAR,
    ).order_by("-evening", "-pk")


def _with_people(sittings: QuerySet[Sitting]) -> QuerySet[Sitting]:
    """Return tables with their people, parts and what they agreed on, newest first."""
    return (
        sittings.select_related("table", "club")
        .prefetch_related(
            with_people(), "parts", Prefetch("happenings", _agreed_on(), to_attr="agreed")
        )
        .order_by("-evening", "-pk")
    )


def _agreed_on() -> QuerySet[Happening]:
    """Return the happenings that say on what tables agreed, oldest first."""
    kinds = (Happening.Kind.OPENED, Happening.Kind.AGREED)
    return Happening.objects.filter(kind__in=kinds).order_by("pk")


def _last_agreement(sitting: Sitting) -> Agreement | None:
    """Return what a table agreed on last, for love where the club has come to play for it.

    None where its game no longer has those laws.
    """
    try:
        agreement = _agreement(sitting)
        agreement.check()
    except RuleError:
        return None
    return agreement if sitting.club.plays_for_money else replace(agreement, stakes=None)


def _agreement(sitting: Sitting) -> Agreement:
    agreed: list[Happening] = getattr(sitting, "agreed")  # noqa: B009 - it was read along
    if agreed:
        data = agreed[-1].data
        return Agreement(data["game"], data["rules"], data["stakes"])
    part = list(sitting.parts.all())[-1]
    return Agreement(part.game, part.rules, part.stakes)


def agreement_as(club: Club, sitting: int, count: int) -> Agreement | None:
    """Return what a table of a club agreed on last, None where so many cannot play that."""
    found = _with_people(_played(club)).filter(pk=sitting).first()
    agreement = _last_agreement(found) if found is not None else None
    if agreement is None or not fits(find_game(agreement.game).players, count):
        return None
    return agreement


def last_at(
    club: Club, people: list[Person], games: Collection[str]
) -> tuple[Sitting, Agreement] | None:
    """Return the newest table that sat down to one of these games: of these people, else any."""
    newest: tuple[Sitting, Agreement] | None = None
    who = {person.pk for person in people}
    for sitting in _with_people(_played(club).filter(seven=None))[:LOOKED_AT]:
        agreement = _last_agreement(sitting)
        if agreement is None or agreement.game not in games:
            continue
        if {each.person_id for each in sitting.candidates.all()} == who:
            return sitting, agreement
        newest = newest or (sitting, agreement)
    return newest


def times_played(club: Club, games: Collection[str]) -> Counter[str]:
    """Return at how many tables of the last year each of some games was played. One query."""
    played = Part.objects.filter(
        club=club,
        game__in=games,
        sitting__voided_at=None,
        sitting__evening__gte=tonight(club) - A_YEAR,
    )
    pairs = played.values_list("game", "sitting").distinct()
    return Counter(game for game, _sitting in pairs)


def table_for(club: Club, as_at: Sitting | None = None) -> CardTable | None:
    """Return a table at which no one sits: that of last time, else the first; None for none."""
    free = list(free_tables(club))
    wanted = [table for table in free if as_at is not None and table.pk == as_at.table_id]
    return next(iter([*wanted, *free]), None)


@dataclass(frozen=True)
class RuleChoice:
    """One house rule with its values, the one in force chosen."""

    key: str
    label: str
    what: str
    options: list[EntryKey]


@dataclass(frozen=True)
class AgreementProposal:
    """What the page proposes: laws and stake in a line each, and what could be changed."""

    laws: str
    is_usual: bool
    shown: str
    presets: list[EntryKey]
    choices: list[RuleChoice]
    stake: str
    stake_read: str
    stake_ways: list[StakeWay]
    stake_wrong: str
    advised: Advised | None
    rounds: list[EntryKey]

    @classmethod
    def of(cls, form: AgreementForm) -> "AgreementProposal":
        """Return the proposal for a game, with what a form has chosen so far."""
        club, game, offers, rules = form.club, form.game, form.offers, form.rules
        try:
            in_force = resolve_rules(game, rules)
        except RuleError:
            rules = {"preset": game.codes.default_preset}
            in_force = resolve_rules(game, rules)
        stake, rounding = form.stake_words, form.rounding
        stakes, wrong = _stakes_or_wrong(club, stake, rounding)
        ours = _named_laws(form, rules)
        return cls(
            laws=_laws_line(game, rules, ours),
            is_usual=rules == usual_of(club, game)[0],
            shown=ours.value,
            presets=[
                {"value": each.value, "label": each.label, "checked": each is ours}
                for each in offers
            ],
            choices=[_choice(rule, in_force[rule.key]) for rule in game.codes.house_rules],
            stake=stake,
            stake_read="" if wrong else read_back(stakes),
            stake_ways=ways_of(stakes),
            stake_wrong=wrong,
            advised=advised_for(club, game),
            rounds=[
                {"value": key, "label": str(label), "checked": key == rounding}
                for key, label in ROUNDS.items()
            ],
        )


def _named_laws(form: AgreementForm, rules: RulesKept) -> Laws:
    """Return which of the offered laws these are, or are changed from."""
    by_value = {laws.value: laws for laws in form.offers}
    chosen = by_value.get(form.words_of("preset"))
    if chosen is not None:
        return chosen
    same = [laws for laws in form.offers if laws.rules == rules]
    return same[0] if same else by_value.get(str(rules.get("preset", "")), form.offers[0])


def _laws_line(game: Game, rules: RulesKept, ours: Laws) -> str:
    """Return the laws in a line, with the club's name for them where they are just those."""
    laws = said(describe_rules(game, rules))
    if ours.rules != rules or len(rules) == 1:
        return laws
    return _("%(name)s: %(laws)s") % {"name": ours.label, "laws": laws}


def _choice(rule: HouseRule, in_force: RuleValue) -> RuleChoice:
    options: list[EntryKey] = [
        {
            "value": str(value),
            "label": said(Word(rule.meaning(value))),
            "checked": value == in_force,
        }
        for value in offered(rule, in_force)
    ]
    return RuleChoice(rule.key, _(rule.label), _(rule.what), options)


def _stakes_or_wrong(club: Club, stake: str, rounding: str) -> tuple[Stakes | None, str]:
    try:
        return read_stake(club, stake, rounding), ""
    except RuleError as error:
        return None, said(error)
