"""Forms of who enters an event, who arrived, and on what terms a pair competes."""

from collections.abc import Iterable

from clubscore.club.form_values import Given
from clubscore.club.wording.phrases import said
from clubscore.events.entries.pair_terms import PairTerms, read_terms, terms_of
from clubscore.events.models import Entry
from clubscore.laws.errors import RuleError
from clubscore.tableside.page_form import PageForm, TappedForm, Whole, Wholes, Words
from clubscore.tableside.problems import Problem


class EntryForm(TappedForm):
    """Who enters, or who plays as the entry `pair`, which the page showed as `seen`.

    The page finds people by `q`, part of a name, and adds a guest on the way.
    """

    q = Words(strip=True)
    pair = Whole()
    name = Words()
    expected = Words()
    seen = Words()
    guest = Words(strip=True)


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
