"""Pages of mail: the director's, with what waits or failed, and the reader's own to ask or end.

The mailed link and the way out open to whoever has them. A GET of either changes nothing, because
mail programs open links by themselves; a POST confirms, or ends.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypedDict

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Count, Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Refused, new_key
from clubscore.club.models import Club, Person
from clubscore.extras.mail.letters import (
    has_public_address,
    is_public,
    trouble_of_request,
    what,
    why,
)
from clubscore.extras.mail.models import Letter, Subscription
from clubscore.extras.mail.posting import AN_HOUR, ask_to_send, is_set_up, left_this_hour, try_again
from clubscore.extras.mail.subscribing import (
    ClubMailForm,
    OwnMailForm,
    ask_for_mail,
    by_way_out,
    change_wishes,
    confirm,
    end_mail,
    good_subscriptions,
    is_good,
    request_by_token,
    subscription_of,
)
from clubscore.extras.mail.writing import ask_for_cards, recent_imports
from clubscore.web.forms import Problem


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
    elif what == "ask" and is_set_up() and has_public_address():
        mails_to = form.words_of("mails_to")
        ask_for_mail(person=person, mails_to=mails_to, card=card, gazette=gazette)
        ask_to_send()


def _own_page(person: Person | None) -> dict[str, Any]:
    found = subscription_of(person) if person is not None else None
    gets = found is not None and is_good(found)
    return {
        "person": person,
        "is_set_up": is_set_up() and has_public_address(),
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
    page: dict[str, Any] = {
        "of": found.club if found else None,
        "wants_card": found is not None and found.wants_card,
        "wants_gazette": found is not None and found.wants_gazette,
        "is_done": is_done,
    }
    return render(request, template, page, status=200 if found or is_done else 404)


MOST_SHOWN = 50
State = Letter.State
CAN_AGAIN = (State.FAILED, State.UNCLEAR)


class LetterRow(NamedTuple):
    """A letter as the page shows it."""

    letter: Letter
    what: str
    why: str
    can_again: bool


class LetterCounts(TypedDict):
    """How many letters wait, went out, failed, or may have been sent."""

    waiting: int
    sent: int
    failed: int
    unclear: int


class Subscriber(NamedTuple):
    """Who asked for mail, and whether letters go to them now."""

    subscription: Subscription
    is_good: bool


def letters_of(club: Club) -> list[LetterRow]:
    """Return a club's newest letters. One query."""
    found = Letter.objects.filter(club=club).select_related("person", "event").order_by("-pk")
    return [
        LetterRow(each, what(each), why(each), each.state in CAN_AGAIN)
        for each in found[:MOST_SHOWN]
    ]


def counts_of(club: Club) -> LetterCounts:
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


def mail_page(
    club: Club, *, left: int, key: str, problems: Sequence[Problem] = ()
) -> dict[str, Any]:
    """Return what the page shows. Eight queries at most."""
    return {
        "is_set_up": is_set_up(),
        "can_be_reached": has_public_address(),
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


MOST_TESTS = 5  # an hour and a club


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def club_mail(request: ClubRequest) -> HttpResponse:
    """Show the club's mail.

    A POST sends a test, tries a letter again, ends a subscription or mails an import's cards.
    """
    club, form = request.actor.home, ClubMailForm(request.POST)
    problems = []
    if request.method == "POST":
        try:
            _do_of_club_mail(club, form)
            return redirect("club-mail")
        except Refused as refusal:
            form.refuse(refusal, "")
            problems = form.problems
    page = mail_page(club, left=left_this_hour(), key=new_key(), problems=problems)
    return render(request, "mailing/club_mail.html", page, status=422 if problems else 200)


def _do_of_club_mail(club: Club, form: ClubMailForm) -> None:
    """Do what was asked for. Raises Refused, or Http404 for what is not this club's."""
    what = form.words_of("do")
    if what == "test":
        _test(club, form.key)
    elif what == "again":
        letter = Letter.objects.filter(club=club, pk=form.number_of("letter") or 0).first()
        if letter is None:
            raise Http404
        if try_again(letter):
            ask_to_send()
    elif what == "cards":
        if ask_for_cards(club, form.number_of("event") or 0):
            ask_to_send()
    elif what == "end":
        found = Subscription.objects.filter(club=club, pk=form.number_of("subscription") or 0)
        asked = found.select_related("person").first()
        if asked is None:
            raise Http404
        end_mail(person=asked.person)


def _test(club: Club, key: str) -> None:
    """Send a letter to the club's own address; sent twice, the form counts once."""
    if not is_set_up():
        return
    tests = Letter.objects.filter(club=club, kind=Letter.Kind.TEST)
    if tests.filter(made_at__gt=clock.now() - AN_HOUR).count() >= MOST_TESTS:
        raise Refused(_("Several test mails were sent within an hour. Wait a while."))
    try:
        with transaction.atomic():
            Letter.objects.create(
                club=club, kind=Letter.Kind.TEST, key=f"test-{key}", is_urgent=True
            )
    except IntegrityError:
        return
    ask_to_send()
