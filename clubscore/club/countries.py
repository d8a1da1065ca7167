"""What a club of a country usually has: its money, its paper, its time, its games."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from clubscore.club.models import Club
from clubscore.data_files import DataTable, table_of

FILE = Path(__file__).with_name("countries.toml")
# The fields of the file that are texts for a reader.
SHOWN = frozenset(("name",))
# Keys of games, as `laws.games` has them: for four, three and two.
TODAYS = ("rubber-bridge", "chicago", "auction", "cut-throat", "double-dummy")


class Country(NamedTuple):
    """What a new club is offered; `old_money`: also pounds, shillings and pence."""

    name: Promise
    currency: str
    time_zone: str
    paper: str
    old_money: bool
    hours: str
    games: tuple[str, ...]


@cache
def countries() -> Mapping[str, Country]:
    """Return every country by its key, in the order of the file. Raises WrongData."""
    return {key: read_country(each) for key, each in table_of(FILE).tables_by_name().items()}


def read_country(table: DataTable) -> Country:
    """Return what a file says of a country. Raises WrongData."""
    made = Country(
        gettext_lazy(table.text("name")),
        table.text("currency"),
        table.text("time_zone"),
        table.one_of("paper", {each.value: each for each in Club.Paper}, Club.Paper.A4),
        table.is_so("old_money"),
        table.one_of("hours", {each.value: each for each in Club.Hours}, Club.Hours.HOURS_24),
        table.listed_texts("games") or TODAYS,
    )
    table.done()
    return made


def country_at(time_zone: str) -> str:
    """Return the key of the country whose time this is, that of the United Kingdom for others."""
    return next((key for key, each in countries().items() if each.time_zone == time_zone), "GB")
