"""Who plays next at a table and who waits: what the laws say, what was agreed, and why.

The people of a table are its candidates who have not left. Who plays next is whoever was agreed
on since seats were last taken, else whoever sits there. Laws of Bridge 1899, laws 17 to 26.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.models import Club, Person
from clubscore.club.wording import named, said
from clubscore.laws.cutting import (
    CutFor,
    PlayChoice,
    Right,
    choose,
    complete,
    longest_run,
    resolve_places,
)
from clubscore.laws.game import Game
from clubscore.laws.words import number_word
from clubscore.rubbers.models import Candidate, Happening, Part, Settlement, Sitting
from clubscore.rubbers.selectors import part_of, parts_with_seats

Kind = Happening.Kind
# With new seats a new choice begins; what else makes earlier cards for it worthless.
ENDS_CHOICE = (Kind.SEATED, Kind.LINE_UP)
ENDS_CUT = (*ENDS_CHOICE, Kind.LEFT, Kind.OFFERED, Kind.AGREED)
# With the first of these a cut begins.
CARDS = (Kind.CUT_OUT, Kind.DREW)


def belonging(sitting: Sitting) -> list[Candidate]:
    """Return who belongs to a table, in the order of coming."""
    return list(sitting.candidates.filter(left_at=None).select_related("person"))


def holders(part: Part) -> list[Person]:
    """Return who sits in a part now: substitutes in the place of those whom they relieve."""
    held = {seat.seat: seat.person for seat in part.seats.all()}
    held |= {each.seat: each.person for each in part.substitutes.all()}
    return list(held.values())


def players_next(sitting: Sitting, game: Game) -> list[Person] | None:
    """Return who plays next, None where that is still to be chosen."""
    here = {candidate.person_id: candidate.person for candidate in belonging(sitting)}
    agreed = _since(sitting, (Kind.SEATED,), Kind.LINE_UP)[-1:]
    part = part_of(sitting)
    if agreed:
        chosen = agreed[0].data["players"]
    elif part is not None:
        chosen = [person.pk for person in holders(part)]
    else:
        chosen = list(here)
    found = [here[who] for who in chosen if who in here]
    return found if len(found) == game.players else None


def agreed_line_up(sitting: Sitting) -> list[Person]:
    """Return who was agreed on to play since seats were last taken; no one where nothing was."""
    here = {candidate.person_id: candidate.person for candidate in belonging(sitting)}
    agreed = _since(sitting, (Kind.SEATED,), Kind.LINE_UP)[-1:]
    return [here[who] for one in agreed for who in one.data["players"] if who in here]


def _since(sitting: Sitting, ends: Iterable[str], kind: str) -> list[Happening]:
    """Return what happened of one kind since any of others happened last."""
    last = sitting.happenings.filter(kind__in=list(ends)).order_by("-pk").first()
    after = last.pk if last else 0
    return list(sitting.happenings.filter(kind=kind, pk__gt=after).order_by("pk"))


@dataclass(frozen=True)
class PlayedRubber:
    """One rubber that was made up: when, and who sat at its end."""

    at: dt.datetime
    people: frozenset[int]


def _rubbers_of(parts: Iterable[Part]) -> dict[int, list[PlayedRubber]]:
    """Return the rubbers that were made up in some parts, by table, oldest first. One query."""
    known = {part.pk: part for part in parts}
    agreed = Settlement.objects.filter(part__in=known, number=1).order_by("part__number", "rubber")
    rows = list(agreed.values_list("part_id", "at"))
    last = {part: index for index, (part, _at) in enumerate(rows)}
    played: dict[int, list[PlayedRubber]] = defaultdict(list)
    for index, (number, at) in enumerate(rows):
        part = known[number]
        # A part ends with the rubber in which a substitute came in.
        relieved = part.closed_at is not None and index == last[number]
        people = holders(part) if relieved else [seat.person for seat in part.seats.all()]
        played[part.sitting_id].append(PlayedRubber(at, frozenset(person.pk for person in people)))
    return played


@dataclass(frozen=True)
class Waits:
    """Somebody who waits: how many rubbers already and since when.

    late: whether the player came after the first card of the cut now going on (law 22).
    """

    person: Person
    rubbers: int
    since: dt.datetime
    late: bool


@dataclass(frozen=True)
class PeopleAtTable:
    """The people of a table: who sits, for how many rubbers running, and who waits."""

    sitting: Sitting
    game: Game
    playing: tuple[Person, ...]
    runs: dict[int, int]
    waiting: tuple[Waits, ...]

    @property
    def waiting_names(self) -> list[str]:
        """Short names of those who wait."""
        return [one.person.short_name for one in self.waiting]

    @property
    def room(self) -> int:
        """How many more may come until the table is complete (law 18)."""
        return max(0, complete(self.game.players) - len(self.playing) - len(self.waiting))


def at_table(sitting: Sitting, game: Game) -> PeopleAtTable:
    """Return who sits at a table and who waits, the longest first."""
    here = belonging(sitting)
    part = part_of(sitting)
    sits = {person.pk for person in holders(part)} if part else set()
    rubbers = _rubbers_of(parts_with_seats().filter(sitting=sitting)).get(sitting.pk, [])
    playing = tuple(each.person for each in here if each.person_id in sits)
    first = _first_cards([sitting]).get(sitting.pk)
    waiting = _waiting((each for each in here if each.person_id not in sits), rubbers, first)
    runs = {p.pk: longest_run([one.people for one in rubbers], p.pk) for p in playing}
    return PeopleAtTable(sitting, game, playing, runs, waiting)


def waiting_at(wait: Mapping[Sitting, Iterable[Candidate]]) -> dict[int, tuple[Waits, ...]]:
    """Return those who wait at some tables, the longest first, by table.

    Five queries, however many tables they are; none for no table.
    """
    if not wait:
        return {}
    rubbers = _rubbers_of(parts_with_seats().filter(sitting__in=wait))
    first = _first_cards(wait)
    return {
        table.pk: _waiting(who, rubbers.get(table.pk, []), first.get(table.pk))
        for table, who in wait.items()
    }


def _first_cards(sittings: Collection[Sitting]) -> dict[int, dt.datetime]:
    """Return when the first card was cut at tables since seats were last taken. One query."""
    happened = Happening.objects.filter(sitting__in=sittings, kind__in=(Kind.SEATED, *CARDS))
    first: dict[int, dt.datetime] = {}
    for table, kind, at in happened.order_by("pk").values_list("sitting_id", "kind", "at"):
        if kind == Kind.SEATED:
            first.pop(table, None)
        else:
            first.setdefault(table, at)
    return first


def _waiting(
    who: Iterable[Candidate], rubbers: list[PlayedRubber], first: dt.datetime | None
) -> tuple[Waits, ...]:
    waits = (_waits(each, rubbers, first) for each in who)
    return tuple(sorted(waits, key=lambda one: one.since))


def _waits(candidate: Candidate, rubbers: list[PlayedRubber], first: dt.datetime | None) -> Waits:
    came = candidate.joined_at or candidate.sitting.opened_at
    waited = 0
    for rubber in reversed(rubbers):
        if candidate.person_id in rubber.people or rubber.at < came:
            break
        waited += 1
    sat = [rubber.at for rubber in rubbers if candidate.person_id in rubber.people]
    late = first is not None and candidate.joined_at is not None and candidate.joined_at > first
    return Waits(candidate.person, waited, max([came, *sat[-1:]]), late)


@dataclass(frozen=True)
class SeatingVerdict:
    """What the laws say of who plays next.

    goes_out: whether people are chosen to go out, else to come in at a new table; sure: who is
    chosen without a card; offered: who of them offered; rounds: the cards drawn so far; missing:
    how many are too few for the game.
    """

    table: PeopleAtTable
    goes_out: bool
    claimants: tuple[Person, ...]
    offered: tuple[Person, ...]
    choice: PlayChoice[int]
    rounds: tuple[dict[int, str], ...]
    missing: int

    @cached_property
    def cut(self) -> CutFor[int]:
        """What the cards have decided of the places that rights left open."""
        if not self.choice.places:
            return CutFor((), (), {})
        cutters, places = self.choice.cutting, self.choice.places
        law = self.table.game.dealing.cutting
        return resolve_places(cutters, self.rounds, places, last=self.goes_out, law=law)

    @property
    def chosen(self) -> tuple[int, ...]:
        """Who is chosen so far."""
        return (*(p.pk for p in self.offered), *self.choice.sure, *self.cut.chosen)

    @property
    def is_decided(self) -> bool:
        """Whether it is known who plays."""
        return not self.cut.again and not self.missing

    @property
    def players(self) -> tuple[Person, ...]:
        """Who plays, once that is decided."""
        if not self.goes_out:
            by_key = {person.pk: person for person in self.claimants}
            return tuple(by_key[who] for who in by_key if who in self.chosen)
        stay = tuple(p for p in self.table.playing if p.pk not in self.chosen)
        return (*stay, *self.claimants)

    @property
    def how(self) -> str:
        """By what it is decided, for the table's history."""
        if self.choice.places:
            return "cut"
        return "offer" if self.offered else "rights"


