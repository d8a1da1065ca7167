"""What mail and feeds add."""

from django.conf import settings
from django.urls import path
from django.utils.translation import gettext_lazy as _

from clubscore.extras.mail import feed_pages, pages, posting
from clubscore.extras.mail.models import FeedAddress, PlannedEvening, Subscription
from clubscore.jobs.queue import ask_unless_failed
from clubscore.web.hooks import Card, Extra, JobKind

OF_THIS_SERVER = "mail of this server: whoever wants it confirms an address with the next one too"


EXTRA = Extra(
    key="mail",
    title=_("Results at home"),
    about=_("Cards and the gazette by mail; evenings and results as feeds."),
    # Feeds need none, but whoever set a mail server up wants both.
    shown_at_first=bool(settings.EMAIL_HOST),
    uses=(Subscription, FeedAddress, PlannedEvening),
    pages=(
        path("mail/", pages.own_mail, name="own-mail"),
        path("mail/confirm/<slug:token>/", pages.confirmation, name="mail-confirm"),
        path("mail/out/<slug:token>/", pages.way_out, name="mail-out"),
        path("mail/feeds/", feed_pages.own_feeds, name="own-feeds"),
        path("feed/<slug:token>/evenings.ics", feed_pages.evenings, name="feed-evenings"),
        path("feed/<slug:token>/results.xml", feed_pages.results, name="feed-results"),
        path("club/feeds/", feed_pages.club_feeds, name="club-feeds"),
        path("club/feeds/plan/", feed_pages.plan, name="club-feeds-plan"),
        path("club/feeds/off/", feed_pages.call_off_or_back, name="club-feeds-off"),
        path("club/mail/", pages.club_mail, name="club-mail"),
    ),
    cards={
        "person-cards": Card("extras/mail/person.html"),
        "club-cards": Card("extras/mail/club.html"),
    },
    jobs=(
        JobKind(
            posting.KIND,
            posting.send_letters,
            _("Sending mail"),
            lambda: ask_unless_failed(posting.KIND, posting.is_due),
        ),
    ),
    carries=(PlannedEvening,),
    stays={
        "mailing.FeedAddress": "a secret address, derived from the server's own secret",
        **dict.fromkeys(("mailing.Letter", "mailing.Subscription", "mailing.Try"), OF_THIS_SERVER),
    },
    links=(FeedAddress,),
)
