"""What a club of a country usually has: its money, its paper, its time, its games."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubscore.club.models import Club

A4, LETTER = Club.Paper.A4, Club.Paper.LETTER
HOURS_24, HOURS_12 = Club.Hours.HOURS_24, Club.Hours.HOURS_12
# Keys of games, as `laws.games` has them: for four, three and two.
TODAYS = ("rubber-bridge", "chicago", "auction", "cut-throat", "double-dummy")
LONDONS = ("rubber-bridge", "chicago", "auction", "straight-bridge", "cut-throat")


class Country(NamedTuple):
    """What a new club is offered; `old_money`: also pounds, shillings and pence."""

    name: Promise
    currency: str
    time_zone: str
    paper: str = A4
    old_money: bool = False
    hours: str = HOURS_24
    games: tuple[str, ...] = TODAYS


COUNTRIES: Mapping[str, Country] = {
    "AR": Country(_("Argentina"), "ARS", "America/Argentina/Buenos_Aires"),
    "AU": Country(_("Australia"), "AUD", "Australia/Sydney", hours=HOURS_12),
    "AT": Country(_("Austria"), "EUR", "Europe/Vienna"),
    "BE": Country(_("Belgium"), "EUR", "Europe/Brussels"),
    "BR": Country(_("Brazil"), "BRL", "America/Sao_Paulo"),
    "CA": Country(_("Canada"), "CAD", "America/Toronto", LETTER, hours=HOURS_12),
    "CN": Country(_("China"), "CNY", "Asia/Shanghai"),
    "CZ": Country(_("Czechia"), "CZK", "Europe/Prague"),
    "DK": Country(_("Denmark"), "DKK", "Europe/Copenhagen"),
    "EG": Country(_("Egypt"), "EGP", "Africa/Cairo", hours=HOURS_12),
    "FI": Country(_("Finland"), "EUR", "Europe/Helsinki"),
    "FR": Country(_("France"), "EUR", "Europe/Paris"),
    "DE": Country(_("Germany"), "EUR", "Europe/Berlin"),
    "GR": Country(_("Greece"), "EUR", "Europe/Athens"),
    "HU": Country(_("Hungary"), "HUF", "Europe/Budapest"),
    "IS": Country(_("Iceland"), "ISK", "Atlantic/Reykjavik"),
    "IN": Country(_("India"), "INR", "Asia/Kolkata", hours=HOURS_12),
    "IE": Country(_("Ireland"), "EUR", "Europe/Dublin", old_money=True, games=LONDONS),
    "IL": Country(_("Israel"), "ILS", "Asia/Jerusalem"),
    "IT": Country(_("Italy"), "EUR", "Europe/Rome"),
    "JP": Country(_("Japan"), "JPY", "Asia/Tokyo"),
    "NL": Country(_("Netherlands"), "EUR", "Europe/Amsterdam"),
    "NZ": Country(_("New Zealand"), "NZD", "Pacific/Auckland", hours=HOURS_12),
    "NO": Country(_("Norway"), "NOK", "Europe/Oslo"),
    "PL": Country(_("Poland"), "PLN", "Europe/Warsaw"),
    "PT": Country(_("Portugal"), "EUR", "Europe/Lisbon"),
    "ZA": Country(_("South Africa"), "ZAR", "Africa/Johannesburg"),
    "ES": Country(_("Spain"), "EUR", "Europe/Madrid"),
    "SE": Country(_("Sweden"), "SEK", "Europe/Stockholm"),
    "CH": Country(_("Switzerland"), "CHF", "Europe/Zurich"),
    "TR": Country(_("Turkey"), "TRY", "Europe/Istanbul"),
    "GB": Country(_("United Kingdom"), "GBP", "Europe/London", old_money=True, games=LONDONS),
    "US": Country(_("United States"), "USD", "America/New_York", LETTER, hours=HOURS_12),
}


def country_at(time_zone: str) -> str:
    """Return the key of the country whose time this is, that of the United Kingdom for others."""
    return next((key for key, each in COUNTRIES.items() if each.time_zone == time_zone), "GB")