def verdict_of(table: PeopleAtTable) -> SeatingVerdict:
    """Return what the laws say of who plays next at a table, as far as cards were cut."""
    rounds: list[dict[int, str]] = []
    for happening in _since(table.sitting, ENDS_CUT, Kind.CUT_OUT):
        if happening.data.get("afresh"):
            rounds = []
        rounds.append({int(who): card for who, card in happening.data["cards"].items()})
    if not table.playing:
        return _forming(table, tuple(rounds))
    claimants = tuple(one.person for one in table.waiting if not one.late)
    too_many = len(table.playing) + len(claimants) - table.game.players
    if too_many < 0:
        claimants = tuple(one.person for one in table.waiting)
        too_many = len(table.playing) + len(claimants) - table.game.players
    said = _since(table.sitting, ENDS_CHOICE, Kind.OFFERED)[-1:]
    who = said[0].data["who"] if said else []
    offered = tuple(p for p in table.playing if p.pk in who)[: max(0, too_many)]
    runs = {key: run for key, run in table.runs.items() if key not in {p.pk for p in offered}}
    choice = choose(runs, too_many - len(offered))
    return SeatingVerdict(table, True, claimants, offered, choice, tuple(rounds), max(0, -too_many))


def _forming(table: PeopleAtTable, rounds: tuple[dict[int, str], ...]) -> SeatingVerdict:
    claimants = tuple(one.person for one in table.waiting if not one.late)
    rights = rights_in(table.sitting.club, table.sitting)
    claims = {p.pk: rights.get(p.pk, Right.FRESH) for p in claimants}
    missing = max(0, table.game.players - len(claims))
    choice = choose(claims, table.game.players)
    return SeatingVerdict(table, False, claimants, (), choice, rounds, missing)


