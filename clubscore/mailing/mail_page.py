"""What the club's page of mail shows its director: the set-up, the letters, who gets them."""

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from django.conf import settings
from django.db.models import Count, Q

from clubscore.club.models import Club
from clubscore.mailing.imported_cards import ToMail, recent_imports
from clubscore.mailing.letter_words import what, why
from clubscore.mailing.mail_server import is_set_up
from clubscore.mailing.models import Letter, Subscription
from clubscore.mailing.reaching import can_be_reached, is_public
from clubscore.mailing.subscribing import good_subscriptions
from clubscore.tableside.problems import Problem

MOST_SHOWN = 50
State = Letter.State
CAN_AGAIN = (State.FAILED, State.UNCLEAR)


class LetterRow(NamedTuple):
    """A letter as the page shows it."""

    letter: Letter
    what: str
    why: str
    can_again: bool


class Counts(TypedDict):
    """How many letters wait, went out, failed, or may have been sent."""

    waiting: int
    sent: int
    failed: int
    unclear: int


class Subscriber(NamedTuple):
    """Who asked for mail, and whether letters go to them now."""

    subscription: Subscription
    is_good: bool


class MailPage(TypedDict):
    """What the page shows; `left` is how many letters this server may still send this hour."""

    is_set_up: bool
    can_be_reached: bool
    is_public: bool
    server: str
    sender: str
    hourly: int
    left: int
    counts: Counts
    rows: Sequence[LetterRow]
    subscribers: Sequence[Subscriber]
    imports: Sequence[ToMail]
    key: str
    problems: Sequence[Problem]


def letters_of(club: Club) -> list[LetterRow]:
    """Return a club's newest letters. One query."""
    found = Letter.objects.filter(club=club).select_related("person", "event").order_by("-pk")
    return [
        LetterRow(each, what(each), why(each), each.state in CAN_AGAIN)
        for each in found[:MOST_SHOWN]
    ]


def counts_of(club: Club) -> Counts:
    """Return how many of a club's letters stand where. One query."""
    states = {
        "waiting": (State.WAITING, State.SENDING),
        "sent": (State.SENT,),
        "failed": (State.FAILED,),
        "unclear": (State.UNCLEAR,),
    }
    counted: dict[str, int] = Letter.objects.filter(club=club).aggregate(
        **{name: Count("pk", filter=Q(state__in=these)) for name, these in states.items()}
    )
    return {
        "waiting": counted["waiting"],
        "sent": counted["sent"],
        "failed": counted["failed"],
        "unclear": counted["unclear"],
    }


def subscribers_of(club: Club) -> list[Subscriber]:
    """Return who of a club asked for mail, by name. Two queries."""
    good = set(good_subscriptions().filter(club=club).values_list("pk", flat=True))
    asked = Subscription.objects.filter(club=club).select_related("person")
    return [Subscriber(each, each.pk in good) for each in asked.order_by("person__name", "pk")]


def mail_page(club: Club, *, left: int, key: str, problems: Sequence[Problem] = ()) -> MailPage:
    """Return what the page shows. Eight queries at most."""
    return {
        "is_set_up": is_set_up(),
        "can_be_reached": can_be_reached(),
        "is_public": is_public(),
        "server": settings.EMAIL_HOST,
        "sender": settings.CLUBSCORE_MAIL_FROM,
        "hourly": settings.CLUBSCORE_MAIL_HOURLY,
        "left": left,
        "counts": counts_of(club),
        "rows": letters_of(club),
        "subscribers": subscribers_of(club),
        "imports": recent_imports(club) if is_set_up() else [],
        "key": key,
        "problems": problems,
    }
