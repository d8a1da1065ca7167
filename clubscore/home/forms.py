"""Forms of the pages of the whole club that are written by hand."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import forms
from django.core.validators import URLValidator
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubscore.club.countries import countries
from clubscore.club.entry import Given, seen_of
from clubscore.club.federation_numbers import MOST_SCHEMES, Held, numbers_of, seen_numbers
from clubscore.club.models import Club, Person
from clubscore.club.privacy import FIELDS as PUBLISHED_FIELDS
from clubscore.club.wording import said
from clubscore.laws.errors import RuleError
from clubscore.ranking.member_numbers import (
    BBO,
    KNOWN,
    OWN,
    label_of_scheme,
    read_member_number,
    read_scheme,
)
from clubscore.web.forms import Among, FileField, PageForm, People, TextField, WholeField, plain


class KindForm(PageForm):
    """As what somebody is added: a member or a guest."""

    kind = Among(Person.Kind.values)


class YearForm(PageForm):
    """Which year of somebody's is shown; nothing for the newest, "all" for all of them."""

    year = TextField(strip=True, most=4)


SUIT_CHOICES = (
    ("C", pgettext_lazy("trumps", "Clubs")),
    ("D", gettext_lazy("Diamonds")),
    ("H", gettext_lazy("Hearts")),
    ("S", gettext_lazy("Spades")),
)


class AnyOf(forms.ChoiceField):
    """One of some choices, or any of them; what is none asks for any."""

    def __init__(self, label: Any, choices: Iterable[tuple[str, Any]]) -> None:
        any_of = [("", gettext_lazy("any")), *choices]
        super().__init__(label=label, choices=any_of, required=False)

    def validate(self, value: str) -> None:
        """Refuse nothing."""

    def clean(self, value: str | None) -> str:
        """Return the choice, nothing for one that is none."""
        chosen = str(super().clean(value))
        return chosen if self.valid_value(chosen) else ""


class PersonBoardsForm(YearForm):
    """Which of somebody's boards are listed; what is not among these asks for no more."""

    event = WholeField()
    partner = WholeField()
    against = WholeField()
    declared = AnyOf(
        gettext_lazy("Whose contract"),
        (
            ("own", gettext_lazy("own")),
            ("partner", gettext_lazy("the partner's")),
            ("ours", gettext_lazy("one of the two")),
            ("side", gettext_lazy("the own side's")),
            ("theirs", gettext_lazy("the opponents'")),
        ),
    )
    level = AnyOf(gettext_lazy("Level"), [(str(n), str(n)) for n in range(1, 8)])
    denomination = AnyOf(
        gettext_lazy("Denomination"), (*SUIT_CHOICES, ("NT", gettext_lazy("No-trumps")))
    )
    went = AnyOf(
        gettext_lazy("Result"),
        (
            ("made", gettext_lazy("made")),
            ("down", gettext_lazy("down")),
            ("passed", gettext_lazy("passed out")),
        ),
    )
    lead = AnyOf(gettext_lazy("Own lead"), SUIT_CHOICES)


class OldRateForm(PageForm):
    """Which rate is withdrawn, or balances are converted at; `seen` is what the page showed."""

    rate = WholeField()
    seen = TextField()


class GazetteForm(PageForm):
    """What a director decides of a gazette: shown or not; a story left out or put back."""

    do = forms.CharField(required=False)
    story = forms.CharField(required=False)


class ReceiptForm(PageForm):
    """For which payment a receipt is given and what for; or which is void, and why."""

    payment = WholeField()
    words = TextField(strip=True, most=80)
    void = WholeField()
    reason = TextField(strip=True, most=80)


class JobForm(PageForm):
    """Which job is stopped, or begun again."""

    job = WholeField()


class BackupKeyForm(PageForm):
    """The secret half of the key of the backups, to be proved."""

    secret = TextField(most=200)


class ClosingForm(PageForm):
    """The file of a club that is to be closed, and where the club went."""

    file = FileField()
    to = TextField(strip=True, most=200)


class SwitchForm(PageForm):
    """To which of one's clubs one goes over."""

    club = TextField()


class ByHandForm(PageForm):
    """A table and its digits, typed where no camera reads the code, and the club."""

    table = TextField(most=12)
    code = TextField(most=20)
    club = TextField(most=80)


class SetUpForm(PageForm):
    """Which page of a club's set-up was answered, whether it is for later; where the last leads."""

    page = Among(("2", "3", "4"))
    later = TextField(most=1)
    to = Among(("table", "event", "later"))


class SearchForm(PageForm):
    """What is looked for in the whole club."""

    q = TextField(most=80, strip=True)


class LawSearchForm(PageForm):
    """What is looked for in the law book, and by which game it shall go; empty for all."""

    q = TextField(most=80, strip=True)
    game = TextField(most=40)


class CountryForm(PageForm):
    """In which country a new club is."""

    def __init__(self, given: Given) -> None:
        super().__init__(given)
        self.fields["country"] = Among(countries())


class DoorForm(PageForm):
    """Who comes in, found by `q`, part of a name, and at which table."""

    q = TextField(strip=True)
    table = TextField()

    def __init__(self, given: Given, *, club: Club) -> None:
        super().__init__(given)
        self.club = club
        self.fields["person"] = People(club)

    @property
    def people(self) -> list[Person]:
        """Whoever was tapped; nobody yet where the page is shown first."""
        people = self.people_of("person")
        return people[:1]