def rights_in(club: Club, sitting: Sitting) -> dict[int, Right]:
    """Return the rights of those who were at another table in the evening of a sitting."""
    others = Sitting.objects.filter(club=club, evening=sitting.evening, voided_at=None)
    return _rights(others.exclude(pk=sitting.pk))


def _rights(others: Iterable[Sitting]) -> dict[int, Right]:
    were = Candidate.objects.filter(sitting__in=others).values_list("person_id", flat=True)
    rights = dict.fromkeys(were, Right.BELONGED)
    return rights | dict.fromkeys(_broken_up(others)[0], Right.BROKE_UP)


def _broken_up(sittings: Iterable[Sitting]) -> tuple[set[int], set[int]]:
    """Return who broke a table up, and who was left there (law 26)."""
    left = Happening.objects.filter(sitting__in=sittings, kind=Kind.LEFT, data__breaks_up=True)
    broke: set[int] = set()
    remaining: set[int] = set()
    for happening in left:
        broke.update(happening.data["who"])
        remaining.update(happening.data["remaining"])
    return broke, remaining - broke


def prior_rights(club: Club, evening: dt.date) -> dict[int, bool]:
    """Return {person: True} of those who have prior right of entry, False of who gave it them.

    A player who breaks up a table comes in after those left there (law 26).
    """
    sittings = Sitting.objects.filter(club=club, evening=evening, voided_at=None)
    broke, remaining = _broken_up(sittings)
    return dict.fromkeys(remaining, True) | dict.fromkeys(broke, False)


