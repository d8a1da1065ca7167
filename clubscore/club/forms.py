"""Forms of the club's pages. They check what one field can say; services check the rest."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubscore.club import clubs
from clubscore.club.countries import Country
from clubscore.club.models import Club, Membership, Person, Role
from clubscore.club.naming.asking_about_names import AsksAboutNames, names_at
from clubscore.club.people import services
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said
from clubscore.laws.errors import RuleError
from clubscore.laws.games import GAMES
from clubscore.laws.money import CURRENCIES, LSD

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
    hours = forms.ChoiceField(label=_("Clock"), choices=Club.Hours.choices, required=False)
    pad_heads = forms.ChoiceField(
        label=_("Heads of blank score pads"),
        choices=Club.PadHeads.choices,
        required=False,
        help_text=_("Pads have said We and They since about 1914; before, they had names"),
    )
    federation = forms.ChoiceField(
        label=_("Federation"),
        choices=Club.Federation.choices,
        required=False,
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

    def clean_hours(self) -> str:
        """Return the clock; a page of before asked for none, and it stays."""
        return str(self.cleaned_data["hours"]) or self.instance.hours

    def clean_pad_heads(self) -> str:
        """Return the heads of pads; a page of before asked for none, and they stay."""
        return str(self.cleaned_data["pad_heads"]) or self.instance.pad_heads

    def clean_federation(self) -> str:
        """Return the federation; a page of before asked for none, and it stays."""
        return str(self.cleaned_data["federation"]) or self.instance.federation

    def clean_federation_number(self) -> str:
        """Return the club's number there; a page of before asked for none, and it stays."""
        asked = self.add_prefix("federation_number") in self.data
        number: str = self.cleaned_data["federation_number"]
        return number if asked else self.instance.federation_number

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
        """Return the founder's name; one who gives none is called as until now."""
        return str(self.cleaned_data["founder"] or self.initial["founder"])

    @property
    def settings(self) -> dict[str, object]:
        """Return the fields of the club: what was not asked for is as the country has it."""
        given = self.cleaned_data
        chosen = {name: given[name] or getattr(self.country, name) for name in PROPOSED}
        chosen["usual_games"] = list(chosen.pop("games"))
        # A page of before asked nothing about money: there a club played for it.
        return chosen | {"plays_for_money": given["money"] != NO, "set_up_done": 1}


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
