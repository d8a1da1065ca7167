"""What a list of people would do, row by row, before anything is written."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.edit_conflicts import label_of
from clubscore.club.models import Club, Person
from clubscore.club.naming.asking_about_names import oddities
from clubscore.club.naming.odd_names import plain_name, skeleton
from clubscore.club.people.federation_numbers import Holder, holders
from clubscore.club.people.importing import ListRow
from clubscore.club.people.selectors import people_in
from clubscore.club.people.services import FIELDS, Details, tidied
from clubscore.club.wording.names import both
from clubscore.club.wording.phrases import said
from clubscore.exchange.people.people_file import FORMULA, NUMBER, Row, heading_of, undefused
from clubscore.laws.errors import RuleError
from clubscore.ranking.member_numbers import is_placeholder, label_of_scheme, read_member_number

YES = ("yes", "y", "1", "true", "x")
NO = ("no", "n", "0", "false", "-")
KINDS = {"member": Person.Kind.MEMBER, "guest": Person.Kind.GUEST}
TEXTS = ("name", "short_name", "number", "email")
NEW, SAME, CHANGED, REFUSED = "new", "same", "changed", "refused"


class RowRefused(ValueError):
    """A row that cannot be brought in; the text says why and what would be right."""


@dataclass(frozen=True)
class Step:
    """What one row does."""

    line: int
    outcome: str
    details: Details
    kind: str
    person: Person | None = None
    says: list[str] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    # Of federations, by scheme: those that the row gives or changes.
    numbers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """What a whole list does."""

    steps: list[Step]

    def count(self, outcome: str) -> int:
        """Return how many rows do this."""
        return sum(step.outcome == outcome for step in self.steps)

    @property
    def new(self) -> int:
        """Rows about somebody new."""
        return self.count(NEW)

    @property
    def same(self) -> int:
        """Rows that change nothing."""
        return self.count(SAME)

    @property
    def changed(self) -> int:
        """Rows that change somebody."""
        return self.count(CHANGED)

    @property
    def refused(self) -> int:
        """Rows that cannot be brought in."""
        return self.count(REFUSED)

    @property
    def odd(self) -> int:
        """Rows with a name that is asked about."""
        return sum(bool(step.odd) for step in self.steps)

    @property
    def may_go(self) -> bool:
        """Whether there is something to bring in, and nothing to put right first."""
        return not self.refused and bool(self.new or self.changed)

    @property
    def digest(self) -> str:
        """What tells this plan from another, so that only what was shown is brought in."""
        told = [
            [
                *(s.line, s.outcome, asdict(s.details), s.kind),
                *(s.person and s.person.pk, s.says, s.numbers),
            ]
            for s in self.steps
        ]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()

    def to_write(self) -> list[ListRow]:
        """Return the rows that write something, as `bring_in` takes them."""
        return [
            ListRow(s.person, s.details, s.kind, s.numbers)
            for s in self.steps
            if s.outcome in (NEW, CHANGED)
        ]


class _Known:
    """The club's people by number and by name, and the rows that spoke of each."""

    def __init__(self, club: Club) -> None:
        self.by_number: dict[str, Person] = {}
        self.by_name: dict[str, list[Person]] = {}
        self.by_short: dict[str, int | None] = {}
        self.by_look: dict[str, list[str]] = {}
        self.lines: dict[object, int] = {}
        self.by_scheme = holders(club)
        self.held: dict[int, dict[str, str]] = {}
        for (scheme, number), holder in self.by_scheme.items():
            self.held.setdefault(holder.pk, {})[scheme] = number
        for person in people_in(club):
            if person.number:
                self.by_number[person.number] = person
            self.by_name.setdefault(person.name.casefold(), []).append(person)
            self.by_look.setdefault(skeleton(person.name), []).append(person.name)
            if person.active:
                self.by_short[person.short_name.casefold()] = person.pk

    def find(self, name: str, number: str, others: Mapping[str, str]) -> Person | None:
        """Return whom a row is about, None for somebody new. A number says more than a name.

        `others` are the numbers with federations. Raises RowRefused where numbers contradict each
        other, or names are shared.
        """
        found = [self.by_scheme.get(Holder(*each)) for each in others.items()]
        meant = [self.by_number.get(number) if number else None, *found]
        by_numbers = {person.pk: person for person in meant if person is not None}
        if len(by_numbers) > 1:
            raise RowRefused(
                _("The numbers in this line belong to different people: %(names)s. Correct them.")
                % {"names": both(person.name for person in by_numbers.values())}
            )
        if by_numbers:
            return next(iter(by_numbers.values()))
        namesakes = [
            person
            for person in self.by_name.get(name.casefold(), [])
            if all(
                self.number_of(person, scheme) in ("", given) for scheme, given in others.items()
            )
        ]
        if number:
            # Another number is another person, unless the one of this name has none yet.
            namesakes = [person for person in namesakes if not person.number]
        if len(namesakes) > 1:
            raise RowRefused(
                _("Two people are called %(name)s. Add their numbers to tell them apart.")
                % {"name": name}
            )
        return namesakes[0] if namesakes else None

    def number_of(self, person: Person, scheme: str) -> str:
        """Return somebody's number in a scheme, nothing where they have none."""
        return self.held.get(person.pk, {}).get(scheme, "")

    def oddities(self, name: str) -> list[str]:
        """Return what is odd in a name, beside the names of the club and of other rows."""
        alike = self.by_look.setdefault(skeleton(name), [])
        found = oddities(name, alike)
        alike.append(name)
        return found

    def once(self, what: object, line: int) -> None:
        """Refuse what another row of the file has said already."""
        if what in self.lines:
            raise RowRefused(
                _("The same person is in line %(line)s. Keep one of the lines.")
                % {"line": self.lines[what]}
            )
        self.lines[what] = line

    def short_name(self, short: str, holder: int | None, name: str) -> None:
        """Refuse a name on the pad that somebody else bears."""
        key = short.casefold()
        if key in self.by_short and self.by_short[key] != holder:
            raise RowRefused(
                _("The short name %(short)s is taken. Give %(name)s another.")
                % {"short": short, "name": name}
            )
        self.by_short[key] = holder