class PublishedNameForm(forms.Form):
    """Whether published results name a person; the director says who is a junior.

    `wishes` are the choices that are open to the reader.
    """

    published = forms.ChoiceField(
        label=gettext_lazy("In published results"),
        help_text=gettext_lazy("Usual: members are named, guests and juniors are not."),
    )
    is_junior = forms.BooleanField(label=gettext_lazy("Junior"), required=False)
    seen = forms.CharField(widget=forms.HiddenInput, required=False, strip=False)

    def __init__(self, given: Given | None = None, *, person: Person, wishes: Iterable[str]):
        start = {
            "published": person.published,
            "is_junior": person.is_junior,
            "seen": seen_of(person, PUBLISHED_FIELDS),
        }
        super().__init__(given, initial=start)
        labels = dict(Person.Wish.choices) | {Person.Wish.USUAL: _("as usual")}
        choices = self.fields["published"]
        assert isinstance(choices, forms.ChoiceField)  # noqa: S101 - it is declared above
        choices.choices = [(wish, labels[Person.Wish(wish)]) for wish in wishes]


class PublishForm(PageForm):
    """What a director does with the published results: publish, remove, or change settings."""

    do = Among(("publish", "down", "settings"))


class PublishingForm(forms.Form):
    """Where the published results are served, and whether they have the card tables' season."""

    address = forms.URLField(
        label=gettext_lazy("Address of the published results"),
        max_length=200,
        required=False,
        assume_scheme="https",
        widget=plain(),
        help_text=gettext_lazy("For example https://results.example.org/. Optional."),
        validators=[URLValidator(schemes=["http", "https"])],
        error_messages={"invalid": gettext_lazy("Enter an address like https://example.org/.")},
    )
    has_season = forms.BooleanField(
        label=gettext_lazy("Publish the card tables' season, by points"), required=False
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False, strip=False)


class FederationNumbersForm(forms.Form):
    """A person's numbers with federations, a row each, and a row for one more.

    The club's own federation has its row from the start. A row whose number is taken away is one
    number less.
    """

    # The page has the form of the person's details besides, with a field of this name.
    seen = forms.CharField(
        widget=forms.HiddenInput(attrs={"id": "id_seen_numbers"}), required=False, strip=False
    )

    def __init__(self, typed: QueryDict | None = None, *, person: Person, seen: str = "") -> None:
        """Ask about the numbers that a person has, or read what was typed of them."""
        held = numbers_of(person)
        theirs = person.club.federation
        known = [*([theirs] if theirs in KNOWN and theirs not in held else []), *held]
        initial: dict[str, object] = {"seen": seen or seen_numbers(person)}
        super().__init__(typed, initial=initial)
        self.schemes = known[:MOST_SCHEMES]
        for at, scheme in enumerate(self.schemes):
            now = held.get(scheme)
            self._add_row(at, scheme, now)
        self._add_row(len(self.schemes), "", None)

    def _add_row(self, at: int, scheme: str, held: Held | None) -> None:
        label = label_of_scheme(scheme)
        widget: forms.Widget = forms.HiddenInput() if scheme else plain(autocapitalize="characters")
        self.fields[f"scheme-{at}"] = forms.CharField(
            label=gettext_lazy("Federation"),
            initial=label,
            required=False,
            widget=widget,
            help_text=gettext_lazy(
                "For example EBU, ACBL, ABF, NZ, SBU or another short name; BBO for the user name"
                " there"
            ),
        )
        named = _("BBO user name") if scheme == BBO else _("%(scheme)s number")
        self.fields[f"number-{at}"] = forms.CharField(
            label=named % {"scheme": label} if scheme else _("Number there"),
            initial=held.number if held else "",
            required=False,
            widget=plain(autocapitalize="characters"),
        )
        self.fields[f"since-{at}"] = forms.DateField(
            label=_("%(scheme)s number valid from") % {"scheme": label}
            if scheme
            else _("Valid from"),
            initial=held.valid_from if held else None,
            required=False,
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            error_messages={"invalid": _("Enter a date as in 2026-03-31.")},
        )

    def rows(self) -> Iterator[tuple[forms.BoundField, forms.BoundField, forms.BoundField]]:
        """Return the fields of each row: federation, number, from when."""
        for at in range(len(self.schemes) + 1):
            yield self[f"scheme-{at}"], self[f"number-{at}"], self[f"since-{at}"]

    @property
    def numbers(self) -> Mapping[str, Held]:
        """The numbers as they were typed, by scheme; of a form that is valid."""
        return {scheme: held for scheme, held, _at in self._found}

    def clean(self) -> None:
        """Read each row; what cannot be is told beside its field."""
        self._found: list[tuple[str, Held, int]] = []
        for at in range(len(self.schemes) + 1):
            scheme, number = (
                str(self.cleaned_data.get(f"{key}-{at}", "")) for key in ("scheme", "number")
            )
            if number or (scheme and at == len(self.schemes)):
                self._read_row(at, scheme, number)

    def _read_row(self, at: int, scheme: str, number: str) -> None:
        if not scheme:
            self.add_error(f"scheme-{at}", _("Enter whose number it is, for example EBU."))
            return
        try:
            scheme = read_scheme(scheme, f"scheme-{at}")
            number = read_member_number(scheme, number, f"number-{at}")
        except RuleError as error:
            self.add_error(error.where, said(error))
            return
        if scheme == OWN or scheme in {there for there, _held, _at in self._found}:
            self.add_error(f"scheme-{at}", self._why_not(scheme))
            return
        self._found.append((scheme, Held(number, self.cleaned_data.get(f"since-{at}")), at))

    def _why_not(self, scheme: str) -> str:
        if scheme == OWN:
            return _("The club's own number stands under Change details.")
        label = label_of_scheme(scheme)
        return _("There is an %(scheme)s number already. Change that one.") % {"scheme": label}

    def field_of(self, scheme: str | None) -> str | None:
        """Return the field of the number in a scheme, for what a service says of it."""
        return next((f"number-{at}" for there, _held, at in self._found if there == scheme), None)
