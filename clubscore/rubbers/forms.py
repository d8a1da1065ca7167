"""Forms of what a card table agrees on: names and seats, laws and stake, bets, and the seven."""

import json
import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubscore.club.entry import Given
from clubscore.club.models import Club, Person
from clubscore.club.name_questions import AsksAboutNames, tidy
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.house_rules import resolve_rules
from clubscore.laws.settlement import Stakes
from clubscore.laws.seven import GAME, PLAYERS, SEVEN_RULES, TABLES
from clubscore.laws.words import gettext_noop
from clubscore.rubbers.models import CardTable, RulesKept
from clubscore.rubbers.seating import Agreement, LineUp
from clubscore.rubbers.seven import TableOffered, TwoTables, packs_of, tables_offered, two_proposed
from clubscore.rubbers.stakes import ROUNDS, Laws, laws_offered, offered, read_stake, usual_of
from clubscore.web.forms import (
    Among,
    GuestForm,
    LineField,
    OneOf,
    PageForm,
    People,
    SomeOf,
    TextField,
    WholeField,
    coins_of,
)

# The laws whose rules the page has shown: a field by this name.
SHOWN = "preset-shown"


class AgreementForm(PageForm):
    """Laws and stake, as a table agrees on them. What is left out is the club's usual."""

    preset = TextField(id="laws")
    love = TextField()
    stake = TextField(strip=True)
    advised = TextField(strip=True)
    round = Among(ROUNDS)

    def __init__(self, given: Given, *, club: Club, game: Game) -> None:
        super().__init__(given)
        self.club, self.game = club, game
        self.fields[SHOWN] = TextField()
        for rule in game.codes.house_rules:
            self.fields[f"rule-{rule.key}"] = TextField()

    @cached_property
    def offers(self) -> list[Laws]:
        """The laws to choose from."""
        return laws_offered(self.club, self.game)

    @property
    def rules(self) -> RulesKept:
        """The rules that are chosen: a preset of the book, and what differs from it.

        Where other laws are chosen than the page has shown the rules of, only a rule that was
        changed is carried over to them.
        """
        known = {laws.value: laws.rules for laws in self.offers}
        chosen = known.get(self.words_of("preset"))
        if chosen is None:
            # None was chosen, or one of the game that stood here before.
            return usual_of(self.club, self.game)[0]
        rules = dict(chosen)
        base = resolve_rules(self.game, chosen)
        seen = resolve_rules(self.game, known.get(self.words_of(SHOWN), chosen))
        book = resolve_rules(self.game, {"preset": base.preset.key})
        for rule in self.game.codes.house_rules:
            typed = self.words_of(f"rule-{rule.key}")
            by_text = {str(value): value for value in offered(rule, seen[rule.key])}
            if typed not in by_text or by_text[typed] == seen[rule.key]:
                continue
            rules[rule.key] = by_text[typed]
            if rules[rule.key] == book[rule.key]:
                del rules[rule.key]
        return rules

    @property
    def stake_words(self) -> str:
        """The stake in the words of the form, else the club's usual.

        One that the game's source advises, where it was tapped, goes before what was typed.
        """
        if self.words_of("love"):
            return _("for love")
        return (
            self.words_of("advised") or self.words_of("stake") or usual_of(self.club, self.game)[1]
        )

    @property
    def rounding(self) -> str:
        """How differences count, by the form or the law: exact, ten or hundred."""
        return self.words_of("round") or self.game.settling.usual_round or "exact"

    @property
    def agreement(self) -> Agreement:
        """What the form agrees on. RuleError naming "stake" or the rule for what cannot be."""
        rules = self.rules
        resolve_rules(self.game, rules)
        stakes = read_stake(self.club, self.stake_words, self.rounding)
        return Agreement(self.game.key, rules, stakes.to_dict() if stakes else None)


class UsualLawsForm(AgreementForm):
    """What the club usually plays a game with; laws kept under a name, or taken away."""

    away = WholeField()
    own_name = TextField()
    own_seen = TextField()

    def __init__(self, given: Given, *, club: Club, game: Game) -> None:
        super().__init__(given, club=club, game=game)
        self.fields["seen"] = TextField()

    @property
    def seen(self) -> Unverified:
        """What stood there when the page was made; something else where that cannot be read."""
        text = self.words_of("seen")
        try:
            seen: object = json.loads(text)
        except (ValueError, RecursionError):
            seen = None
        return seen if isinstance(seen, dict) else {"seen": text}


class SitDownForm(GuestForm):
    """Who sits down, of `n`, comes or goes; the page finds people by `q`, and adds guests."""

    n = TextField()
    q = TextField(strip=True)


class SittingForm(SitDownForm):
    """Who sits down at a new table: whoever was looked for and is not here is added as a guest."""

    guest = TextField(strip=True, id="q")


class OpeningForm(AgreementForm):
    """A table that is opened: who sits down, where, and how it goes on, seats or cards first.

    `later` are those who sit down at the next table, once this one is open.
    """

    table = WholeField()

    def __init__(self, given: Given, *, club: Club, game: Game) -> None:
        super().__init__(given, club=club, game=game)
        self.fields["who"] = People(club)
        self.fields["later"] = People(club)

    @property
    def people(self) -> list[Person]:
        """Who sits down, in the order in which they were tapped."""
        return self.people_of("who")

    @property
    def later(self) -> list[Person]:
        """Who sits down at the next table."""
        return self.people_of("later")


