"""Lists of people as CSV or XLSX, and what each row would do before anything is written.

Reading is in three steps, none of which writes: a file into rows of text (`read_file`), rows into
what each would do (`plan`), the plan into a page. `bring_in` in
`clubscore/club/federation_numbers.py` writes.
"""

import csv
import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from unicodedata import category

import tablib
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.entry import label_of
from clubscore.club.federation_numbers import Holder, ListRow, holders
from clubscore.club.models import Club, Person
from clubscore.club.name_questions import oddities
from clubscore.club.odd_names import closed, plain_name, skeleton, unclosed
from clubscore.club.people import FIELDS, Details, people_in, tidied
from clubscore.club.wording import both, listed, said
from clubscore.deals.file_text import MB, too_large
from clubscore.laws.errors import RuleError
from clubscore.places import PROGRAM
from clubscore.ranking.member_numbers import (
    BBO,
    KNOWN,
    LONGEST_SCHEME,
    SAME_AS,
    is_placeholder,
    label_of_scheme,
    read_member_number,
    read_scheme,
)

LARGEST_FILE = MB
LARGEST_UNPACKED = 20 * MB
MOST_ROWS = 2000
# What spreadsheets take for a formula when it begins a cell.
FORMULA = ("=", "+", "-", "@", "\t", "\r")

# A row's key of a number with a federation is this and the scheme.
NUMBER = "number:"
# The headings of such columns: EBU, EBU number; BBO user name; of any federation Number (DBV), as
# they go out.
_OF_SCHEME = (
    re.compile(rf"({'|'.join((*KNOWN, *SAME_AS))})(?: (?:number|no|no\.))?"),
    re.compile(rf"({BBO})(?: (?:user name|username|name|number))?"),
    re.compile(r"number \(([a-z][a-z0-9-]*)\)"),
)

# The columns as they go out, and the headings by which they are known when they come in.
HEADINGS = {
    "name": ("name", "full name"),
    "short_name": ("short name", "short", "on the pad", "pad"),
    "number": ("number", "no", "no.", "member number"),
    "email": ("e-mail", "email", "mail"),
    "kind": ("member or guest", "kind", "here as", "status"),
    "active": ("active", "plays here", "plays here now"),
}


class UnreadableFile(ValueError):
    """The file as a whole cannot be read; the text says what would be right."""


class PersonRow(dict[str, str]):
    """One row of a file: what stands in each known column, and its line, counted from 1."""

    line: int = 0


def read_file(name: str, content: bytes) -> tuple[list[PersonRow], list[str]]:
    """Return the rows of a CSV or XLSX file and the headings that were not understood.

    Raises UnreadableFile for what is too large, no such file, or has no column of names.
    """
    if len(content) > LARGEST_FILE:
        raise UnreadableFile(said(too_large(LARGEST_FILE)))
    if content.startswith(b"PK\x03\x04"):
        cells = _cells_of_workbook(content)
    elif name.lower().endswith((".xlsx", ".xls", ".ods")) or b"\0" in content:
        raise UnreadableFile(_("This is not a CSV or XLSX file. Save the list as one of these."))
    else:
        cells = _cells_of_csv(content)
    return _rows(cells)


def read_pasted(text: str) -> tuple[list[PersonRow], list[str]]:
    """Return the rows of names that were pasted, one a line, or of a list with its headings.

    Raises UnreadableFile as `read_file` does.
    """
    headings = {name for names in HEADINGS.values() for name in names}
    first = text.strip().partition("\n")[0]
    has_headings = not headings.isdisjoint(re.split(r"[,;\t]", first.strip().casefold()))
    if not has_headings:
        lines = (line.strip() for line in text.splitlines())
        cells = [["name"], *([line] for line in lines if line)]
        return _rows(cells)
    return read_file("", text.strip().encode())


