"""The page on which a part is paid, or all of it in another coin."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.access import ClubRequest
from clubscore.club.entry import new_key
from clubscore.club.ledger import parties
from clubscore.club.models import Club
from clubscore.club.payments import Handed, rate_between, rates_of, read_handed
from clubscore.club.wording import speak_amount, typed_amount
from clubscore.laws.errors import RuleError
from clubscore.laws.money import find_currency, round_coins
from clubscore.web.forms import add_rule_error, plain, problems_of


class PartForm(forms.Form):
    """How much was handed over, in which coin. The line it belongs to stands in hidden fields."""

    part = forms.CharField(
        label=gettext_lazy("Amount paid"),
        max_length=40,
        required=False,
        widget=plain(),
        help_text=gettext_lazy("Leave empty for all of it"),
    )
    coin = forms.ChoiceField(label=gettext_lazy("Paid in"), required=False)
    # The key that pays half, in the coin that is chosen.
    half = forms.BooleanField(required=False, widget=forms.HiddenInput)

    cleaned_data: dict[str, str | int | None]

    def __init__(self, *args: Any, line: Handed, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.line, self.club = line, club
        self.coins = {line.currency: line.owed}
        for rate in rates_of(club.pk):
            for code in (rate.currency, rate.into):
                found = rate_between(club.pk, line.currency, code)
                if found is not None:
                    self.coins[code] = round_coins(line.owed * found)
        self.fields["coin"].choices = [  # type: ignore[attr-defined]
            (code, speak_amount(owed, find_currency(code))) for code, owed in self.coins.items()
        ]

    @classmethod
    def of(cls, request: ClubRequest, club: Club) -> "PartForm":
        """Return the form for the line that a page leads here with."""
        given = request.POST if request.method == "POST" else request.GET
        line = read_handed(given)
        try:
            find_currency(line.currency)
        except RuleError:
            line = Handed(line.payer, line.payee, club.currency, line.owed)
        return cls(request.POST if request.method == "POST" else None, line=line, club=club)

    def clean(self) -> None:
        """Read the amount in the coin that it is said in."""
        super().clean()
        given = self.cleaned_data
        coin = str(given.get("coin") or self.line.currency)
        if "part" in given and coin in self.coins:
            try:
                is_half, typed = bool(given.get("half")), str(given["part"])
                given["coins"] = self.half_of(coin) if is_half else self._coins(typed, coin)
            except RuleError as error:
                add_rule_error(self, error, "part")

    def half_of(self, coin: str) -> int:
        """Return half of what is owed, in the smallest coin; of an odd one the greater half."""
        return (self.coins[coin] + 1) // 2

    def _coins(self, text: str, coin: str) -> int | None:
        if not text.strip():
            return None
        currency, most = find_currency(coin), self.coins[coin]
        coins = typed_amount(text, currency)
        if coins.denominator != 1 or not 0 < coins <= most:
            phrase = _("Enter an amount up to %(most)s, which is what is owed.")
            raise RuleError("amount", phrase, "part", most=speak_amount(most, currency))
        return int(coins)

    @property
    def handed(self) -> Handed:
        """What was handed over, once the form is right."""
        line, coins = self.line, self.cleaned_data["coins"]
        coin = str(self.cleaned_data.get("coin") or line.currency)
        amount = coins if isinstance(coins, int) else None
        return Handed(line.payer, line.payee, line.currency, line.owed, amount, coin)


def part_page(
    request: ClubRequest, form: PartForm, back: str, pk: int | None = None
) -> HttpResponse:
    """Show the form, with what was typed and what would be right."""
    line = form.line
    people = parties([line.payer, line.payee])
    payer, payee = people.get(line.payer), people.get(line.payee)
    ours = all(getattr(each, "club_id", form.club.pk) == form.club.pk for each in (payer, payee))
    context = {
        "form": form,
        "problems": problems_of(form),
        "payer": payer if ours else None,
        "payee": payee if ours else None,
        "owed": speak_amount(line.owed, find_currency(line.currency)),
        "half": speak_amount(form.half_of(line.currency), find_currency(line.currency)),
        "line": {"payer": line.payer, "payee": line.payee, "currency": line.currency,
                 "amount": line.owed},
        "back": back,
        "pk": pk,
        "key": new_key(),
    }  # fmt: skip
    return render(request, "club/part_paid.html", context, status=422 if form.errors else 200)