class SeatsForm(PageForm):
    """Who sits where, who deals, and with which pack."""

    pack = TextField()

    def __init__(self, given: Given, *, game: Game, people: Sequence[Person]) -> None:
        super().__init__(given)
        self.game, self.people = game, list(people)
        for seat in game.seats:
            self.fields[f"seat-{seat}"] = OneOf(people, id=f"ask-seat-{seat}")
        self.fields["dealer"] = OneOf(people, id="ask-dealer")

    @property
    def line_up(self) -> LineUp:
        """The seats that were taken; whoever deals sits somewhere, or nobody deals yet."""
        chosen = {seat: self.person_of(f"seat-{seat}") for seat in self.game.seats}
        seats = {seat: person for seat, person in chosen.items() if person is not None}
        dealer, pack = self.person_of("dealer"), self.words_of("pack")[:20]
        deals = [seat for seat, person in seats.items() if person == dealer]
        return LineUp(seats=seats, dealer=deals[-1] if deals else "", accounts={}, pack=pack)


class SubstituteForm(PageForm):
    """Who of `people` takes over which seat, whose money it is, and what becomes of who sat."""

    seat = TextField()
    money = TextField()
    then = TextField()

    def __init__(self, given: Given, *, people: Sequence[Person]) -> None:
        super().__init__(given)
        self.people = list(people)
        self.fields["who"] = OneOf(people, id="ask-who")

    def clean_who(self) -> Person:
        """Return who takes the seat."""
        who = self.person_of("who")
        if who is None:
            raise ValidationError(_("Choose who takes the seat."))
        return who


class WhoPlaysForm(PageForm):
    """Who of a table offers to go out, or plays, and by whose word; `step` is where it stood."""

    how = TextField()
    step = WholeField()

    def __init__(self, given: Given, *, people: Sequence[Person]) -> None:
        super().__init__(given)
        self.everybody = list(people)
        self.fields["who"] = SomeOf(people)

    @property
    def people(self) -> list[Person]:
        """Who was chosen, in the order in which `people` came."""
        chosen = self.people_of("who")
        return [person for person in self.everybody if person in chosen]


class ReasonForm(PageForm):
    """Why something is undone: a rubber of `part` broken off, a table opened again or void."""

    part = WholeField()
    reason = TextField(strip=True, most=200)


class BesideForm(PageForm):
    """What two people at a table agree on beside its stake. `what` names the page's own form."""

    what = ""

    def __init__(self, given: Given, *, club: Club, people: Sequence[Person]) -> None:
        super().__init__(given)
        self.club = club
        for name in ("one", "other"):
            self.fields[name] = OneOf(people, id=f"{self.what}-{name}")

    def person(self, name: str) -> Person:
        """Return who is meant. RuleError where that is nobody at the table."""
        person = self.person_of(name)
        if person is None:
            raise RuleError("choice", gettext_noop("Choose a player at this table."), name)
        return person


class OwnStakeForm(BesideForm):
    """A stake of somebody's own, with another or with everybody; none for the table's again."""

    what = "stake"

    stake = TextField(strip=True, id="stake-stake")

    @property
    def other(self) -> Person | None:
        """With whom; None for everybody."""
        return self.person_of("other")

    @property
    def stakes(self) -> Stakes | None:
        """The stake. RuleError for words that are none."""
        words = self.words_of("stake")
        return read_stake(self.club, words, "exact") if words else None


class BetForm(BesideForm):
    """A bet of two people: on what, and how much."""

    what = "bet"

    amount = TextField(strip=True, id="bet-amount")
    words = LineField(most=120)

    @property
    def currency(self) -> str:
        """The currency of the bet. Shillings have no decimals: 0.50 is pounds of today."""
        is_decimal = self.club.currency == "LSD" and re.search(r"\d\.\d", self.words_of("amount"))
        return "GBP" if is_decimal else self.club.currency

    @property
    def coins(self) -> int:
        """The amount in smallest coins. RuleError for what is none."""
        return coins_of(self.words_of("amount"), self.currency)


class DecidedForm(PageForm):
    """Who won a bet; nobody where it is called off."""

    bet = WholeField()

    def __init__(self, given: Given, *, people: Sequence[Person]) -> None:
        super().__init__(given)
        self.fields["winner"] = OneOf(people)

    @property
    def winner(self) -> Person | None:
        """Who won."""
        return self.person_of("winner")


# The keys that are pressed before both tables are opened.
BEFORE = ("draw", "card", "uncard", "read", "afresh")


class SevenForm(AsksAboutNames, AgreementForm):
    """What seven agree on besides: the places of the book, both tables, the rules of the seven."""

    def __init__(self, given: Given, *, club: Club, people: Sequence[Person]) -> None:
        super().__init__(given, club=club, game=GAME)
        self.people = list(people)
        for number in range(PLAYERS):
            self.fields[f"place-{number}"] = OneOf(people)
        for number in TABLES:
            self.fields[f"name-{number}"] = LineField(most=40)
            self.fields[f"other-{number}"] = LineField(most=40)
        for rule in SEVEN_RULES:
            self.fields[f"rule-{rule.key}"] = TextField()

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
        """The two tables, with their names and own packs, and the rules of the seven."""
        said = self.words_of
        names = (said("name-1") or said("other-1"), said("name-2") or said("other-2"))
        packs = packs_of(self.offered, names)
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
