"""Forms for the club's terms of money: table money and rates, said as people say amounts."""

from collections.abc import Mapping
from typing import Any, TypedDict

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.accounts.table_money import fee_of
from clubscore.club.form_values import Given
from clubscore.club.forms import add_rule_error, plain
from clubscore.club.models import Club, TableFee
from clubscore.club.wording.figures import typed_amount
from clubscore.laws.errors import RuleError
from clubscore.laws.money import CURRENCIES, find_currency, show_amount

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
        phrase = _("This amount is finer than the smallest coin. Round it.")
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
    def of(cls, club: Club, given: Given | None) -> "FeeForm":
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