def plan(club: Club, rows: Sequence[Row], *, plain: bool = False) -> Plan:
    """Return what each row would do. Reads the club's people once and writes nothing.

    `plain` takes from each name what is odd in it, as far as that can be put right.
    """
    known = _Known(club)
    steps = []
    for row in rows:
        try:
            steps.append(_step(known, _with_plain_names(row) if plain else row))
        except RowRefused as refused:
            details = Details(row.get("name", "")[:80], number=row.get("number", "")[:20])
            steps.append(Step(row.line, REFUSED, details, "", None, [str(refused)]))
    return Plan(steps)


def _with_plain_names(row: Row) -> Row:
    text = Row({k: plain_name(v) if k in ("name", "short_name") else v for k, v in row.items()})
    text.line = row.line
    return text


def _step(known: _Known, row: Row) -> Step:
    _check_cells(row)
    row = _as_text(row)
    name, number = " ".join(row.get("name", "").split()), row.get("number", "")
    others = _numbers(row)
    person = known.find(name, number, others)
    kind = _kind(row, person)
    details = tidied(_details(row, person))
    if not plain_name(details.name):
        raise RowRefused(_("Enter a name."))
    known.once(person.pk if person else (details.name.casefold(), details.number), row.line)
    if details.number:
        known.once(("number", details.number), row.line)
    for each in others.items():
        known.once(each, row.line)
    if details.short_name and details.active:
        known.short_name(details.short_name, person.pk if person else -row.line, details.name)
    odd = [] if person and person.name == details.name else known.oddities(details.name)
    if person is None:
        says = [_("new member") if kind == Person.Kind.MEMBER else _("new guest")]
        return Step(row.line, NEW, details, kind, None, says, odd, others)
    was = {scheme: known.number_of(person, scheme) for scheme in others}
    others = {scheme: given for scheme, given in others.items() if given != was[scheme]}
    says = _changes(person, details)
    says += [_change(label_of_scheme(scheme), was[scheme], others[scheme]) for scheme in others]
    if person.is_guest and kind == Person.Kind.MEMBER:
        says.insert(0, _("guest becomes member"))
    outcome = CHANGED if says else SAME
    return Step(row.line, outcome, details, kind, person, says, odd, others)


