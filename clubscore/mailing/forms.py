"""Forms of the pages of mail and feeds."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.laws.words import gettext_noop
from clubscore.tableside.page_form import Among, Line, PageForm, Whole, Words


class OwnMailForm(PageForm):
    """Where somebody wants mail and what, or what else they want at an address, or no more."""

    do = Among(("ask", "change", "end"))
    mails_to = Words(strip=True, most=254)
    card = forms.BooleanField(required=False)
    gazette = forms.BooleanField(required=False)


class ClubMailForm(PageForm):
    """What a director does on the club's page of mail.

    Test it, try a letter again, end somebody's mail, mail the cards of an imported event.
    """

    do = Among(("test", "again", "end", "cards"))
    letter = Whole()
    event = Whole()
    subscription = Whole()


class FeedForm(PageForm):
    """Whether somebody's secret address of feeds is made, anew too, or withdrawn."""

    do = Among(("make", "withdraw"))


class PlanForm(PageForm):
    """An evening that is to come: what, when, for how long, for how many weeks, and where."""

    title = Line(most=80, missing=gettext_noop("Enter what the evening is called."))
    day = forms.DateField(
        error_messages=dict.fromkeys(
            ("required", "invalid"), _("Enter the first day as in 2026-11-24.")
        )
    )
    begins = forms.TimeField(
        error_messages=dict.fromkeys(
            ("required", "invalid"), _("Enter when it begins as in 19:30.")
        )
    )
    minutes = Whole()
    weeks = Whole()
    place = Line(most=120)


class CallOffForm(PageForm):
    """Which planned evening is called off, or takes place after all."""

    do = Among(("off", "back"))
    evening = Whole()