def _cells_of_csv(content: bytes) -> list[list[str]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        return [row for _number, row in zip(range(MOST_ROWS + 2), reader, strict=False)]
    except csv.Error as error:
        raise UnreadableFile(
            _("Line %(line)s cannot be read (%(why)s). Check for a missing quotation mark.")
            % {"line": reader.line_num, "why": error}
        ) from error


def _cells_of_workbook(content: bytes) -> list[list[str]]:
    # A fifth of a second for every process that starts, and few ever read a workbook.
    from openpyxl import load_workbook

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(part.file_size for part in packed.infolist()) > LARGEST_UNPACKED:
                raise UnreadableFile(
                    _(
                        "Unpacked, the file is too large for a club's list."
                        " Check that it is the right one."
                    )
                )
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=False)
        sheet = book.worksheets[0]
        rows = sheet.iter_rows(max_row=MOST_ROWS + 2, max_col=40, values_only=True)
        return [[_text(cell) for cell in row] for row in rows]
    except UnreadableFile:
        raise
    except Exception as error:
        # openpyxl raises whatever a damaged file makes it stumble over; to the reader it is one.
        raise UnreadableFile(
            _("This XLSX file cannot be read. Save it again, or save it as CSV.")
        ) from error


def _text(cell: object) -> str:
    """Return a cell of a workbook as text: numbers as they are shown, 117 and not 117.0."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def _rows(cells: Sequence[Sequence[str]]) -> tuple[list[PersonRow], list[str]]:
    if not cells:
        raise UnreadableFile(_("The file is empty. Its first line must name the columns."))
    columns, strange = _columns(cells[0])
    if "name" not in columns.values():
        raise UnreadableFile(
            _("No column is called “name”. The first line must name the columns: %(columns)s")
            % {"columns": listed(names[0] for names in HEADINGS.values())}
        )
    if len(cells) > MOST_ROWS + 1:
        raise UnreadableFile(
            ngettext(
                "The list has more than %(count)s row. Import it in parts.",
                "The list has more than %(count)s rows. Import it in parts.",
                MOST_ROWS,
            )
            % {"count": MOST_ROWS}
        )
    rows = []
    for line, values in enumerate(cells[1:], start=2):
        row = PersonRow({columns[i]: v.strip() for i, v in enumerate(values) if i in columns})
        row.line = line
        if any(row.values()):
            rows.append(row)
    return rows, strange


def _columns(headings: Sequence[str]) -> tuple[dict[int, str], list[str]]:
    """Return which column holds what, and the headings that mean nothing to us."""
    known = {heading: field for field, names in HEADINGS.items() for heading in names}
    columns: dict[int, str] = {}
    strange = []
    for place, heading in enumerate(headings):
        name = " ".join(heading.lower().replace("_", " ").split())
        field = known.get(name) or _scheme_column(name)
        if field and field not in columns.values():
            columns[place] = field
        elif heading.strip():
            strange.append(heading.strip()[:40])
    return columns, strange


def _scheme_column(heading: str) -> str:
    """Return the key of a column of a federation's numbers, nothing for another."""
    found = next(filter(None, (each.fullmatch(heading) for each in _OF_SCHEME)), None)
    if not found or len(found[1]) > LONGEST_SCHEME:
        return ""
    return NUMBER + read_scheme(found[1])


def is_column(key: str) -> bool:
    """Whether this is the key of a cell in a row."""
    return key in HEADINGS or (
        key.startswith(NUMBER) and _scheme_column(f"number ({key.removeprefix(NUMBER)})") == key
    )


def heading_of(scheme: str) -> str:
    """Return the heading of the column of a scheme's numbers."""
    label = label_of_scheme(scheme)
    if scheme == BBO:
        return f"{label} user name"
    return f"{label} number" if scheme in KNOWN else f"Number ({label})"


def defused(text: str) -> str:
    """Return a text as a cell may hold it: no formula to a spreadsheet, and none turns the next.

    A control character is no part of it: no workbook may hold one.
    """
    text = closed("".join(c for c in text if c.isspace() or category(c) != "Cc"))
    return f"'{text}" if text.startswith(FORMULA) else text


def undefused(text: str) -> str:
    """Return what was defused as it was before, but for control characters."""
    text = unclosed(text)
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


