"""The job that sends letters: one by one, so many an hour, none twice.

Before the mail server is spoken to, a letter is "being sent" and its try is written down; after,
what became of it is. Whatever ended in between (a kill, a cut) leaves a letter that may have been
sent: it is shown as such and never sent again by itself. What the mail server did not take is tried
again after a while, five times in all.
"""

import datetime as dt

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import QuerySet

from clubscore.club import clock
from clubscore.jobs import asking
from clubscore.jobs.working import Work
from clubscore.mailing.mail_server import Outcome, Post, Trouble, is_set_up
from clubscore.mailing.models import Letter, Try
from clubscore.mailing.queueing import letters_due, put_in_queue, remove_old
from clubscore.mailing.writing import Desk

KIND = "mail"
State = Letter.State
AN_HOUR = dt.timedelta(hours=1)
# How long a letter waits after its first try, its second …; after as many it has failed.
WAITS = (
    dt.timedelta(minutes=5),
    dt.timedelta(minutes=30),
    dt.timedelta(hours=2),
    dt.timedelta(hours=8),
)
MOST_TRIES = len(WAITS) + 1


def is_due() -> bool:
    """Whether a letter can go out now, or one has to be asked for. Four queries at most."""
    if not is_set_up():
        return False
    begun = Letter.objects.filter(state=State.SENDING)
    if begun.exists():
        return True
    if left_this_hour() and _waiting().exists():
        return True
    return next(iter(letters_due()), None) is not None


def ask_to_send() -> None:
    """Have the letters that wait sent in the background."""
    if is_set_up():
        asking.ask(kind=KIND)


def left_this_hour() -> int:
    """Return how many letters may still go out now: tries of the last hour count."""
    tried = Try.objects.filter(begun_at__gt=clock.now() - AN_HOUR).count()
    return max(0, settings.CLUBSCORE_MAIL_HOURLY - tried)


def send_letters(work: Work) -> None:
    """Send what waits, as much as may go out now."""
    if not is_set_up():
        return
    _settle_what_was_left()
    remove_old()
    put_in_queue()
    post, desk = Post(), Desk()
    sent, total = 0, min(_waiting().count(), left_this_hour())
    try:
        while letter := _next():
            work.say(sent, max(total, sent))
            if not left_this_hour():
                break
            outcome = _send(letter, post, desk)
            sent += 1
            if outcome is not None and outcome.is_servers:
                break
    finally:
        post.leave()
    work.say(sent, sent)


def _waiting() -> QuerySet[Letter]:
    return Letter.objects.filter(state=State.WAITING, next_try_at__lte=clock.now())


def _next() -> Letter | None:
    waiting = _waiting().select_related("club", "person__club")
    return waiting.order_by("-is_urgent", "next_try_at", "pk").first()


def _send(letter: Letter, post: Post, desk: Desk) -> Outcome | None:
    """Send a letter; None where it was not to go out, or another worker has it."""
    text = desk.write(letter)
    if text is None:
        here = Letter.objects.filter(pk=letter.pk, state=State.WAITING)
        here.update(state=State.DROPPED, ended_at=clock.now())
        return None
    begun = _begin(letter)
    if begun is None:
        return None
    outcome = _hand_over(post, text)
    end(begun, outcome)
    return outcome


def _hand_over(post: Post, text: EmailMessage) -> Outcome:
    """Hand a letter to the mail server; the one place where anything leaves."""
    return post.deliver(text)


def _begin(letter: Letter) -> Try | None:
    """Write down that a letter is being sent, before it is. None where somebody else does."""
    with transaction.atomic():
        here = Letter.objects.filter(pk=letter.pk, state=State.WAITING)
        if not here.update(state=State.SENDING, tries=letter.tries + 1):
            return None
        letter.tries += 1
        return Try.objects.create(club=letter.club, letter=letter)


def end(begun: Try, outcome: Outcome) -> None:
    """Write down what became of a letter, once for each try."""
    with transaction.atomic():
        if not Try.objects.filter(pk=begun.pk, is_over=False).update(is_over=True):
            return
        now, letter = clock.now(), begun.letter
        found = Letter.objects.filter(pk=letter.pk, state__in=(State.SENDING, State.UNCLEAR))
        said = {"trouble": outcome.trouble, "reply": outcome.reply}
        if outcome.is_sent:
            found.update(state=State.SENT, ended_at=now, **said)
        elif outcome.is_unclear:
            found.update(state=State.UNCLEAR, ended_at=now, **said)
        elif outcome.trouble == Trouble.REFUSED or letter.tries >= MOST_TRIES:
            found.update(state=State.FAILED, ended_at=now, **said)
        else:
            later = now + WAITS[letter.tries - 1]
            found.update(state=State.WAITING, next_try_at=later, **said)


def _settle_what_was_left() -> None:
    """Mark what a worker that has gone was sending: nobody knows whether it arrived.

    One job at a time sends, so whatever is being sent when it begins was left.
    """
    left = Letter.objects.filter(state=State.SENDING)
    left.update(state=State.UNCLEAR, trouble=Trouble.KILLED, ended_at=clock.now())


def try_again(letter: Letter) -> bool:
    """Let a letter that failed, or that may have been sent, wait again; whether it does."""
    ended = Letter.objects.filter(pk=letter.pk, state__in=(State.FAILED, State.UNCLEAR))
    changed = ended.update(
        state=State.WAITING, next_try_at=clock.now(), tries=0, ended_at=None, trouble="", reply=0
    )
    return bool(changed)
