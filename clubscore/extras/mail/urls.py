"""Addresses of mail and feeds."""

from django.urls import path

from clubscore.extras.mail import feed_pages as club_feeds
from clubscore.extras.mail import feed_pages as feeds
from clubscore.extras.mail import pages as club_mail
from clubscore.extras.mail import pages as own_mail

urlpatterns = [
    path("mail/", own_mail.own_mail, name="own-mail"),
    path("mail/confirm/<slug:token>/", own_mail.confirmation, name="mail-confirm"),
    path("mail/out/<slug:token>/", own_mail.way_out, name="mail-out"),
    path("mail/feeds/", feeds.own_feeds, name="own-feeds"),
    path("feed/<slug:token>/evenings.ics", feeds.evenings, name="feed-evenings"),
    path("feed/<slug:token>/results.xml", feeds.results, name="feed-results"),
    path("club/feeds/", club_feeds.club_feeds, name="club-feeds"),
    path("club/feeds/plan/", club_feeds.plan, name="club-feeds-plan"),
    path("club/feeds/off/", club_feeds.call_off_or_back, name="club-feeds-off"),
    path("club/mail/", club_mail.club_mail, name="club-mail"),
]
