"""Seven sit down at two tables, or sat down by mistake. One transaction each."""

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
from clubscore.laws.seven.crossing import PLAYERS
from clubscore.laws.seven.scored_evening import GAME, SEVEN_RULES
from clubscore.laws.seven.two_tables import TABLES
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

PACKS = ("red", "blue")
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
                phrase = gettext_noop("Choose red for one pack and blue for the other.")
                raise RuleError("pack", phrase, f"ask-pack-{number}")
        for rule in SEVEN_RULES:
            if not rule.accepts(self.rules.get(rule.key)):
                phrase = gettext_noop("Choose one of the two.")
                raise RuleError("rule-value", phrase, f"ask-rule-{rule.key}")


def free_names(club: Club) -> list[str]:
    """Return names of tables at which no one sits, two at least, the club's own first."""
    free = [table.name for table in free_tables(club)]
    known = CardTable.objects.filter(club=club).values_list("name", flat=True)
    taken = {name.casefold() for name in known}
    numbered = (_("Table %(number)s") % {"number": number} for number in count(1))
    for name in chain(map(_, USUAL_NAMES), numbered):
        if len(free) >= len(TABLES):
            break
        if name.casefold() not in taken:
            free.append(name)
    return free


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


__all__ = ["GAME", "PACKS", "TwoTables", "end_crossing", "free_names", "open_seven", "void_seven"]
