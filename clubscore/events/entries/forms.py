"""Forms of who enters an event, who arrived, and on what terms a pair competes."""

from collections.abc import Iterable

from clubscore.club.form_values import Given
from clubscore.club.naming.asking_about_names import tidy
from clubscore.club.wording.phrases import said
from clubscore.events.entries.pair_terms import PairTerms, read_terms, terms_of
from clubscore.events.entries.teams import LONGEST
from clubscore.events.models import Entry, Event
from clubscore.laws.errors import RuleError
from clubscore.tableside.page_form import GuestForm, PageForm, Whole, Wholes, Words
from clubscore.tableside.problems import Problem


class EntryForm(GuestForm):
    """Who enters, or who plays as the entry `pair`, which the page showed as `seen`.

    The page finds people by `q`, part of a name, and adds a guest on the way.
    """

    q = Words(strip=True)
    pair = Whole()
    name = Words(id="team")
    expected = Words()
    seen = Words()

    def __init__(self, given: Given, *, event: Event) -> None:
        super().__init__(given, club=event.club)
        self.event = event

    def asks_about(self) -> Iterable[str]:
        """Return the fields whose names are asked about: the guest's, or those of the entry."""
        if self.adds_guest or self.sends("find"):
            return super().asks_about()
        return ("name", "expected")

    def stands_as(self, field: str) -> str:
        """Return the name where a guest, or a team of the event, bears it already."""
        typed = tidy(self.typed(field))
        stands = {
            "name": self.event.entries.filter(name=typed),
            "expected": self.event.entries.filter(note=typed),
        }
        if field not in stands:
            return super().stands_as(field)
        return typed if stands[field].exists() else ""

    def others_than(self, field: str) -> Iterable[str]:
        """Return the names that a guest's must not be taken for; teams may be called alike."""
        return super().others_than(field) if field == "guest" else ()


class PastedForm(PageForm):
    """A list of names, who of the club each is where that was asked, and whether it is entered."""

    names = Words(most=10_000)
    go = Words(most=1)

    @property
    def answers(self) -> dict[str, str]:
        """Who a name is, by the field that asked."""
        return {name: str(self.data.get(name)) for name in self.data if name.startswith("who-")}


class DoorListForm(PageForm):
    """What somebody enters at the door; the names are read by `door_typed`."""

    name = Words(strip=True, most=LONGEST, id="team")


class AgainForm(PageForm):
    """Which event is played again; with `count` on its terms alone, its tables to be counted."""

    event = Whole()
    count = Words()


class CountForm(PageForm):
    """So many whole tables, which way a pair sits alone at a half one, and the movement."""

    tables = Whole()
    half = Words()
    movement = Words()
    seen = Whole()


class NumbersForm(PageForm):
    """How numbers are given: which `way`, the place of each entry, or two places to swap."""

    way = Words()
    one = Whole()
    other = Whole()
    seen = Whole()

    def __init__(self, given: Given, *, entries: Iterable[Entry]) -> None:
        super().__init__(given)
        self.entries = [entry.pk for entry in entries]
        for pk in self.entries:
            self.fields[f"seed-{pk}"] = Whole()

    @property
    def seeds(self) -> dict[int, int]:
        """The place of each entry that was given one, {entry: place}; 1 is the first."""
        return {pk: seed for pk in self.entries if (seed := self.number_of(f"seed-{pk}"))}


class StartForm(PageForm):
    """The movement that the page proposed, chosen and begun at once."""

    movement = Words()
    minutes = Whole()
    seen = Whole()


class AtTheDoorForm(PageForm):
    """What happens to an entry at the door: it arrives, pays, withdraws, or joins another."""

    entry = Whole()
    other = Whole()
    what = Words()


class LineupForm(PageForm):
    """Who of a team sits north-south and who east-west; `seen` counts what was said before."""

    team = Whole()
    ns = Wholes()
    ew = Wholes()
    seen = Whole()


class PairTermsForm(PageForm):
    """The terms of one pair, and in `was-...` what the page showed of them."""

    def __init__(self, given: Given | None, entry: Entry) -> None:
        super().__init__(given, prefix=str(entry.pk))
        self.entry, self.now = entry, terms_of(entry)
        self.terms = self.now
        for name in PairTerms._fields:
            self.fields[name] = Words()
            self.fields[f"was-{name}"] = Words()

    @property
    def seen(self) -> PairTerms:
        """The terms that the page showed."""
        return PairTerms(*(self.cleaned_data[f"was-{name}"] for name in PairTerms._fields))

    def clean(self) -> None:
        """Understand what was typed; of several mistakes the first is said, with the pair."""
        super().clean()
        typed = PairTerms(*(self.cleaned_data[name] for name in PairTerms._fields))
        try:
            self.terms = read_terms(typed, str(self.entry.pk))
        except RuleError as error:
            self.add_error(_field_of(error), f"{self.entry}: {said(error)}")


class PairTermsForms:
    """The terms of every pair, a form for each."""

    def __init__(self, given: Given | None, entries: Iterable[Entry]) -> None:
        self.forms = {entry.pk: PairTermsForm(given, entry) for entry in entries}

    @property
    def problems(self) -> list[Problem]:
        """What has to be put right, pair by pair."""
        return [problem for form in self.forms.values() for problem in form.problems]

    @property
    def terms(self) -> dict[int, PairTerms]:
        """The terms that were typed, {entry: terms}."""
        return {pk: form.terms for pk, form in self.forms.items()}

    @property
    def seen(self) -> dict[int, PairTerms]:
        """The terms that the page showed, {entry: terms}."""
        return {pk: form.seen for pk, form in self.forms.items()}

    def refuse(self, error: RuleError) -> None:
        """Put a refusal beside the pair and the field that it names."""
        _name, _dash, pk = error.where.rpartition("-")
        self.forms[int(pk)].add_error(_field_of(error), said(error))


def _field_of(error: RuleError) -> str:
    return error.where.rpartition("-")[0]
