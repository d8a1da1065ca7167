"""The form of what seven agree on when they sit down at two tables."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubscore.club.form_values import Given
from clubscore.club.models import Club, Person
from clubscore.club.naming.asking_about_names import AsksAboutNames, tidy
from clubscore.laws.errors import RuleError
from clubscore.laws.seven import GAME, PLAYERS, SEVEN_RULES, TABLES
from clubscore.laws.words import gettext_noop
from clubscore.rubbers.models import CardTable
from clubscore.rubbers.models.kept_data import RulesKept
from clubscore.rubbers.seven.sitting_down import (
    TableOffered,
    TwoTables,
    packs_of,
    tables_offered,
    two_proposed,
)
from clubscore.rubbers.sitting.forms import AgreementForm
from clubscore.tableside.page_form import Line, OneOf, PageForm, SomeOf, Words

# The keys that are pressed before both tables are opened.
BEFORE = ("draw", "by_hand", "card", "uncard", "read", "afresh")


class SevenForm(AsksAboutNames, AgreementForm):
    """What seven agree on besides: the places of the book, both tables, the rules of the seven."""

    def __init__(self, given: Given, *, club: Club, people: Sequence[Person]) -> None:
        super().__init__(given, club=club, game=GAME)
        self.people = list(people)
        for number in range(PLAYERS):
            self.fields[f"place-{number}"] = OneOf(people)
        for number in TABLES:
            self.fields[f"name-{number}"] = Line(most=40)
            self.fields[f"other-{number}"] = Line(most=40)
            self.fields[f"pack-{number}"] = Words()
        for rule in SEVEN_RULES:
            self.fields[f"rule-{rule.key}"] = Words()

    def asks_about(self) -> Iterable[str]:
        """Return the names of the tables, once they are opened."""
        before = any(self.sends(key) for key in BEFORE)
        fields = [f"{field}-{number}" for number in TABLES for field in ("name", "other")]
        return () if before else fields

    def stands_as(self, field: str) -> str:
        """Return the name where a table of the club bears it already."""
        typed = tidy(self.typed(field))
        known = CardTable.objects.filter(club=self.club, name=typed)
        return typed if known.exists() else ""

    @property
    def tables(self) -> TwoTables:
        """The two tables, with their names and packs, and the rules of the seven.

        A page of before asks for the packs; else each table plays with its own.
        """
        said = self.words_of
        names = (said("name-1") or said("other-1"), said("name-2") or said("other-2"))
        own = packs_of(self.offered, names)
        packs = (said("pack-1") or own[0], said("pack-2") or own[1])
        rules: RulesKept = {
            rule.key: self.typed(f"rule-{rule.key}", str(rule.default)) for rule in SEVEN_RULES
        }
        return TwoTables(names, packs, rules)

    @cached_property
    def offered(self) -> list[TableOffered]:
        """The tables to choose from."""
        return tables_offered(self.club)

    @property
    def chosen(self) -> tuple[str, str]:
        """The names of the two tables that are chosen; nothing for another name."""
        one, two = two_proposed(self.offered)
        return self.typed("name-1", one.name), self.typed("name-2", two.name)

    @property
    def in_places(self) -> list[Person]:
        """The people in the order of the book. RuleError where one has two places, or none."""
        chosen = [self.person_of(f"place-{number}") for number in range(PLAYERS)]
        found = [person for person in chosen if person is not None]
        for number, person in enumerate(chosen):
            if person is None or found.count(person) > 1:
                phrase = gettext_noop(
                    "Each of the seven has one seat. Choose a different player here."
                )
                raise RuleError("two-seats", phrase, f"place-{number}")
        return found


class ExchangeForm(PageForm):
    """Which two of the seven sit in each other's place."""

    def __init__(self, given: Given, *, people: Sequence[Person]) -> None:
        super().__init__(given)
        self.fields["who"] = SomeOf(people, id="ask-swap")

    def clean_who(self) -> list[Person]:
        """Return the two."""
        chosen = self.people_of("who")
        if len(chosen) != 2:
            raise ValidationError(_("Choose the two who change places."))
        return chosen


class LeaverForm(PageForm):
    """Which of the seven leaves."""

    def __init__(self, given: Given, *, people: Sequence[Person]) -> None:
        super().__init__(given)
        self.fields["who"] = OneOf(people, id="ask-leaves")

    def clean_who(self) -> Person:
        """Return who leaves."""
        who = self.person_of("who")
        if who is None:
            raise ValidationError(_("Choose who leaves."))
        return who
