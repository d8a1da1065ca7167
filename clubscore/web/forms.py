"""How every page's form is read, what it refuses in words, and the forms of people and money.

Forms check what one field can say; services check the rest. Phones hold forms of before and send
them when they are in reach again, so a field that is missing says what it said before pages asked
for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files import File
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Count, QuerySet
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubscore.club import clubs
from clubscore.club import people as services
from clubscore.club.access import ClubRequest
from clubscore.club.countries import Country
from clubscore.club.entry import Given, Refused, key_of, text_of, whole_number
from clubscore.club.models import Club, Membership, Person, Role, TableFee
from clubscore.club.name_questions import ANSWER, AsksAboutNames, names_at, tidy
from clubscore.club.people import with_words
from clubscore.club.table_money import fee_of
from clubscore.club.wording import said, typed_amount
from clubscore.deals.file_text import too_large
from clubscore.laws.errors import RuleError
from clubscore.laws.games import GAMES
from clubscore.laws.money import CURRENCIES, LSD, find_currency, show_amount

# ---- Forms of the club's pages. They check what one field can say; services check the rest.

# What a club of today usually counts in.
TODAYS = "GBP"
YES, NO = "yes", "no"
LONGEST_NAME = 80  # as Person has it
# What a country proposes to a new club.
PROPOSED = ("time_zone", "currency", "paper", "hours", "games")


def problems_of(form: forms.BaseForm) -> list[dict[str, str]]:
    """Return what a form has to put right, each with the field it leads to."""
    return [
        {"field": form[name].id_for_label if name != "__all__" else "", "text": str(text)}
        for name, texts in form.errors.items()
        for text in texts
    ]


def add_refusal(form: forms.BaseForm, refusal: Refused | ValidationError) -> None:
    """Put what a service refused beside the field it is about."""
    if isinstance(refusal, Refused):
        known = refusal.field if refusal.field in form.fields else None
        form.add_error(known, str(refusal))
        return
    for name, texts in refusal.message_dict.items():
        form.add_error(name if name in form.fields else None, texts)


def add_rule_error(form: forms.BaseForm, error: RuleError, field: str = "") -> None:
    """Put what the laws refuse beside a field; none named, beside the one that the error names."""
    named = field or error.where.split(".")[0].split("[")[0]
    form.add_error(named if named in form.fields else None, said(error))


def plain(*, search: bool = False, **attributes: str) -> forms.TextInput:
    """Return a text field into which phones put no capitals and no guesses."""
    widget = forms.TextInput(attrs={"autocomplete": "off", **attributes})
    widget.input_type = "search" if search else "text"
    return widget


def time_zones() -> list[tuple[str, str]]:
    """Return the time zones that this machine knows, for a field to choose from."""
    return [(zone, zone) for zone in sorted(available_timezones())]


if TYPE_CHECKING:
    FormOfPerson = forms.ModelForm[Person]
    FormOfClub = forms.ModelForm[Club]
    ChoiceOfPerson = forms.ModelChoiceField[Person]
else:
    FormOfPerson = FormOfClub = forms.ModelForm
    ChoiceOfPerson = forms.ModelChoiceField


class PersonForm(AsksAboutNames, FormOfPerson):
    """Who a person of `club` is. `seen` carries what its reader saw.

    A new one of a name that is here already is asked about: `another` answers with that name.
    """

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    # Whose name a new person has, while that is asked.
    namesake = ""

    class Meta:
        model = Person
        fields = services.FIELDS
        widgets = {"name": plain(), "short_name": plain(), "number": plain()}
        error_messages = {"name": {"required": _("Enter the person's name.")}}
        help_texts = {
            "short_name": _("The name used at the table. Leave it empty and we choose one."),
            "number": _("If the club numbers its members"),
            "email": _("Optional"),
        }

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.fields["short_name"].required = False
        self.fields["active"].label = _("Plays here now")

    def asks_about(self) -> Iterable[str]:
        """Return the fields whose names are asked about."""
        return ("name", "short_name")

    def stands_as(self, field: str) -> str:
        """Return the name that the person has already."""
        return str(getattr(self.instance, field))

    def others_than(self, field: str) -> Iterable[str]:
        """Return the names of everybody else."""
        return names_at(self.club, self.instance.pk) if field == "name" else ()

    def clean(self) -> None:
        """Ask about a new person who has the name of another."""
        super().clean()
        name = services.tidy(self.cleaned_data.get("name") or "")
        if name and self.instance.pk is None and name != self.data.get("another"):
            there = names_at(self.club).filter(name__iexact=name).first()
            if there is not None:
                asked = _("There is a %(name)s already: add another?") % {"name": there}
                self.add_error("name", asked)
                self.namesake = name

    def validate_unique(self) -> None:
        """Leave it to the services, which hold the club's list while they look."""

    def _post_clean(self) -> None:
        """Keep the row as it stands: services write, and read it afresh."""

    @property
    def details(self) -> services.Details:
        """What the form says of the person."""
        return services.Details(**{name: self.cleaned_data[name] for name in services.FIELDS})


