"""The form of a template: what an event opened from it is, and which movement it wishes for."""

from dataclasses import replace

from django.utils.translation import gettext as _

from clubscore.club.form_values import Given
from clubscore.club.models import Club
from clubscore.events.models import EventTemplate
from clubscore.events.models.kept_facts import WishKept
from clubscore.events.terms.event_templates import LONGEST, terms_of_template
from clubscore.events.terms.formats import FORMS
from clubscore.events.terms.forms import NewEventForm, TermsForm
from clubscore.events.terms.usual_names import NAMES, usual_name
from clubscore.laws.words import gettext_noop
from clubscore.movements import KIND_NAMES, KINDS
from clubscore.tableside.page_form import Among, Line, PageForm, Whole

MOST_ROUNDS, MOST_EACH, MOST_MINUTES = 99, 36, 240
UNNAMED = gettext_noop("Give the template a name, for example Club night.")


class TitleForm(PageForm):
    """The name under which the terms of an event are kept."""

    title = Line(most=LONGEST, missing=UNNAMED)


class TemplateForm(NewEventForm):
    """What a template keeps. A movement is wished for by its kind; the rest may be left open."""

    title = Line(most=LONGEST, missing=UNNAMED)
    movement = Among(KINDS)
    rounds = Whole()
    each = Whole()
    minutes = Whole()

    def __init__(self, given: Given | None, *, club: Club, kept: EventTemplate) -> None:
        self.begins_as, self.like, self.kept = "", None, kept
        TermsForm.__init__(self, given, club=club, before=terms_of_template(kept))

    @property
    def wish(self) -> WishKept:
        """The movement that is wished for as the page shows it."""
        return self.terms.wish

    def kinds(self) -> list[tuple[str, str, bool]]:
        """Return the movements that may be wished for: (key, name, chosen)."""
        chosen = self.typed("movement", self.wish.get("kind", ""))
        return [
            (key, _(KIND_NAMES[key]), key == chosen)
            for key, kind in KINDS.items()
            if kind.are == FORMS[self.terms.form].are
        ]

    def clean(self) -> None:
        """Put the terms together; an event that is called after its day is named anew each time."""
        super().clean()
        usual = {usual_name(self.club, each) for each in NAMES}
        name = "" if self.terms.name in usual else self.terms.name
        self.terms = replace(self.terms, name=name, wish=self._wish())

    def _wish(self) -> WishKept:
        wish = WishKept()
        limits = {"rounds": MOST_ROUNDS, "each": MOST_EACH, "minutes": MOST_MINUTES}
        for field, most in limits.items():
            if self.typed(field).strip() and not 0 < (self.number_of(field) or 0) <= most:
                text = _("Choose a whole number from 1 to %(most)s, or leave it empty.")
                self.add_error(field, text % {"most": most})
        kind, asked = self.words_of("movement"), any(self.typed(each).strip() for each in limits)
        if not kind and asked:
            text = _("Choose the kind of movement, or leave rounds, boards and minutes empty.")
            self.add_error("movement", text)
        if not kind:
            return wish
        if KINDS[kind].are != FORMS[self.terms.form].are:
            self.add_error(
                "movement", _("This movement is for other players. Choose another kind.")
            )
        wish["kind"] = kind
        if rounds := self.number_of("rounds"):
            wish["rounds"] = rounds
        if each := self.number_of("each"):
            wish["each"] = each
        if minutes := self.number_of("minutes"):
            wish["minutes"] = minutes
        if winners := self.before.wish.get("winners"):
            wish["winners"] = winners
        return wish
