"""Who gets mail: asked for by the reader, confirmed by the link that was mailed, and ended.

A director's entry of an address counts for nothing here: only whoever reads the mailbox can
confirm it. It ends where the club's list has another address, where the person was merged,
forgotten or made inactive, and where they have no login any more.
"""

import datetime as dt

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Lower
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club import clock
from clubscore.club.entry import Refused
from clubscore.club.logins import note_act
from clubscore.club.models import Club, Membership, Person
from clubscore.club.people import people_of
from clubscore.extras.mail.letters import new_secret
from clubscore.extras.mail.models import Letter, Subscription
from clubscore.laws.words import gettext_noop
from clubscore.web.forms import Among, LineField, PageForm, TextField, WholeField
from clubscore.web.hooks import used_by_its_club
from clubscore.web.phones import hash_of

GOOD_FOR = dt.timedelta(days=3)  # the link that confirms
A_DAY = dt.timedelta(days=1)
MOST_ASKED = 3  # letters a day that ask one person, or one mailbox, to confirm


def subscription_of(person: Person) -> Subscription | None:
    """Return what a person asked for, None for one who never did."""
    return Subscription.objects.filter(person=person).select_related("person", "club").first()


def good_subscriptions() -> QuerySet[Subscription]:
    """Return the subscriptions that letters go to: confirmed, and still the person's own."""
    members = Membership.objects.filter(club=OuterRef("club"), person=OuterRef("person"))
    return (
        Subscription.objects.filter(
            Exists(members),
            used_by_its_club("mail"),
            confirmed_at__isnull=False,
            person__merged_into=None,
            person__active=True,
            club__closed_at=None,
        )
        .annotate(here=Lower("mails_to"), listed=Lower("person__email"))
        .filter(here=F("listed"))
        .select_related("person", "club")
    )


def is_good(subscription: Subscription) -> bool:
    """Whether letters go to a subscription now. One query."""
    return good_subscriptions().filter(pk=subscription.pk).exists()


@transaction.atomic
def ask_for_mail(*, person: Person, mails_to: str, card: bool, gazette: bool) -> Letter:
    """Ask a person by mail to confirm an address. What was confirmed before ends.

    Raises Refused for what is no address, for one who wants nothing, and where too many asked.
    """
    mails_to = _checked(mails_to)
    if not card and not gazette:
        raise Refused(_("Choose what you want by mail."), "card")
    Club.objects.select_for_update().get(pk=person.club_id)
    found = subscription_of(person)
    _must_not_be_too_often(person, mails_to)
    link = new_secret()
    if found is None:
        out = new_secret()
        found = Subscription(
            club=person.club, person=person, out_nonce=out.nonce, out_hash=out.hash
        )
    found.mails_to, found.wants_card, found.wants_gazette = mails_to, card, gazette
    found.asked_at, found.confirmed_at = clock.now(), None
    found.link_nonce, found.link_hash = link.nonce, link.hash
    found.link_expires_at = found.asked_at + GOOD_FOR
    found.save()
    return Letter.objects.create(
        club=person.club,
        person=person,
        kind=Letter.Kind.CONFIRM,
        key=key_of_request(found),
        is_urgent=True,
    )


def key_of_request(subscription: Subscription) -> str:
    """Return the key of the letter with the link that is good now."""
    return f"confirm-{subscription.person_id}-{subscription.link_hash[:16]}"


def _checked(mails_to: str) -> str:
    mails_to = mails_to.strip()
    try:
        validate_email(mails_to)
    except ValidationError:
        mails_to = ""
    # An address in quotation marks may hide another, and no mailbox needs one.
    if not mails_to.isascii() or not mails_to.isprintable() or set(mails_to) & set(' "(),:;<>[]\\'):
        mails_to = ""
    if not mails_to:
        raise Refused(_("Enter an e-mail address, such as ann@example.org."), "mails_to")
    return mails_to


