"""What is said of a letter that was not sent: what went wrong, and what to do."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from clubscore.mailing.models import Letter, Subscription

Trouble = Letter.Trouble
WHY: Mapping[str, str] = {
    Trouble.AWAY: gettext_noop("The mail server did not answer."),
    Trouble.INNER: gettext_noop(
        "The mail server's name leads to a private address. If that is right, the person who keeps"
        " this server sets CLUBSCORE_SMTP_PRIVATE=1."
    ),
    Trouble.TLS: gettext_noop(
        "No secure connection with the mail server: it offers no TLS, or its certificate is not"
        " trusted. Nothing was sent."
    ),
    Trouble.LOGIN: gettext_noop(
        "The mail server refused the user name or password. The person who keeps this server"
        " corrects CLUBSCORE_SMTP."
    ),
    Trouble.LATER: gettext_noop("The mail server asked to try again later."),
    Trouble.REFUSED: gettext_noop(
        "The mail server refused this letter. Check the address with the person."
    ),
    Trouble.CUT_OFF: gettext_noop(
        "The connection ended while the mail server had the letter. It may have been sent; it is"
        " not sent again unless you ask for it."
    ),
    Trouble.KILLED: gettext_noop(
        "ClubScore was stopped while it sent this letter. It may have been sent; it is not sent"
        " again unless you ask for it."
    ),
}


def why(letter: Letter) -> str:
    """Return why the last try failed, and what the mail server answered; empty where it did not."""
    text = WHY.get(letter.trouble)
    if text is None:
        return ""
    said = _(text)
    if not letter.reply:
        return said
    return _("%(why)s (Its answer: %(reply)s.)") % {"why": said, "reply": letter.reply}


def trouble_of_request(subscription: Subscription) -> str:
    """Return why the link that confirms an address did not go out; empty where nothing failed."""
    asked = Letter.objects.filter(person=subscription.person_id, kind=Letter.Kind.CONFIRM)
    newest = asked.order_by("-pk").first()
    return why(newest) if newest is not None else ""


def what(letter: Letter) -> str:
    """Return what a letter is: a card of an event, the gazette of an evening."""
    name = letter.get_kind_display()
    if letter.event is not None:
        return _("%(letter)s: %(event)s") % {"letter": name, "event": letter.event.name}
    return str(name)
