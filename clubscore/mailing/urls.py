"""Addresses of mail."""

from django.urls import path

from clubscore.mailing.views import club_mail, own_mail

urlpatterns = [
    path("mail/", own_mail.own_mail, name="own-mail"),
    path("mail/confirm/<slug:token>/", own_mail.confirmation, name="mail-confirm"),
    path("mail/out/<slug:token>/", own_mail.way_out, name="mail-out"),
    path("club/mail/", club_mail.club_mail, name="club-mail"),
]
