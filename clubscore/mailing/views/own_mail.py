"""A person's own page of mail: ask for it, confirm it by the link that was mailed, end it.

The link and the way out open to whoever has them. A GET of either changes nothing, because mail
programs open links by themselves; a POST confirms, or ends.
"""

from collections.abc import Sequence
from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Club, Person
from clubscore.club.refused import Refused
from clubscore.mailing.forms import OwnMailForm
from clubscore.mailing.letter_words import trouble_of_request
from clubscore.mailing.mail_server import is_set_up
from clubscore.mailing.models import Subscription
from clubscore.mailing.posting_letters import ask_to_send
from clubscore.mailing.reaching import can_be_reached
from clubscore.mailing.subscribing import (
    ask_for_mail,
    by_way_out,
    change_wishes,
    confirm,
    end_mail,
    is_good,
    request_by_token,
    subscription_of,
)
from clubscore.tableside.problems import Problem


class OwnMailPage(TypedDict):
    """What the page shows; `waits` while a link is on its way, `gets` while letters come."""

    person: Person | None
    is_set_up: bool
    subscription: Subscription | None
    waits: bool
    gets: bool
    mails_to: str
    wants_card: bool
    wants_gazette: bool
    trouble: str
    problems: Sequence[Problem]


class LinkPage(TypedDict):
    """What the page of a link shows: of which club it is, None where the link is not good."""

    of: Club | None
    wants_card: bool
    wants_gazette: bool
    is_done: bool


@open_to(Level.PLAYER)
@require_http_methods(["GET", "HEAD", "POST"])
def own_mail(request: ClubRequest) -> HttpResponse:
    """Show what somebody gets by mail; a POST asks for it, changes it or ends it."""
    person = request.actor.person
    if request.method != "POST" or person is None:
        return render(request, "mailing/own_mail.html", _own_page(person))
    form = OwnMailForm(request.POST)
    try:
        _do(person, form)
        return redirect("own-mail")
    except Refused as refusal:
        form.refuse(refusal, refusal.field)
    page = _own_page(person)
    page["problems"] = form.problems
    page["mails_to"] = form.typed("mails_to")
    page["wants_card"], page["wants_gazette"] = form.read["card"], form.read["gazette"]
    return render(request, "mailing/own_mail.html", page, status=422)


def _do(person: Person, form: OwnMailForm) -> None:
    """Do what was asked for. Raises Refused where it cannot be."""
    card, gazette = (bool(form.read[name]) for name in ("card", "gazette"))
    what = form.words_of("do")
    if what == "end":
        end_mail(person=person)
    elif what == "change":
        change_wishes(person=person, card=card, gazette=gazette)
    elif what == "ask" and is_set_up() and can_be_reached():
        mails_to = form.words_of("mails_to")
        ask_for_mail(person=person, mails_to=mails_to, card=card, gazette=gazette)
        ask_to_send()


def _own_page(person: Person | None) -> OwnMailPage:
    found = subscription_of(person) if person is not None else None
    gets = found is not None and is_good(found)
    return {
        "person": person,
        "is_set_up": is_set_up() and can_be_reached(),
        "subscription": found,
        "waits": found is not None and found.confirmed_at is None,
        "gets": gets,
        "mails_to": found.mails_to if found and not gets else person.email if person else "",
        "wants_card": found is None or found.wants_card,
        "wants_gazette": found is None or found.wants_gazette,
        "trouble": trouble_of_request(found) if found and not gets else "",
        "problems": [],
    }


@open_to(Level.VISITOR)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirmation(request: ClubRequest, token: str) -> HttpResponse:
    """Ask whoever has the link to confirm; a POST does it, once."""
    found = confirm(token) if request.method == "POST" else request_by_token(token)
    is_done = found is not None and found.confirmed_at is not None
    return _link_page(request, "mailing/confirm.html", found, is_done=is_done)


@csrf_exempt
@open_to(Level.VISITOR)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def way_out(request: ClubRequest, token: str) -> HttpResponse:
    """Ask whether a person's mail is to end; a POST ends it, from a page or a mail program.

    A mail program has neither cookies nor a key of our form: the address itself is the right
    (RFC 8058). Of one that was used before, nothing is left to end, and that is no error.
    """
    found = by_way_out(token)
    is_done = request.method == "POST" or found is None
    if is_done and found is not None:
        end_mail(person=found.person)
    return _link_page(request, "mailing/way_out.html", found, is_done=is_done)


def _link_page(
    request: ClubRequest,
    template: str,
    found: Subscription | None,
    *,
    is_done: bool,
) -> HttpResponse:
    page: LinkPage = {
        "of": found.club if found else None,
        "wants_card": found is not None and found.wants_card,
        "wants_gazette": found is not None and found.wants_gazette,
        "is_done": is_done,
    }
    return render(request, template, page, status=200 if found or is_done else 404)
