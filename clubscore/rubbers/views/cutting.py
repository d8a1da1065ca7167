"""A pack is cut, one person after the other: who is asked now, and what was drawn so far.

The same for seats, for who plays or goes out, and for the order of the seven. Cards that were
tapped are carried by the page until everyone has one. Each key sends "card", for example
"rank-12:K"; "uncard" takes a card back that was tapped.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.http import urlencode
from django.utils.translation import gettext_lazy

from clubscore.club.form_values import Given, text_of
from clubscore.club.models import Person
from clubscore.laws.cards import LOWEST, RANKS, CutLaw
from clubscore.laws.cards import SUITS_OF_CUTTING as SUITS

IN_WORDS = {
    "A": gettext_lazy("ace"),
    "J": gettext_lazy("jack"),
    "Q": gettext_lazy("queen"),
    "K": gettext_lazy("king"),
}


@dataclass(frozen=True)
class CardKey:
    """A rank to tap as it is printed, with its word for ears; or a suit by its sign."""

    value: str
    label: str = ""
    word: str = ""
    suit: str = ""


@dataclass(frozen=True)
class CardAsked:
    """Whose card is asked for: its rank, or only its suit where ranks are equal and suits count."""

    person: Person
    name: str
    keys: list[CardKey]

    @property
    def is_suit(self) -> bool:
        """Whether only the suit is asked for."""
        return bool(self.keys[0].suit)


@dataclass(frozen=True)
class Drawn:
    """Somebody who cuts: the cards so far, and the field of the one that was just tapped."""

    person: Person
    cards: list[str] = field(default_factory=list)
    tapped: str = ""
    is_asked: bool = False


@dataclass(frozen=True)
class Asking:
    """Where a round of cutting stands: whose card is asked for next, none once all have one."""

    asked: CardAsked | None
    drawn: list[Drawn]
    tapped: dict[str, str]

    @property
    def carried(self) -> str:
        """What was tapped in this round, as an address says it."""
        return urlencode(self.tapped)


def ask_cards(
    people: Sequence[Person],
    again: Sequence[int],
    rounds: Sequence[Mapping[int, str]],
    suits: Mapping[int, str],
    given: Given,
    *,
    law: CutLaw = LOWEST,
) -> Asking:
    """Return whose card is asked for next of those who cut (again), by what a page carries.

    `suits` are the ranks of those who only give the suit of the card they drew. A suit is shown
    only where the law of the cut asks for it.
    """
    names = {who: f"{'suit' if who in suits else 'rank'}-{who}" for who in again}
    tapped = {
        name: card
        for who, name in names.items()
        if (card := _tapped(given, name)) in tuple(SUITS if who in suits else RANKS)
    }
    by_key = {person.pk: person for person in people}
    left = [who for who in again if who in by_key and names[who] not in tapped]
    asked = CardAsked(by_key[left[0]], names[left[0]], _keys(left[0] in suits)) if left else None
    drawn = []
    for person in people:
        name = names.get(person.pk, "")
        cards = [_shown(cards[person.pk], law) for cards in rounds if person.pk in cards]
        if name in tapped:
            cards.append(tapped[name])
        elif person.pk in again:
            cards.append("")
        is_asked = asked is not None and person == asked.person
        drawn.append(Drawn(person, cards, name if name in tapped else "", is_asked))
    return Asking(asked, drawn, tapped)


def _shown(card: str, law: CutLaw) -> str:
    return card if law.suits else card[:1]


def _tapped(given: Given, name: str) -> str:
    """Return the card in a field, or the one that was tapped for it just now; none taken back."""
    if text_of(given, "uncard") == name:
        return ""
    field_name, _colon, card = text_of(given, "card").partition(":")
    return card if field_name == name else text_of(given, name)


def _keys(is_suit: bool) -> list[CardKey]:
    if is_suit:
        return [CardKey(each, suit=each.lower()) for each in reversed(SUITS)]
    return [
        CardKey(rank, "10" if rank == "T" else rank, str(IN_WORDS.get(rank, ""))) for rank in RANKS
    ]


def cards_tapped(asking: Asking, suits: Mapping[int, str]) -> dict[int, str]:
    """Return the cards of a round of which everyone has one: {person: card}."""
    cards = {}
    for name, card in asking.tapped.items():
        who = int(name.rpartition("-")[2])
        cards[who] = suits[who] + card if who in suits else card
    return cards