class ClubForm(AsksAboutNames, FormOfClub):
    """The club's own matters."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zones,
        help_text=_("An evening ends at six in the morning in this zone."),
    )
    currency = forms.ChoiceField(
        label=_("Currency"),
        choices=[(code, code) for code in CURRENCIES],
        help_text=_("LSD is pounds, shillings and pence."),
    )
    hours = forms.ChoiceField(label=_("Clock"), choices=Club.Hours.choices)
    pad_heads = forms.ChoiceField(
        label=_("Heads of blank score pads"),
        choices=Club.PadHeads.choices,
        help_text=_("Pads have said We and They since about 1914; before, they had names"),
    )
    federation = forms.ChoiceField(
        label=_("Federation"),
        choices=Club.Federation.choices,
        help_text=_("Whose member numbers come first, and for whom files are written"),
    )
    federation_number = forms.CharField(
        label=_("Club’s number with the federation"),
        max_length=20,
        required=False,
        widget=plain(),
        help_text=_("As in files for the federation: 2074, say"),
    )

    class Meta:
        model = Club
        fields = clubs.FIELDS
        widgets = {"name": plain(), "wifi_name": plain(), "wifi_password": plain()}
        help_texts = {
            "wifi_name": _("For the code that connects phones"),
            "wifi_password": _("Shown to anyone who connects phones"),
        }

    def stands_as(self, field: str) -> str:
        """Return the name that the club has already."""
        return self.instance.name

    def _post_clean(self) -> None:
        """Keep the row as it stands: services write, and read it afresh."""


class NewClubForm(AsksAboutNames, forms.Form):
    """A club of one's own."""

    name = forms.CharField(
        label=_("Club name"),
        max_length=80,
        widget=plain(),
        error_messages={"required": _("Enter the club's name.")},
    )
    founder = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST_NAME,
        required=False,
        widget=plain(),
        help_text=_("You are the club's first member."),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones)
    currency = forms.ChoiceField(
        label=_("Currency"),
        required=False,
        help_text=_("For stakes, table money and accounts"),
    )
    paper = forms.ChoiceField(label=_("Paper"), choices=Club.Paper.choices, required=False)
    hours = forms.ChoiceField(label=_("Clock"), choices=Club.Hours.choices, required=False)
    money = forms.ChoiceField(
        label=_("Do you play for money?"),
        choices=[(NO, pgettext_lazy("answer", "no")), (YES, pgettext_lazy("answer", "yes"))],
        required=False,
        initial=NO,
    )
    games = forms.MultipleChoiceField(
        label=_("Games offered first"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, country: Country, **kw: Any) -> None:
        """Offer the country's money first; pounds, shillings and pence where they were."""
        super().__init__(*args, **kw)
        self.country = country
        old = [(LSD.code, _("pounds, shillings and pence (LSD)"))] if country.old_money else []
        others = sorted(set(CURRENCIES) - {country.currency, LSD.code})
        currency = self.fields["currency"]
        assert isinstance(currency, forms.ChoiceField)  # noqa: S101 - it is declared above
        currency.choices = [
            (country.currency, country.currency),
            *old,
            *((code, code) for code in others),
        ]
        games = self.fields["games"]
        assert isinstance(games, forms.MultipleChoiceField)  # noqa: S101 - it is declared above
        games.choices = [(game.key, said(game.name)) for game in GAMES]
        for name in PROPOSED:
            self.initial.setdefault(name, getattr(country, name))

    def asks_about(self) -> Iterable[str]:
        """Return the fields whose names are asked about."""
        return ("name", "founder")

    def clean_founder(self) -> str:
        """Return the founder's name; one who gives none is called as until now, if at all."""
        found = str(self.cleaned_data["founder"] or self.initial["founder"])
        if not found:
            raise ValidationError(_("Enter your name."))
        return found

    @property
    def settings(self) -> dict[str, object]:
        """Return the fields of the club: what was not asked for is as the country has it."""
        given = self.cleaned_data
        chosen = {name: given[name] or getattr(self.country, name) for name in PROPOSED}
        chosen["usual_games"] = list(chosen.pop("games"))
        return chosen | {"plays_for_money": given["money"] == YES, "set_up_done": 1}


class WifiForm(FormOfClub):
    """The club's Wi-Fi, on the second page of its set-up."""

    class Meta:
        model = Club
        fields = ("wifi_name", "wifi_password")
        widgets = {"wifi_name": plain(), "wifi_password": plain()}
        help_texts = {
            "wifi_name": _("For the code that connects phones"),
            "wifi_password": _("Shown to anyone who connects phones"),
        }

    def _post_clean(self) -> None:
        """Keep the row as it stands: services write, and read it afresh."""


class PersonChoice(ChoiceOfPerson):
    """One of the club's people, or nobody."""

    def label_from_instance(self, obj: Person) -> str:
        """Return the name, with what tells its bearer from a namesake."""
        return f"{obj.name} ({obj.number or obj.short_name})"


class RoleForm(forms.Form):
    """What a login may do, and which of the club's people it is."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)
    seen = forms.CharField(widget=forms.HiddenInput, required=False, strip=False)

    def __init__(self, *args: Any, club: Club, membership: Membership | None = None, **kw: Any):
        super().__init__(*args, **kw)
        taken = Membership.objects.filter(club=club, person__isnull=False)
        if membership is not None:
            taken = taken.exclude(pk=membership.pk)
        people = Person.objects.filter(club=club, merged_into=None, active=True)
        self.fields["person"] = PersonChoice(
            label=_("Person"),
            queryset=people.exclude(pk__in=taken.values("person")),
            required=False,
            empty_label=_("no one on the list"),
        )


class LoginForm(RoleForm):
    """A new login."""

    username = forms.SlugField(
        label=_("Login name"),
        max_length=60,
        widget=plain(autocapitalize="none"),
        help_text=_("Letters and figures, no spaces"),
        error_messages={
            "required": _("Enter a login name."),
            "invalid": _("Use letters, figures, - and _ only."),
        },
    )
    field_order = ["username", "role"]


class MergeForm(forms.Form):
    """Which other entry is the same person."""

    def __init__(self, *args: Any, person: Person, **kw: Any):
        super().__init__(*args, **kw)
        people = Person.objects.filter(club=person.club, merged_into=None)
        self.fields["other"] = PersonChoice(
            label=_("Other entry"),
            queryset=people.exclude(pk=person.pk),
            error_messages={
                "required": _("Choose the other entry."),
                "invalid_choice": _("Choose another entry in this club."),
            },
        )


# ---- People as tables seat them: found by their keys, and those who play most first.


def people_to_seat(club: Club, text: str = "") -> QuerySet[Person]:
    """Return active people by any part of their name or number, those who play most first."""
    people = Person.objects.filter(club=club, active=True, merged_into=None)
    return with_words(people, text).annotate(games=Count("seats")).order_by("-games", "name")


def people_at(club: Club, keys: list[str]) -> list[Person]:
    """Return people of a club by their keys, in the order asked for, leaving out strangers."""
    numbers = [n for n in map(whole_number, keys) if n is not None]
    found: dict[int, Person] = {
        person.pk: person
        for person in Person.objects.filter(club=club, pk__in=numbers, merged_into=None)
    }
    return [found[number] for number in dict.fromkeys(numbers) if number in found]


# ---- What has to be corrected on a page before an entry can be taken.


@dataclass(frozen=True)
class Problem:
    """Something to put right: the field it belongs to and what would be right."""

    field: str
    text: str


class Problems(Exception):
    """What has to be put right before an entry can be read."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(problem.text for problem in problems))
        self.problems = list(problems)


# Where a refused field is asked for on the page; what no page asks for has no place to lead to.
FIELDS = {
    "bid": "ask-level",
    "defenders": "ask-result",
    "declarer": "ask-declarer",
    "partner": "ask-partner",
    "doubling": "ask-doubling",
    "tricks": "ask-result",
    "honours": "ask-honours",
    "chicane": "ask-chicane",
    "revokes": "ask-revoke-1",
    "fines": "fine",
    "dealer": "ask-dealer",
    "stake": "stake",
    "rules": "laws",
    "cards": "ask-cards",
}


def problem_of(error: RuleError) -> Problem:
    """Return a refusal with the field of the page that it belongs to."""
    field = error.where.split(".")[0].split("[")[0]
    if field.startswith(("ask-", "name-", "place-")):
        return Problem(field, said(error))
    place = f"ask-{field}" if field.startswith("seat-") else FIELDS.get(field, "")
    return Problem(place, said(error))


# ---- Forms of pages whose HTML is written by hand: they read what was sent, and say what is wrong.
#
# A field that is missing says what it said when pages did not yet ask for it: phones hold forms of
# before, and send them when they are in reach again.


class PageForm(forms.Form):
    """What a page sends. A field's id on the page is its name, or what its widget says.

    With a `prefix` the names of the fields end in it: the page asks the same of several.
    """

    def __init__(
        self,
        given: Given | None = None,
        files: MultiValueDict[str, UploadedFile[bytes]] | None = None,
        *,
        prefix: str | None = None,
    ) -> None:
        super().__init__(given, files, auto_id="%s", prefix=prefix)
        self._elsewhere: list[Problem] = []

    def add_prefix(self, field_name: str) -> str:
        """Return the name of a field on the page."""
        return f"{field_name}-{self.prefix}" if self.prefix else field_name

    @property
    def read(self) -> dict[str, Any]:
        """What the fields say, without those that are wrong."""
        self.is_valid()
        return self.cleaned_data

    def words_of(self, name: str) -> str:
        """Return what a field of text or of choices says, nothing where it is wrong or open."""
        value = self.read.get(name)
        return value if isinstance(value, str) else ""

    def number_of(self, name: str) -> int | None:
        """Return the number that a field says, None where it says none."""
        value = self.read.get(name)
        return value if isinstance(value, int) else None

    def numbers_of(self, name: str) -> list[int]:
        """Return the numbers that a field says, none where it is wrong."""
        numbers: list[int] = self.read.get(name, [])
        return numbers

    def person_of(self, name: str) -> Person | None:
        """Return who a field names, None where it names nobody."""
        value = self.read.get(name)
        return value if isinstance(value, Person) else None

    def people_of(self, name: str) -> list[Person]:
        """Return the people whom a field names, in the order of the page."""
        people: list[Person] = self.read.get(name, [])
        return people

    def file_of(self, name: str) -> File[bytes] | None:
        """Return the file that was chosen, None where none was."""
        value = self.read.get(name)
        return value if isinstance(value, File) else None

    @property
    def key(self) -> str:
        """The key that the page was rendered with, a new one where it has none."""
        return key_of(self.data)

    @property
    def problems(self) -> list[Problem]:
        """What has to be put right, each with the field that it leads to."""
        found = [Problem(each["field"], each["text"]) for each in problems_of(self)]
        return found + self._elsewhere

    def refuse(self, error: RuleError | Refused, place: str | None = None) -> None:
        """Put what was refused beside the field with its id; the page may have it elsewhere."""
        problem = problem_of(error) if isinstance(error, RuleError) else Problem("", str(error))
        place = problem.field if place is None else place
        ids = {self[name].id_for_label: name for name in self.fields}
        if place in ids:
            # The page is shown with what its fields said, that of the refused one too.
            said = dict(self.read)
            self.add_error(ids[place], problem.text)
            self.cleaned_data = said
        else:
            self._elsewhere.append(Problem(place, problem.text))

    def sends(self, name: str) -> bool:
        """Return whether a field was sent at all, as a key is that was pressed."""
        return self.add_prefix(name) in self.data

    def typed(self, name: str, unless: str = "") -> str:
        """Return what a field was sent with, as it was typed; `unless` where it was not sent."""
        return text_of(self.data, self.add_prefix(name)) if self.sends(name) else unless


class LineField(forms.CharField):
    """Text in one line, without double spaces; beyond `most` characters it is cut off.

    `missing` is said where it is empty, marked for translation; without it, it may be.
    """

    def __init__(self, *, most: int, missing: str = "") -> None:
        super().__init__(required=bool(missing))
        self.most = most
        if missing:
            self.error_messages["required"] = gettext_lazy(missing)

    def to_python(self, value: str | None) -> str:
        """Return the text as it is kept."""
        return " ".join((value or "").split())[: self.most]


def _with_id(id: str) -> forms.TextInput:
    return forms.TextInput(attrs=_id(id))


def _id(id: str) -> dict[str, str]:
    return {"id": id} if id else {}


class TextField(forms.CharField):
    """Text that need not be there, with or without the spaces around it, cut off after `most`."""

    def __init__(self, *, strip: bool = False, most: int | None = None, id: str = "") -> None:
        super().__init__(required=False, strip=strip, widget=_with_id(id))
        self.most = most

    def to_python(self, value: str | None) -> str:
        """Return the text as it is kept."""
        return str(super().to_python(value))[: self.most]


class WholeField(forms.Field):
    """A whole number of nine figures at most; None where none is said."""

    def __init__(self, *, id: str = "") -> None:
        super().__init__(required=False, widget=_with_id(id))

    def to_python(self, value: str | None) -> int | None:
        """Return the number."""
        return whole_number(value)


class Wholes(forms.Field):
    """Whole numbers above 0, as many as are said; what is none is left out."""

    widget = forms.MultipleHiddenInput

    def __init__(self) -> None:
        super().__init__(required=False)

    def to_python(self, value: list[str] | None) -> list[int]:
        """Return the numbers in the order of the page."""
        return [number for text in value or [] if (number := whole_number(text))]


class Among(forms.Field):
    """One of some values; None where anything else is said."""

    def __init__(self, values: Iterable[str]) -> None:
        super().__init__(required=False, widget=forms.TextInput)
        self.values = tuple(values)

    def to_python(self, value: str | None) -> str | None:
        return value if value in self.values else None


class Pick(forms.ChoiceField):
    """One of some values; of any other `wrong` is said, a text marked for translation.

    `usual` is the value where nothing is asked; without one it may be left open.
    """

    def __init__(self, values: Iterable[str], *, wrong: str, usual: str = "") -> None:
        super().__init__(choices=[(value, value) for value in values], required=bool(usual))
        self.usual = usual
        told = gettext_lazy(wrong)
        self.error_messages |= {"required": told, "invalid_choice": told}

    def to_python(self, value: str | None) -> str:
        """Return the choice. One that is empty is none."""
        return self.usual if value is None else str(super().to_python(value))


class OneOf(forms.Field):
    """One of some people by the key that the page has for them; None for anybody else."""

    widget = forms.TextInput

    def __init__(self, people: Iterable[Person], *, id: str = "") -> None:
        super().__init__(required=False, widget=_with_id(id))
        self.people = {str(person.pk): person for person in people}

    def to_python(self, value: str | None) -> Person | None:
        return self.people.get(value or "")


class SomeOf(forms.Field):
    """Some of these people, in the order of tapping; strangers are left out."""

    widget = forms.MultipleHiddenInput

    def __init__(self, people: Iterable[Person], *, id: str = "") -> None:
        super().__init__(required=False, widget=forms.MultipleHiddenInput(attrs=_id(id)))
        self.people = {str(person.pk): person for person in people}

    def to_python(self, value: list[str] | None) -> list[Person]:
        """Return the people."""
        return [self.people[key] for key in value or [] if key in self.people]


class People(forms.Field):
    """People of a club by their keys, in the order of the page, strangers left out."""

    widget = forms.MultipleHiddenInput

    def __init__(self, club: Club) -> None:
        super().__init__(required=False)
        self.club = club

    def to_python(self, value: list[str] | None) -> list[Person]:
        """Return the people."""
        return people_at(self.club, value or [])


class TappedForm(PageForm):
    """People of a club who were tapped on the page, in that order."""

    def __init__(self, given: Given, *, club: Club) -> None:
        super().__init__(given)
        self.fields["who"] = People(club)

    @property
    def people(self) -> list[Person]:
        """Who was tapped, in that order."""
        return self.people_of("who")


class GuestForm(AsksAboutNames, TappedForm):
    """People who were tapped, or a guest by name, whom a key of the page adds."""

    guest = TextField(strip=True, id="g")

    def __init__(self, given: Given, *, club: Club) -> None:
        super().__init__(given, club=club)
        self.club = club

    @property
    def adds_guest(self) -> bool:
        """Whether a key was pressed that adds the guest."""
        return self.sends("add_guest") or self.sends(f"{ANSWER}guest")

    @property
    def new_guest(self) -> str:
        """The name of the guest who is to be added; empty for none, and while it is asked about."""
        return self.words_of("guest") if self.adds_guest else ""

    def asks_about(self) -> Iterable[str]:
        """Return the fields whose names are asked about."""
        return ("guest",) if self.adds_guest else ()

    def stands_as(self, field: str) -> str:
        """Return the name where a guest bears it already."""
        typed = tidy(self.typed(field))
        guests = Person.objects.filter(club=self.club, kind=Person.Kind.GUEST, merged_into=None)
        return typed if guests.filter(name=typed).exists() else ""

    def others_than(self, field: str) -> Iterable[str]:
        """Return the names of everybody who is here."""
        return names_at(self.club)


class FileField(forms.FileField):
    """A file, empty or whatever it is called; None where none was chosen or it was let go."""

    def __init__(self) -> None:
        super().__init__(required=False)

    def to_python(self, data: File[bytes] | None) -> File[bytes] | None:
        """Return the file: what is wrong with it says whoever reads it."""
        return data


class PhoneForm(PageForm):
    """Whose phone this is; nobody's where it is the table's."""

    def __init__(self, given: Given, *, people: Iterable[Person]) -> None:
        super().__init__(given)
        self.fields["person"] = OneOf(people)

    @property
    def person(self) -> Person | None:
        """Whose it is."""
        return self.person_of("person")


# ---- Forms for the club's terms of money: table money and rates, said as people say amounts.

ALL_CURRENCIES = [(code, code) for code in CURRENCIES]


class FeeValues(TypedDict):
    """Table money as `set_fee` takes it."""

    amount: int
    guests: int | None
    currency: str
    per: str


class RateValues(TypedDict):
    """A rate as `set_rate` takes it."""

    coins: int
    currency: str
    into_coins: int
    into: str


class AmountsForm(forms.Form):
    """Reads fields of amounts, each in the currency of another field; `seen` is what was shown."""

    # {field of an amount: field of its currency}
    amounts: Mapping[str, str] = {}
    cleaned_data: dict[str, str | int]

    seen = forms.CharField(widget=forms.HiddenInput, required=False, strip=False)

    def clean(self) -> None:
        """Read each amount into whole coins."""
        super().clean()
        given = self.cleaned_data
        for name, currency in self.amounts.items():
            if name in given and currency in given:
                try:
                    given[name] = coins_of(str(given[name]), str(given[currency]))
                except RuleError as error:
                    add_rule_error(self, error, name)


def coins_of(text: str, code: str) -> int:
    """Return an amount in whole coins. RuleError for what is none, or finer than a coin."""
    if not text.strip():
        return 0
    coins = typed_amount(text, find_currency(code))
    if coins.denominator != 1:
        phrase = gettext("This amount is finer than the smallest coin. Round it.")
        raise RuleError("amount", phrase, "amount")
    return int(coins)


class FeeForm(AmountsForm):
    """Table money: how much, of a guest too, and whether a person or a table pays it."""

    amounts = {"amount": "currency", "guests": "currency"}

    amount = forms.CharField(
        label=gettext_lazy("Table money"),
        max_length=40,
        required=False,
        widget=plain(),
        help_text=gettext_lazy("Leave empty for none"),
    )
    guests = forms.CharField(
        label=gettext_lazy("Table money of a guest"),
        max_length=40,
        required=False,
        widget=plain(),
        help_text=gettext_lazy("Leave empty if guests pay the same"),
    )
    currency = forms.ChoiceField(label=gettext_lazy("Currency"), choices=ALL_CURRENCIES)
    per = forms.ChoiceField(label=gettext_lazy("Charged to"), choices=TableFee.Per.choices)

    @classmethod
    def of(cls, club: Club, given: Given | None) -> FeeForm:
        """Return the form with what stands now, or with what was typed."""
        fee = fee_of(club)
        initial = {"currency": club.currency, "per": TableFee.Per.PERSON, "amount": ""}
        if fee is not None:
            amount = show_amount(fee.amount, find_currency(fee.currency))
            initial = {"currency": fee.currency, "per": fee.per, "amount": amount}
            if fee.guest_amount is not None:
                initial["guests"] = show_amount(fee.guest_amount, find_currency(fee.currency))
        return cls(given, initial=initial)

    def clean_guests(self) -> str:
        """Remember whether a guest's amount was said at all: nothing is not the same as none."""
        said = str(self.cleaned_data["guests"])
        self.says_guests = bool(said.strip())
        return said

    @property
    def values(self) -> FeeValues:
        """What the form says, once it is right."""
        said = self.cleaned_data
        return {
            "amount": int(said["amount"]),
            "guests": int(said["guests"]) if self.says_guests else None,
            "currency": str(said["currency"]),
            "per": str(said["per"]),
        }


class RateForm(AmountsForm):
    """For how much in one coin so much in another is paid."""

    amounts = {"coins": "currency", "into_coins": "into"}

    coins = forms.CharField(
        label=gettext_lazy("Amount"),
        max_length=40,
        widget=plain(),
        error_messages={"required": gettext_lazy("Enter an amount, for example 1s.")},
    )
    currency = forms.ChoiceField(
        label=gettext_lazy("Currency of the amount"), choices=ALL_CURRENCIES
    )
    into_coins = forms.CharField(
        label=gettext_lazy("Is worth"),
        max_length=40,
        widget=plain(),
        error_messages={"required": gettext_lazy("Enter an amount, for example 1.00.")},
    )
    into = forms.ChoiceField(label=gettext_lazy("Currency it is paid in"), choices=ALL_CURRENCIES)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"currency": club.currency, "into": "EUR"})
        super().__init__(*args, **kwargs)

    @property
    def values(self) -> RateValues:
        """What the form says, once it is right."""
        said = self.cleaned_data
        return {
            "coins": int(said["coins"]),
            "currency": str(said["currency"]),
            "into_coins": int(said["into_coins"]),
            "into": str(said["into"]),
        }


# ---- Files that a page's form brings.


def why_no_file(request: ClubRequest, most: int) -> str:
    """Say why a form came without its file: none was chosen, or it was let go as too large.

    ``most`` is what the page takes, in bytes.
    """
    sent = int(request.META.get("CONTENT_LENGTH") or 0)
    if sent > settings.FILE_UPLOAD_MAX_MEMORY_SIZE:
        return said(too_large(most))
    return gettext("Choose a file first.")
