"""Writes a letter when its turn comes, from what holds then; what may not go out is not written.

A gazette that was hidden meanwhile, an event that was opened again, an address that is confirmed no
more: their letters are dropped.
"""

import datetime as dt
from dataclasses import dataclass, field

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.club.access import Actor, Level
from clubscore.club.models import Club
from clubscore.club.templatetags.clubscore import day_and_time
from clubscore.club.wording.days import full_date
from clubscore.gazette.evening_paper import EveningPaper
from clubscore.gazette.release import paper_for_reader
from clubscore.mailing.card_letter import (
    EventRead,
    card_letter,
    events_that_may_be_mailed,
    read_event,
)
from clubscore.mailing.letter_head import Written, addressed, foot, written
from clubscore.mailing.models import Letter, Subscription
from clubscore.mailing.reaching import confirm_address, from_outside
from clubscore.mailing.subscribing import (
    good_subscriptions,
    key_of_request,
    request_by_token,
    subscription_of,
)
from clubscore.tableside.secret_addresses import token_of

Kind = Letter.Kind


@dataclass
class Desk:
    """What was read for letters of one run: an event and a gazette are read once for all."""

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

    def _card(self, letter: Letter, to: Subscription) -> Written | None:
        found = events_that_may_be_mailed().filter(pk=letter.event_id or 0)
        event = found.select_related("club").first()
        if event is None or not to.wants_card:
            return None
        key = (event.pk, event.revision)
        if key not in self.events:
            self.events[key] = read_event(event)
        return card_letter(self.events[key], to)

    def _gazette(self, letter: Letter, to: Subscription) -> Written | None:
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


def _test(club: Club) -> Written:
    title = _("Test mail")
    lines = (
        _("This is a test mail of %(club)s.") % {"club": club.name},
        _("Mail is set up: letters go out."),
    )
    return written("plain", title, (title, "", *lines), {"title": title, "lines": lines})


def _ask_to_confirm(asked: Subscription, link: str) -> Written:
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


def _gazette_told(paper: EveningPaper, to: Subscription) -> Written:
    # reportlab, which its papers need, takes long to import.
    from clubscore.sheets.club.gazette_pdf import gazette_words

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
