"""Templates: the terms of an event kept under a name, from which a new one opens by one tap."""

from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.club.wording.days import weekday
from clubscore.events.models import Event, EventTemplate
from clubscore.events.models.kept_facts import AS_ROWS, WishKept
from clubscore.events.terms.event_terms import Terms, form_of
from clubscore.events.terms.formats import FORMS
from clubscore.events.terms.last_time import terms_as_of, terms_in_words
from clubscore.events.terms.usual_names import NAMES, usual_name
from clubscore.movements import KIND_NAMES

MOST, LONGEST = 20, 40


def templates_of(club: Club) -> list[EventTemplate]:
    """Return what a club keeps, by name. One query."""
    return list(EventTemplate.objects.filter(club=club))


def template_of(club: Club, pk: int) -> EventTemplate | None:
    """Return a template of the club; None where there is none such any more."""
    return EventTemplate.objects.filter(club=club, pk=pk).first()


def terms_of_template(kept: EventTemplate) -> Terms:
    """Return what an event opened from a template is; without a name of its own today's."""
    form = form_of(kept.contestants_are, kept.scoring, kept.options)
    return Terms(
        kept.event_name or usual_name(kept.club, kept.contestants_are),
        kept.fee,
        form,
        kept.game,
        kept.scoring,
        kept.options,
        kept.rules,
        kept.boards,
        kept.winners,
        kept.guest_fee,
        kept.wish,
    )


def template_in_words(kept: EventTemplate) -> str:
    """Return its terms in one line: who plays what, how it is compared, what it costs."""
    return " · ".join(
        (*terms_in_words(kept.club, terms_of_template(kept)), *_wish_in_words(kept.wish))
    )


def _wish_in_words(wish: WishKept) -> list[str]:
    found = []
    if kind := wish.get("kind"):
        found.append(_(KIND_NAMES[kind]))
    if rounds := wish.get("rounds"):
        found.append(ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds})
    if each := wish.get("each"):
        text = ngettext("%(n)s board a round", "%(n)s boards a round", each)
        found.append(text % {"n": each})
    return found


def terms_to_keep(event: Event) -> Terms:
    """Return the terms of an event as a template keeps them, with the movement that it played.

    A name that says nothing but the weekday is none of its own: the next event has its own day.
    """
    day = weekday(event.evening)
    own = event.name not in {_(name) % {"day": day} for name in NAMES.values()}
    terms = terms_as_of(event, event.name if own else "")
    return replace(terms, wish=_wish_of(event) or terms.wish)


def _wish_of(event: Event) -> WishKept:
    """The movement that an event of one section has, as one may wish for it again."""
    plans = [section.plan for section in event.sections.all()]
    plan = plans[0] if len(plans) == 1 else None
    if plan is None or AS_ROWS in plan:
        return {}
    return {
        "kind": plan["kind"],
        "rounds": plan["rounds"],
        "each": event.boards_a_round,
        "winners": plan["winners"],
        "minutes": event.minutes_a_round,
    }


def keep_template(
    *, club: Club, title: str, terms: Terms, actor: Actor, key: str = ""
) -> EventTemplate:
    """Keep terms under a name. The same key again is the same template.

    Refuses a name that is taken, and more than a page shows.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        known = EventTemplate.objects.filter(club=club, key=key).first() if key else None
        if known is not None:
            return known
        _must_be_free(club, title)
        if EventTemplate.objects.filter(club=club).count() >= MOST:
            text = ngettext(
                "A club has at most %(most)s template. Delete it first.",
                "A club has at most %(most)s templates. Delete one first.",
                MOST,
            )
            raise Refused(text % {"most": MOST}, "title")
        kept = EventTemplate(club=club, key=key)
        _write(kept, title, terms, actor)
        note_act(club=club, author=actor.label, what="template kept", name=kept.title)
    return kept


def change_template(
    *, kept: EventTemplate, title: str, terms: Terms, seen: str, actor: Actor
) -> None:
    """Change what a template keeps; events that were opened from it stay as they are.

    `seen` is its `mark` as the page showed it. Refuses a name that is taken, and where it was
    changed or deleted meanwhile.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=kept.club_id)
        found = EventTemplate.objects.filter(club=kept.club_id, pk=kept.pk).first()
        if found is None:
            raise Refused(_("This template was deleted."))
        if found.mark != seen:
            text = _("Someone else has changed this template. Check it and save again.")
            raise Refused(text)
        _must_be_free(found.club, title, found)
        _write(found, title, terms, actor)
        note_act(club=found.club, author=actor.label, what="template changed", name=found.title)


def throw_away(*, kept: EventTemplate, actor: Actor) -> None:
    """Delete a template. Nothing happens where it is gone already."""
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=kept.club_id)
        gone, _rows = EventTemplate.objects.filter(club=club, pk=kept.pk).delete()
        if gone:
            note_act(club=club, author=actor.label, what="template deleted", name=kept.title)


def _must_be_free(club: Club, title: str, but: EventTemplate | None = None) -> None:
    """Refuse a name that another template of the club has."""
    others = EventTemplate.objects.filter(club=club, title__iexact=title)
    if any(but is None or other.pk != but.pk for other in others):
        raise Refused(_("There is already a template called %(name)s.") % {"name": title}, "title")


def _write(kept: EventTemplate, title: str, terms: Terms, actor: Actor) -> None:
    form = FORMS[terms.form]
    kept.title, kept.event_name = title, terms.name
    kept.contestants_are, kept.game = form.are, terms.game
    kept.scoring = terms.scoring or form.scoring
    kept.rules, kept.options = dict(terms.rules), {**form.options, **terms.options}
    kept.fee = terms.fee
    kept.guest_fee = None if terms.guest_fee == terms.fee else terms.guest_fee
    kept.boards, kept.winners, kept.wish = terms.boards, terms.winners, terms.wish
    kept.kept_at, kept.kept_by = clock.now(), actor.label
    kept.save()
