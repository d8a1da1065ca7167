"""Which letters are due, and how each is written when its turn comes, from what holds then.

Each is asked for once, by its key. Whoever confirms an address later gets nothing of before.
Cards of an imported event are mailed only where a director asks for it.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused
from clubscore.club.models import Club, EveningGazette, Person, evening_of
from clubscore.club.templatetags.clubscore import day_and_time
from clubscore.club.wording import full_date
from clubscore.events.models import Entry, Event, TeamMember, ToldPlayer
from clubscore.extras.gazette.evening import EveningPaper, paper_for_reader
from clubscore.extras.mail.letters import (
    EventRead,
    LetterText,
    addressed,
    card_letter,
    confirm_address,
    events_that_may_be_mailed,
    events_to_mail,
    foot,
    from_outside,
    read_event,
    written,
)
from clubscore.extras.mail.models import Letter, Subscription
from clubscore.extras.mail.subscribing import (
    good_subscriptions,
    key_of_request,
    request_by_token,
    subscription_of,
)
from clubscore.web.phones import token_of

Kind = Letter.Kind


@dataclass
class Desk:
    """What was read for letters of one run: an event and a gazette are read once for all.

    A letter is written from what holds when its turn comes. One about a gazette that was hidden
    meanwhile, an event that was opened again or an address that is confirmed no more is dropped.
    """

    events: dict[tuple[int, int], EventRead] = field(default_factory=dict)
    gazettes: dict[tuple[int, dt.date], EveningPaper | None] = field(default_factory=dict)

    def write(self, letter: Letter) -> EmailMultiAlternatives | None:
        """Return a letter ready to go out; None where it is not to go out any more."""
        if letter.kind == Kind.TEST:
            return addressed(letter, settings.CLUBSCORE_MAIL_FROM, _test(letter.club))
        if letter.kind == Kind.CONFIRM:
            return self._request(letter)
        to = good_subscriptions().filter(person=letter.person_id, club=letter.club_id).first()
        if to is None:
            return None
        said_to = self._card(letter, to) if letter.kind == Kind.CARD else self._gazette(letter, to)
        return addressed(letter, to.mails_to, said_to, to) if said_to is not None else None

    def _request(self, letter: Letter) -> EmailMultiAlternatives | None:
        asked = subscription_of(letter.person) if letter.person is not None else None
        if asked is None or not asked.link_nonce or key_of_request(asked) != letter.key:
            return None
        link = confirm_address(asked)
        if not link or request_by_token(token_of(asked.link_nonce)) is None:
            return None
        return addressed(letter, asked.mails_to, _ask_to_confirm(asked, link))

    def _card(self, letter: Letter, to: Subscription) -> LetterText | None:
        found = events_that_may_be_mailed().filter(pk=letter.event_id or 0)
        event = found.select_related("club").first()
        if event is None or not to.wants_card:
            return None
        key = (event.pk, event.revision)
        if key not in self.events:
            self.events[key] = read_event(event)
        return card_letter(self.events[key], to)

    def _gazette(self, letter: Letter, to: Subscription) -> LetterText | None:
        day = letter.evening
        if day is None or not to.wants_gazette:
            return None
        key = (letter.club_id, day)
        if key not in self.gazettes:
            self.gazettes[key] = _read_by_members(letter.club, day)
        paper = self.gazettes[key]
        if paper is None or not paper.stories:
            return None
        return _gazette_told(paper, to)


def _test(club: Club) -> LetterText:
    title = _("Test mail")
    lines = (
        _("This is a test mail of %(club)s.") % {"club": club.name},
        _("Mail is set up: letters go out."),
    )
    return written("plain", title, (title, "", *lines), {"title": title, "lines": lines})


def _ask_to_confirm(asked: Subscription, link: str) -> LetterText:
    title, club = _("Confirm your address"), asked.club
    until = asked.link_expires_at or asked.asked_at
    named = {"name": asked.person.name, "club": club.name}
    before = (
        _("%(name)s asked %(club)s for mail to this address.") % named,
        _("To confirm, open this page and choose Confirm:"),
    )
    after = (
        _("The link is good once, until %(when)s.") % {"when": day_and_time(until, club)},
        _("If you did not ask for this, do nothing: you will get no mail."),
    )
    context = {"title": title, "lines": before, "link": link, "after": after}
    return written("plain", title, (title, "", *before, link, "", *after), context)


def _gazette_told(paper: EveningPaper, to: Subscription) -> LetterText:
    # reportlab, which its papers need, takes long to import.
    from clubscore.extras.gazette.paper import gazette_words

    page = from_outside(reverse("gazette", args=[paper.day.isoformat()]))
    below, day = foot(to), full_date(paper.day)
    context = {"club": paper.club.name, "day": day, "chapters": paper.chapters, "page": page}
    more = ("", _("The gazette with the figures behind it:"), page) if page else ()
    lines = (*gazette_words(paper), *more, *below.lines)
    subject = _("The Evening Gazette: %(day)s") % {"day": day}
    return written("gazette", subject, lines, {**context, "foot": below})


def _read_by_members(club: Club, day: dt.date) -> EveningPaper | None:
    """Return a gazette as members read it; None while no director has shown it to them."""
    return paper_for_reader(Actor(level=Level.PLAYER, club=club), day)


# ---- Which letters are due.

LATEST = dt.timedelta(days=7)  # what was due before is not mailed any more
KEPT = dt.timedelta(days=60)  # a letter that ended; longer than anything is due
LetterKind, State = Letter.Kind, Letter.State


def put_in_queue() -> int:
    """Ask for every letter that is due and was not asked for; return how many."""
    due = list(letters_due())
    Letter.objects.bulk_create(due, ignore_conflicts=True)
    return len(due)


def letters_due() -> Iterator[Letter]:
    """Yield the letters that are due and that nobody has asked for yet; they are not stored.

    Two queries while nothing is due, six at most.
    """
    due = [*_cards(), *_gazettes()]
    keys = [letter.key for letter in due]
    known = set(Letter.objects.filter(key__in=keys).values_list("club", "key")) if due else set()
    for letter in due:
        if (letter.club_id, letter.key) not in known:
            yield letter


def _cards() -> Iterator[Letter]:
    events = {each.pk: each for each in events_to_mail().filter(final_at__gt=_since())}
    if not events:
        return
    clubs = {each.club_id for each in events.values()}
    wanting = _by_club(good_subscriptions().filter(wants_card=True, club__in=clubs))
    for event, person in _players(list(events)):
        found = events[event]
        to = wanting.get(found.club_id, {}).get(person)
        if to is not None and found.final_at and _was_there(to, found.final_at):
            yield Letter(
                club_id=found.club_id,
                person_id=person,
                kind=LetterKind.CARD,
                key=f"card-{event}-{person}",
                event_id=event,
            )


def _gazettes() -> Iterator[Letter]:
    shown = EveningGazette.objects.filter(
        shown_at__lte=clock.now(), shown_at__gt=_since(), club__closed_at=None,
        evening__gt=(_since() - LATEST).date(),
    )  # fmt: skip
    found = list(shown)
    if not found:
        return
    clubs = {each.club_id for each in found}
    wanting = _by_club(good_subscriptions().filter(wants_gazette=True, club__in=clubs))
    for each in found:
        for person, to in wanting.get(each.club_id, {}).items():
            if each.shown_at and _was_there(to, each.shown_at):
                yield Letter(
                    club_id=each.club_id,
                    person_id=person,
                    kind=LetterKind.GAZETTE,
                    key=f"gazette-{each.evening.isoformat()}-{person}",
                    evening=each.evening,
                )


def _since() -> dt.datetime:
    return clock.now() - LATEST


def _was_there(to: Subscription, moment: dt.datetime) -> bool:
    return to.confirmed_at is not None and to.confirmed_at <= moment


def _by_club(found: Iterable[Subscription]) -> dict[int, dict[int, Subscription]]:
    by_club: dict[int, dict[int, Subscription]] = defaultdict(dict)
    for each in found:
        by_club[each.club_id][each.person_id] = each
    return by_club


def _players(events: list[int]) -> Iterator[tuple[int, int]]:
    """Yield (event, person) of all who have a number at some events, as who they are now."""
    rows: set[tuple[int, int]] = set()
    entered = Entry.objects.filter(event__in=events, number__isnull=False)
    for event, first, second in entered.values_list("event", "first", "second"):
        rows |= {(event, person) for person in (first, second) if person is not None}
    further = TeamMember.objects.filter(entry__in=entered, gone_at=None)
    rows |= set(further.values_list("entry__event", "person"))
    people = {person for _event, person in rows}
    merged = Person.objects.filter(~Q(merged_into=None), pk__in=people)
    is_now = {pk: into for pk, into in merged.values_list("pk", "merged_into") if into}
    yield from sorted({(event, is_now.get(person, person)) for event, person in rows})


def remove_old() -> None:
    """Remove letters that ended long ago, and requests that nobody confirmed in time."""
    ended = Letter.objects.exclude(state__in=(State.WAITING, State.SENDING))
    ended.filter(ended_at__lt=clock.now() - KEPT).delete()
    Subscription.objects.filter(confirmed_at=None, link_expires_at__lt=clock.now()).delete()


# ---- Cards of an event from a file.

# A season brought in from files is long known to its players, and a file does not say who waits for
# it. An evening scored elsewhere a few days ago is news.
RECENT = dt.timedelta(days=7)  # evenings, as far back as what is due is made up for
MOST_LISTED = 20


class ToMail(NamedTuple):
    """An imported event, who wants its card, and to how many of them it was mailed or goes out."""

    event: Event
    wanting: list[Subscription]
    asked: int

    @property
    def waiting(self) -> int:
        """How many want a card for which no director has asked yet."""
        return len(self.wanting) - self.asked


def recent_imports(club: Club) -> list[ToMail]:
    """Return the imported events of the last days, the newest first. Four queries at most."""
    since = evening_of(club, clock.now()) - RECENT
    found = events_that_may_be_mailed().filter(club=club, told=True, evening__gt=since)
    events = list(found.order_by("-evening", "-pk")[:MOST_LISTED])
    if not events:
        return []
    wants = {each.person_id: each for each in good_subscriptions().filter(club=club)}
    players = _players_of_imported_cards(events)
    cards = Letter.objects.filter(club=club, kind=Letter.Kind.CARD, event__in=events)
    asked = set(cards.values_list("event", "person"))
    told = []
    for event in events:
        wanting = [
            wants[who]
            for who in sorted(players[event.pk])
            if who in wants and wants[who].wants_card
        ]
        done = sum((event.pk, each.person_id) in asked for each in wanting)
        told.append(ToMail(event, wanting, done))
    return told


def _players_of_imported_cards(events: list[Event]) -> dict[int, set[int]]:
    """Return the people of the club who played, by event, as who they are now."""
    rows = ToldPlayer.objects.filter(event__in=events)
    now = Coalesce("person__merged_into", "person")
    found: dict[int, set[int]] = defaultdict(set)
    for event, who in rows.annotate(now=now).values_list("event", "now"):
        found[event].add(who)
    return found


def ask_for_cards(club: Club, event: int) -> int:
    """Ask for the card of everybody who played an imported event and wants cards; return how many.

    Asked twice, nobody gets two. Raises Refused for an event that is not of the last days, not
    final or not open to members.
    """
    chosen = next((each for each in recent_imports(club) if each.event.pk == event), None)
    if chosen is None:
        raise Refused(
            _(
                "Cards are mailed of events of the last seven days that are final and open to"
                " members."
            )
        )
    letters = [
        Letter(
            club=club,
            person_id=each.person_id,
            kind=Letter.Kind.CARD,
            key=f"card-{event}-{each.person_id}",
            event=chosen.event,
        )
        for each in chosen.wanting
    ]
    Letter.objects.bulk_create(letters, ignore_conflicts=True)
    return chosen.waiting