# ---- Why, in words.


def reasons_of(verdict: SeatingVerdict) -> list[str]:
    """Return what the laws say of who plays next, sentence by sentence."""
    if verdict.missing:
        text = ngettext("One more is needed.", "%(count)s more are needed.", verdict.missing)
        return [text % {"count": _count(verdict.missing)}]
    return _going_out(verdict) if verdict.goes_out else _coming_in(verdict)


def law_of(verdict: SeatingVerdict) -> str:
    """Return the laws that decide."""
    if verdict.table.game.dealing.cutting.suits:
        return _("%(law)s; ace high") % {"law": verdict.table.game.dealing.cutting.law}
    if verdict.goes_out:
        return _("Laws of Bridge 1899, law 21; ace low")
    return _("Laws of Bridge 1899, laws 17, 19 and 23; ace low")


def _count(number: int) -> str:
    """Return a small number as a word."""
    return said(number_word(number))


def _names(verdict: SeatingVerdict, keys: Iterable[int]) -> str:
    people = (*verdict.table.playing, *verdict.claimants)
    by_key = {person.pk: person.short_name for person in people}
    return named([by_key[who] for who in keys])


def _going_out(verdict: SeatingVerdict) -> list[str]:
    if not verdict.claimants:
        return [_("No one wants to come in: the same people play on.")]
    count = len(verdict.claimants)
    wish = ngettext("%(names)s wants to come in.", "%(names)s want to come in.", count)
    said = [wish % {"names": _names(verdict, [p.pk for p in verdict.claimants])}]
    if verdict.offered:
        text = ngettext(
            "%(names)s offers to go out.", "%(names)s offer to go out.", len(verdict.offered)
        )
        said.append(text % {"names": _names(verdict, [p.pk for p in verdict.offered])})
    sure, runs = verdict.choice.sure, verdict.table.runs
    if sure:
        text = ngettext(
            "%(names)s has played most rubbers in a row and goes out.",
            "%(names)s have played most rubbers in a row and go out.",
            len(sure),
        )
        said.append(text % {"names": _names(verdict, sure)})
    if verdict.choice.places:
        cutting = verdict.choice.cutting
        text = ngettext(
            "%(names)s have played %(count)s rubber in a row, so they cut.",
            "%(names)s have played %(count)s rubbers in a row, so they cut.",
            runs[cutting[0]],
        )
        said.append(text % {"names": _names(verdict, cutting), "count": _count(runs[cutting[0]])})
        places = verdict.choice.places
        if verdict.table.game.dealing.cutting.suits:
            out = ngettext("The lowest goes out.", "The %(count)s lowest go out.", places)
        else:
            out = ngettext("The highest goes out.", "The %(count)s highest go out.", places)
        said.append(out % {"count": _count(places)})
    return said


def _coming_in(verdict: SeatingVerdict) -> list[str]:
    sure, cutting = verdict.choice.sure, verdict.choice.cutting
    said = []
    if sure and cutting:
        text = _("%(names)s were at no other table tonight, or have the prior right, and play.")
        said.append(text % {"names": _names(verdict, sure)})
    if cutting:
        places = verdict.choice.places
        text = ngettext(
            "%(names)s cut; the lowest plays.", "%(names)s cut; the %(count)s lowest play.", places
        )
        if verdict.table.game.dealing.cutting.suits:
            text = ngettext(
                "%(names)s cut; the highest plays.",
                "%(names)s cut; the %(count)s highest play.",
                places,
            )
        said.append(text % {"names": _names(verdict, cutting), "count": _count(places)})
    elif len(sure) < len(verdict.claimants):
        text = _("%(names)s have the prior right and play (laws 23 and 26).")
        said.append(text % {"names": _names(verdict, sure)})
    return said
