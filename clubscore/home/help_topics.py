"""The texts of the help, read from help.toml: what each family of pages says of itself."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from clubscore.club.models import Club
from clubscore.data_files import DataTable, table_of
from clubscore.web.hooks import may_be_opened

FILE = Path(__file__).with_name("help.toml")
# The fields of the file that are texts for a reader.
SHOWN = frozenset(("title", "says", "law", "page_title"))


class Topic(NamedTuple):
    """The help of a family of pages: its title, sentences, law (empty where none), and a page.

    `pages` are the names of the addresses that it is about.
    """

    title: Promise
    says: tuple[Promise, ...]
    page: str
    page_title: Promise
    law: str | Promise
    pages: tuple[str, ...]


@cache
def topics() -> Mapping[str, Topic]:
    """Return every help by its key, in the order of the file. Raises WrongData."""
    table = table_of(FILE)
    return {key: _topic(each) for key, each in table.tables_by_name().items()}


def _topic(table: DataTable) -> Topic:
    law = table.text("law", "")
    made = Topic(
        gettext_lazy(table.text("title")),
        tuple(gettext_lazy(text) for text in table.listed("says")),
        table.text("page"),
        gettext_lazy(table.text("page_title")),
        gettext_lazy(law) if law else "",
        tuple(table.listed("pages")),
    )
    table.done()
    return made


@cache
def topic_of_address(name: str) -> str:
    """Return the key of the help of the page with this address, "" where it has none."""
    return next((key for key, topic in topics().items() if name in topic.pages), "")


def topics_for(club: Club | None) -> Mapping[str, Topic]:
    """Return the help of all pages but those of extras that a club does not use."""
    return {
        key: topic
        for key, topic in topics().items()
        if not topic.pages or any(may_be_opened(name, club) for name in topic.pages)
    }
