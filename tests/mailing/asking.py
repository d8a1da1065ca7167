"""People who asked for mail, and letters that stand everywhere that one can stand."""

import datetime as dt

from clubscore.club import clock
from clubscore.club.models import Club, Person
from clubscore.extras.mail.feeds import feed_of, make_feed
from clubscore.extras.mail.letters import new_secret
from clubscore.extras.mail.models import FeedAddress, Letter, PlannedEvening, Subscription
from clubscore.extras.mail.subscribing import GOOD_FOR


def asked_for_mail(person: Person) -> Subscription:
    """Let a person have asked for mail, and not yet confirmed where to."""
    there = Subscription.objects.filter(person=person).first()
    link, out = new_secret(), new_secret()
    return there or Subscription.objects.create(
        club=person.club,
        person=person,
        mails_to="somebody@example.org",
        link_nonce=link.nonce,
        link_hash=link.hash,
        link_expires_at=clock.now() + GOOD_FOR,
        out_nonce=out.nonce,
        out_hash=out.hash,
    )


def feed_in(club: Club) -> FeedAddress:
    """Return the club's public address of feeds, made where there is none."""
    if feed_of(club, None) is None:
        make_feed(club=club, person=None, author="a test")
    found = feed_of(club, None)
    assert found is not None
    return found


def with_letters(club: Club, person: int) -> Subscription:
    """Let a person have asked, and letters have gone out, failed and been cut off.

    The club has a public address of feeds, an evening to come, and one that is called off.
    """
    feed_in(club)
    for days, off in ((7, None), (14, clock.now())):
        PlannedEvening.objects.create(
            club=club,
            day=clock.now().date() + dt.timedelta(days=days),
            begins=dt.time(19, 30),
            title="Club night",
            place="The hall",
            planned_by="a test",
            called_off_at=off,
        )
    for number, (state, trouble) in enumerate(
        (
            (Letter.State.SENT, ""),
            (Letter.State.WAITING, Letter.Trouble.LATER),
            (Letter.State.FAILED, Letter.Trouble.REFUSED),
            (Letter.State.UNCLEAR, Letter.Trouble.CUT_OFF),
            (Letter.State.DROPPED, ""),
        )
    ):
        Letter.objects.create(
            club=club,
            person_id=person,
            kind=Letter.Kind.GAZETTE,
            key=f"gazette-{number}",
            evening=clock.now().date(),
            state=state,
            trouble=trouble,
            tries=1,
            reply=550 if state == Letter.State.FAILED else 0,
        )
    return asked_for_mail(Person.objects.get(pk=person))
