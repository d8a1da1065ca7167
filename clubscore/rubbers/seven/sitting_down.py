"""Seven sit down at two tables, or sat down by mistake. One transaction each."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.authorship import Authorship
from clubscore.club.models import Club, Person
from clubscore.club.refused import Refused
from clubscore.laws.errors import RuleError
from clubscore.laws.seven import PLAYERS, SEVEN_RULES, TABLES
from clubscore.laws.words import gettext_noop
from clubscore.rubbers.locks import authored
from clubscore.rubbers.models import Candidate, CardTable, Happening, SevenEvening, Sitting
from clubscore.rubbers.models.kept_data import RulesKept
from clubscore.rubbers.selectors import free_tables, tonight
from clubscore.rubbers.seven.log import Writing, read_seven, writing
from clubscore.rubbers.seven.seats import write_seats
from clubscore.rubbers.sitting.coming import free_from_elsewhere
from clubscore.rubbers.sitting.ending import void_sitting
from clubscore.rubbers.sitting.seating import Agreement

PACKS = ("red", "blue", "green", "black")
USUAL_NAMES = (gettext_noop("Window table"), gettext_noop("Fire table"))


@dataclass(frozen=True)
class TwoTables:
    """What the seven agree on: the names and packs of two tables, and the rules of the seven."""

    names: tuple[str, str]
    packs: tuple[str, str]
    rules: RulesKept

    def check(self) -> None:
        """Raise RuleError where two tables could not be told apart, or a rule cannot be."""
        for number, name in enumerate(self.names, start=1):
            if not name:
                phrase = gettext_noop(
                    "Give each table a name, for example Window table and Fire table."
                )
                raise RuleError("name", phrase, f"name-{number}")
        if self.names[0].casefold() == self.names[1].casefold():
            phrase = gettext_noop("The two tables need different names.")
            raise RuleError("name", phrase, "name-2")
        if self.packs[0] == self.packs[1]:
            phrase = gettext_noop("The two packs need different colours.")
            raise RuleError("pack", phrase, "ask-pack-2")
        for number, pack in enumerate(self.packs, start=1):
            if pack not in PACKS:
                phrase = gettext_noop("Choose a red, blue, green or black pack.")
                raise RuleError("pack", phrase, f"ask-pack-{number}")
        for rule in SEVEN_RULES:
            if not rule.accepts(self.rules.get(rule.key)):
                phrase = gettext_noop("Choose one of the two.")
                raise RuleError("rule-value", phrase, f"ask-rule-{rule.key}")


@dataclass(frozen=True)
class TableOffered:
    """A table at which nobody sits, by its name and the colour of its pack; a new one has none."""

    name: str
    pack: str


def tables_offered(club: Club) -> list[TableOffered]:
    """Return tables at which no one sits, two at least, the club's own first."""
    free = [
        TableOffered(table.name, table.pack if table.pack in PACKS else "")
        for table in free_tables(club)
    ]
    known = CardTable.objects.filter(club=club).values_list("name", flat=True)
    taken = {name.casefold() for name in known}
    numbered = (_("Table %(number)s") % {"number": number} for number in count(1))
    for name in chain(map(_, USUAL_NAMES), numbered):
        if len(free) >= len(TABLES):
            break
        if name.casefold() not in taken:
            free.append(TableOffered(name, ""))
    return free


def two_proposed(offered: Sequence[TableOffered]) -> tuple[TableOffered, TableOffered]:
    """Return the first two of these tables whose packs can be told apart."""
    first = offered[0]
    others = [one for one in offered[1:] if not one.pack or one.pack != first.pack]
    return first, (others or offered[1:])[0]


def packs_of(offered: Sequence[TableOffered], names: tuple[str, str]) -> tuple[str, str]:
    """Return the packs of two tables: their own; the second takes another if both are alike."""
    own = {one.name: one.pack for one in offered}
    first = own.get(names[0]) or PACKS[0]
    others = [pack for pack in (own.get(names[1]), *PACKS) if pack and pack != first]
    return first, others[0]


def open_seven(
    *,
    club: Club,
    people: list[Person],
    tables: TwoTables,
    agreement: Agreement,
    draws: list[dict[int, str]],
    key: str,
    actor: Actor,
) -> Sitting:
    """Sit seven people down in the order of the book; return the sitting of the first table.

    `draws` are the rounds in which they cut for that order, none where they simply agreed on it.
    Raises RuleError where somebody plays elsewhere, Refused where a table was taken.
    """
    tables.check()
    agreement.check()
    if len({person.pk for person in people}) != PLAYERS:
        raise RuleError("seven", gettext_noop("Choose seven people."), "who")
    try:
        with transaction.atomic():
            known = Happening.objects.filter(club=club, key=key).select_related("sitting").first()
            if known is not None:
                return known.sitting
            free_from_elsewhere(club, people, actor=actor, key=key)
            evening = SevenEvening.objects.create(
                club=club, players=[person.pk for person in people], rules=tables.rules
            )
            sittings = [_open_table(evening, number, tables, actor) for number in TABLES]
            for sitting, suffix in zip(sittings, ("", ":second"), strict=True):
                _sit(sitting, people, agreement, draws, authored(actor, club.pk, key + suffix))
            write_seats(Writing(read_seven(evening), actor, f"{key}:first"))
    except IntegrityError:
        raise Refused(_("This table is now in use. Choose another.")) from None
    return sittings[0]


def _open_table(evening: SevenEvening, number: int, tables: TwoTables, actor: Actor) -> Sitting:
    name, pack = tables.names[number - 1], tables.packs[number - 1]
    seated = Sitting.objects.filter(
        club=evening.club, table__name=name, closed_at=None, voided_at=None
    )
    if seated.exists():
        phrase = gettext_noop("The table “%(name)s” is in use. Choose another name.")
        raise RuleError("table-taken", phrase, f"name-{number}", name=name)
    table, _made = CardTable.objects.get_or_create(
        club=evening.club, name=name, defaults={"pack": pack}
    )
    if table.pack != pack or not table.active:
        table.pack, table.active = pack, True
        table.save(update_fields=["pack", "active"])
    return Sitting.objects.create(
        club=evening.club,
        table=table,
        evening=tonight(evening.club),
        opened_by=actor.label,
        seven=evening,
        seven_table=number,
    )


def _sit(
    sitting: Sitting,
    people: list[Person],
    agreement: Agreement,
    draws: list[dict[int, str]],
    entry: Authorship,
) -> None:
    """Let all seven belong to a table: each of them plays at both."""
    for order, person in enumerate(people):
        Candidate.objects.create(club=sitting.club, sitting=sitting, person=person, order=order)
    data = agreement.facts()
    if draws:
        data["draws"] = [{str(who): card for who, card in drawn.items()} for drawn in draws]
    Happening.objects.create(sitting=sitting, kind=Happening.Kind.OPENED, data=data, **entry)


def void_seven(*, sitting: Sitting, reason: str, key: str, actor: Actor) -> None:
    """Declare both tables void: they count nowhere, but can be read."""
    with writing(sitting.seven_id or 0, actor=actor, key=key) as log:
        end_crossing(log)
        for number, each in log.seven.sittings.items():
            void_sitting(sitting=each, reason=reason, key=f"{key}:{number}", actor=actor)


def end_crossing(log: Writing) -> None:
    """Let each table go on by itself from now on."""
    SevenEvening.objects.filter(pk=log.seven.evening.pk).update(ended_at=clock.now())