def _must_not_be_too_often(person: Person, mails_to: str) -> None:
    since = clock.now() - A_DAY
    asked = Letter.objects.filter(person=person, kind=Letter.Kind.CONFIRM, made_at__gt=since)
    others = Subscription.objects.filter(mails_to__iexact=mails_to, asked_at__gt=since)
    if asked.count() >= MOST_ASKED or others.exclude(person=person).count() >= MOST_ASKED:
        raise Refused(
            _("This was asked for several times today. Look for the mail, or ask again tomorrow."),
            "mails_to",
        )


def change_wishes(*, person: Person, card: bool, gazette: bool) -> None:
    """Let a person want something else at the address that is confirmed; nothing ends it."""
    if not card and not gazette:
        end_mail(person=person)
        return
    Subscription.objects.filter(person=person).update(wants_card=card, wants_gazette=gazette)


def end_mail(*, person: Person) -> None:
    """End a person's mail, and keep nothing of their address here."""
    Subscription.objects.filter(person=person).delete()


def request_by_token(token: str) -> Subscription | None:
    """Return the request of a link, confirmed or not; None where it was replaced or is too old."""
    good = Subscription.objects.filter(link_expires_at__gt=clock.now(), person__merged_into=None)
    return good.filter(link_hash=hash_of(token)).select_related("person", "club").first()


def confirm(token: str) -> Subscription | None:
    """Confirm an address, which is the person's from now on, and return whose it is.

    A link confirms once: of one that was used before nothing follows.
    """
    found = request_by_token(token)
    if found is None:
        return None
    with people_of(found.club):
        found = request_by_token(token)
        if found is not None and found.confirmed_at is None:
            found.confirmed_at, found.link_nonce = clock.now(), ""
            found.save(update_fields=["confirmed_at", "link_nonce"])
            _note_address(found)
    return found


def _note_address(subscription: Subscription) -> None:
    """Let the club's list have the address that was confirmed."""
    person, before = subscription.person, subscription.person.email
    if before.lower() == subscription.mails_to.lower():
        return
    person.email = subscription.mails_to
    person.save(update_fields=["email"])
    note_act(
        club=subscription.club,
        author=person.name,
        what="person put right",
        id=person.pk,
        name=person.name,
        changed={"email": [before, person.email]},
    )


def by_way_out(token: str) -> Subscription | None:
    """Return whose mail a way out ends, None where it has ended."""
    found = Subscription.objects.filter(out_hash=hash_of(token))
    return found.select_related("person", "club").first()


class OwnMailForm(PageForm):
    """Where somebody wants mail and what, or what else they want at an address, or no more."""

    do = Among(("ask", "change", "end"))
    mails_to = TextField(strip=True, most=254)
    card = forms.BooleanField(required=False)
    gazette = forms.BooleanField(required=False)


class ClubMailForm(PageForm):
    """What a director does on the club's page of mail.

    Test it, try a letter again, end somebody's mail, mail the cards of an imported event.
    """

    do = Among(("test", "again", "end", "cards"))
    letter = WholeField()
    event = WholeField()
    subscription = WholeField()


class FeedForm(PageForm):
    """Whether somebody's secret address of feeds is made, anew too, or withdrawn."""

    do = Among(("make", "withdraw"))


class PlanForm(PageForm):
    """An evening that is to come: what, when, for how long, for how many weeks, and where."""

    title = LineField(most=80, missing=gettext_noop("Enter what the evening is called."))
    day = forms.DateField(
        error_messages=dict.fromkeys(
            ("required", "invalid"), gettext_lazy("Enter the first day as in 2026-11-24.")
        )
    )
    begins = forms.TimeField(
        error_messages=dict.fromkeys(
            ("required", "invalid"), gettext_lazy("Enter when it begins as in 19:30.")
        )
    )
    minutes = WholeField()
    weeks = WholeField()
    place = LineField(most=120)


class CallOffForm(PageForm):
    """Which planned evening is called off, or takes place after all."""

    do = Among(("off", "back"))
    evening = WholeField()