def as_dataset(people: Iterable[Person]) -> tablib.Dataset:
    """Return a list of people as a sheet of columns, with nothing in it that could be a formula.

    Each scheme in which somebody has a number has a column at the end.
    """
    listed_people = list(people)
    prefetch_related_objects(listed_people, "numbers")
    held = [{row.scheme: row.number for row in each.numbers.all()} for each in listed_people]
    schemes = sorted({scheme for theirs in held for scheme in theirs})
    headings = [names[0] for names in HEADINGS.values()]
    sheet = tablib.Dataset(headers=[*headings, *map(heading_of, schemes)], title="people")
    for person, theirs in zip(listed_people, held, strict=True):
        cells = (person.name, person.short_name, person.number, person.email)
        active = "yes" if person.active else "no"
        numbers = [theirs.get(scheme, "") for scheme in schemes]
        sheet.append([*map(defused, cells), str(person.kind), active, *map(defused, numbers)])
    return sheet


def write_file(people: Iterable[Person], kind: str) -> bytes:
    """Return a list of people as a file, "csv" or "xlsx".

    The CSV says that it is UTF-8, without which some spreadsheets garble names.
    """
    written: str | bytes = as_dataset(people).export(kind)
    return ("\ufeff" + written).encode() if isinstance(written, str) else _signed(written)


def _signed(content: bytes) -> bytes:
    """Return a spreadsheet that says which program wrote it; tablib has no way to."""
    from openpyxl import load_workbook

    book, out = load_workbook(io.BytesIO(content)), io.BytesIO()
    book.properties.creator = PROGRAM
    book.save(out)
    return out.getvalue()


# ---- What a list would do, row by row.

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
class PeoplePlan:
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


class _PeopleOnFile:
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


def plan(club: Club, rows: Sequence[PersonRow], *, plain: bool = False) -> PeoplePlan:
    """Return what each row would do. Reads the club's people once and writes nothing.

    `plain` takes from each name what is odd in it, as far as that can be put right.
    """
    known = _PeopleOnFile(club)
    steps = []
    for row in rows:
        try:
            steps.append(_step(known, _with_plain_names(row) if plain else row))
        except RowRefused as refused:
            details = Details(row.get("name", "")[:80], number=row.get("number", "")[:20])
            steps.append(Step(row.line, REFUSED, details, "", None, [str(refused)]))
    return PeoplePlan(steps)


def _with_plain_names(row: PersonRow) -> PersonRow:
    text = PersonRow(
        {k: plain_name(v) if k in ("name", "short_name") else v for k, v in row.items()}
    )
    text.line = row.line
    return text


def _step(known: _PeopleOnFile, row: PersonRow) -> Step:
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


def _numbers(row: PersonRow) -> dict[str, str]:
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


def _details(row: PersonRow, person: Person | None) -> Details:
    """Return what the row says; where it says nothing, what is known stays."""
    now = _details_of(person) if person else Details(name="")
    said = {f: row[f] for f in TEXTS if row.get(f)}
    return replace(now, **said, active=_active(row, now.active))


def _details_of(person: Person) -> Details:
    """Return what is known of a person, as a row would say it."""
    return Details(
        person.name, person.short_name, person.number, person.email, active=person.active
    )


def _as_text(row: PersonRow) -> PersonRow:
    """Return a row as it was before a list that went out was made harmless."""
    text = PersonRow({name: undefused(value) for name, value in row.items()})
    text.line = row.line
    return text


def _check_cells(row: PersonRow) -> None:
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


def _kind(row: PersonRow, person: Person | None) -> str:
    said = row.get("kind", "").lower()
    if not said:
        return person.kind if person else Person.Kind.MEMBER
    if said not in KINDS:
        raise RowRefused(_("“%(said)s”: enter member or guest.") % {"said": row["kind"]})
    if person and not person.is_guest and KINDS[said] == Person.Kind.GUEST:
        raise RowRefused(_("%(name)s is already a member, not a guest.") % {"name": person.name})
    return KINDS[said]


def _active(row: PersonRow, now: bool) -> bool:
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
