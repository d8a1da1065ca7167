"""The club's page of mail: whether it is set up, what waits, went out or failed, who gets it."""

from django.db import IntegrityError, transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.mailing.forms import ClubMailForm
from clubscore.mailing.imported_cards import ask_for_cards
from clubscore.mailing.mail_page import mail_page
from clubscore.mailing.mail_server import is_set_up
from clubscore.mailing.models import Letter, Subscription
from clubscore.mailing.posting_letters import AN_HOUR, ask_to_send, left_this_hour, try_again
from clubscore.mailing.subscribing import end_mail

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
            _do(club, form)
            return redirect("club-mail")
        except Refused as refusal:
            form.refuse(refusal, "")
            problems = form.problems
    page = mail_page(club, left=left_this_hour(), key=new_key(), problems=problems)
    return render(request, "mailing/club_mail.html", page, status=422 if problems else 200)


def _do(club: Club, form: ClubMailForm) -> None:
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