def _numbers(row: Row) -> dict[str, str]:
    """Return a row's numbers with federations, by scheme; what stands for none is left out."""
    found = {}
    for key, cell in row.items():
        if key.startswith(NUMBER) and not is_placeholder(cell):
            scheme = key.removeprefix(NUMBER)
            try:
                found[scheme] = read_member_number(scheme, cell)
            except RuleError as error:
                why = {"heading": heading_of(scheme), "why": said(error)}
                raise RowRefused(_("%(heading)s: %(why)s") % why) from None
    return found


def _details(row: Row, person: Person | None) -> Details:
    """Return what the row says; where it says nothing, what is known stays."""
    now = _details_of(person) if person else Details(name="")
    said = {f: row[f] for f in TEXTS if row.get(f)}
    return replace(now, **said, active=_active(row, now.active))


def _details_of(person: Person) -> Details:
    """Return what is known of a person, as a row would say it."""
    return Details(
        person.name, person.short_name, person.number, person.email, active=person.active
    )


def _as_text(row: Row) -> Row:
    """Return a row as it was before a list that went out was made harmless."""
    text = Row({name: undefused(value) for name, value in row.items()})
    text.line = row.line
    return text


def _check_cells(row: Row) -> None:
    for name in [each for each in TEXTS if each in row]:
        label, value = label_of(Person, name), row[name]
        longest = getattr(Person._meta.get_field(name), "max_length", 0)
        if value.startswith(FORMULA):
            raise RowRefused(
                _("%(field)s: replace the formula with plain text.") % {"field": label}
            )
        if any(ord(letter) < 32 or letter == "\x7f" for letter in value):
            raise RowRefused(_("%(field)s: use one line only.") % {"field": label})
        if len(value) > longest:
            raise RowRefused(
                ngettext(
                    "%(field)s: use at most %(count)s character.",
                    "%(field)s: use at most %(count)s characters.",
                    longest,
                )
                % {"field": label, "count": longest}
            )
    if row.get("email"):
        try:
            validate_email(row["email"])
        except ValidationError:
            raise RowRefused(
                _("%(email)s is not an e-mail address. Write it like ann@example.org.")
                % {"email": row["email"]}
            ) from None


def _kind(row: Row, person: Person | None) -> str:
    said = row.get("kind", "").lower()
    if not said:
        return person.kind if person else Person.Kind.MEMBER
    if said not in KINDS:
        raise RowRefused(_("“%(said)s”: enter member or guest.") % {"said": row["kind"]})
    if person and not person.is_guest and KINDS[said] == Person.Kind.GUEST:
        raise RowRefused(_("%(name)s is already a member, not a guest.") % {"name": person.name})
    return KINDS[said]


def _active(row: Row, now: bool) -> bool:
    said = row.get("active", "").lower()
    if said and said not in YES + NO:
        raise RowRefused(_("“%(said)s”: enter yes or no.") % {"said": row["active"]})
    return now if not said else said in YES


def _changes(person: Person, details: Details) -> list[str]:
    """Return in words what a row changes of somebody known."""
    says = []
    before, after = asdict(_details_of(person)), asdict(details)
    for name in FIELDS:
        was: str | bool = before[name]
        now: str | bool = after[name]
        if was == now:
            continue
        if isinstance(now, bool):
            says.append(_("plays here again") if now else _("no longer plays here"))
            continue
        label = label_of(Person, name)
        says.append(_change(label, was, now))
    return says


def _change(label: str, was: str | bool, now: str) -> str:
    """Return in words what a field was and is."""
    values = {"field": label, "was": was or _("nothing"), "now": now}
    return _("%(field)s: %(was)s → %(now)s") % values
