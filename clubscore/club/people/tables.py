"""The list of people as a table that sorts and pages."""

import django_tables2 as tables
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from clubscore.club.access import Actor
from clubscore.club.models import Person
from clubscore.club.people.selectors import with_number
from clubscore.club.wording.figures import speak_amount
from clubscore.laws.money import Currency
from clubscore.ranking.member_numbers import KNOWN, label_of_scheme

A_PAGE = 25  # rows
# An account: its page, its name, and its coins by currency.
AccountRow = dict[str, str | int]


class PeopleTable(tables.Table):
    """Names and short names for all; numbers and e-mail for those who keep the list.

    To a director of a club of a federation it shows the numbers there too.
    """

    name = tables.Column(verbose_name=_("Name"))
    short_name = tables.Column(verbose_name=_("On the pad"))
    number = tables.Column(verbose_name=_("Number"), default="")
    kind = tables.Column(verbose_name=_("Status"))
    email = tables.Column(verbose_name=_("E-mail"), default="")

    class Meta:
        model = Person
        fields = ("name", "short_name", "number", "kind", "email")
        order_by = "name"

    caption = _("Members and guests")

    def __init__(self, people: QuerySet[Person], *, actor: Actor) -> None:
        theirs = actor.home.federation
        hidden = ("email",) if actor.is_scorer else ("email", "number")
        if actor.is_director and theirs in KNOWN:
            column = tables.Column(verbose_name=label_of_scheme(theirs), default="")
            super().__init__(
                with_number(people, theirs),
                extra_columns=[("federation_number", column)],
                sequence=("name", "short_name", "number", "federation_number", "..."),
            )
        else:
            super().__init__(people, exclude=() if actor.is_director else hidden)
        self.actor = actor

    def render_name(self, value: str, record: Person) -> str:
        """Lead to the person's page, where the reader may open it."""
        own = self.actor.person is not None and self.actor.person.pk == record.pk
        if not (own or self.actor.is_scorer):
            return value
        return format_html('<a href="{}">{}</a>', reverse("person", args=[record.pk]), value)


class AccountsTable(tables.Table):
    """Every account with its balances, a column a currency."""

    name = tables.Column(verbose_name=_("Account"))
    caption = _("All accounts")

    class Meta:
        order_by = "name"

    @classmethod
    def of(cls, rows: list[AccountRow], currencies: list[Currency]) -> "AccountsTable":
        """Return the table of these balances."""
        columns = [(each.code, BalanceColumn(each)) for each in currencies]
        return cls(rows, extra_columns=columns)

    def render_name(self, value: str, record: AccountRow) -> str:
        """Lead to the account."""
        return format_html('<a href="{}">{}</a>', record["page"], value)


class BalanceColumn(tables.Column):
    """Coins of one currency, as they are spoken."""

    def __init__(self, currency: Currency) -> None:
        attrs = {"th": {"class": "num"}, "td": {"class": "num nowrap"}}
        super().__init__(verbose_name=currency.code, attrs=attrs)
        self.currency = currency

    def render(self, value: int) -> str:
        """Speak the amount; nothing is left empty."""
        return speak_amount(value, self.currency) if value else ""
