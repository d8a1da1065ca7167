"""Why a player goes out or comes in, in the sentences that a page shows."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording.names import named
from clubscore.club.wording.phrases import said
from clubscore.laws.words import number_word
from clubscore.rubbers.line_up.who_plays import Verdict


def reasons_of(verdict: Verdict) -> list[str]:
    """Return what the laws say of who plays next, sentence by sentence."""
    if verdict.missing:
        text = ngettext("One more is needed.", "%(count)s more are needed.", verdict.missing)
        return [text % {"count": _count(verdict.missing)}]
    return _going_out(verdict) if verdict.goes_out else _coming_in(verdict)


def law_of(verdict: Verdict) -> str:
    """Return the laws that decide."""
    if verdict.table.game.dealing.cutting.suits:
        return _("%(law)s; ace high") % {"law": verdict.table.game.dealing.cutting.law}
    if verdict.goes_out:
        return _("Laws of Bridge 1899, law 21; ace low")
    return _("Laws of Bridge 1899, laws 17, 19 and 23; ace low")


def _count(number: int) -> str:
    """Return a small number as a word."""
    return said(number_word(number))


def _names(verdict: Verdict, keys: Iterable[int]) -> str:
    people = (*verdict.table.playing, *verdict.claimants)
    by_key = {person.pk: person.short_name for person in people}
    return named([by_key[who] for who in keys])


def _going_out(verdict: Verdict) -> list[str]:
    if not verdict.claimants:
        return [_("No one wants to come in: the same people play on.")]
    count = len(verdict.claimants)
    wish = ngettext("%(names)s wants to come in.", "%(names)s want to come in.", count)
    said = [wish % {"names": _names(verdict, [p.pk for p in verdict.claimants])}]
    if verdict.offered:
        text = ngettext(
            "%(names)s offers to go out.", "%(names)s offer to go out.", len(verdict.offered)
        )
        said.append(text % {"names": _names(verdict, [p.pk for p in verdict.offered])})
    sure, runs = verdict.choice.sure, verdict.table.runs
    if sure:
        text = ngettext(
            "%(names)s has played most rubbers in a row and goes out.",
            "%(names)s have played most rubbers in a row and go out.",
            len(sure),
        )
        said.append(text % {"names": _names(verdict, sure)})
    if verdict.choice.places:
        cutting = verdict.choice.cutting
        text = ngettext(
            "%(names)s have played %(count)s rubber in a row, so they cut.",
            "%(names)s have played %(count)s rubbers in a row, so they cut.",
            runs[cutting[0]],
        )
        said.append(text % {"names": _names(verdict, cutting), "count": _count(runs[cutting[0]])})
        places = verdict.choice.places
        if verdict.table.game.dealing.cutting.suits:
            out = ngettext("The lowest goes out.", "The %(count)s lowest go out.", places)
        else:
            out = ngettext("The highest goes out.", "The %(count)s highest go out.", places)
        said.append(out % {"count": _count(places)})
    return said


def _coming_in(verdict: Verdict) -> list[str]:
    sure, cutting = verdict.choice.sure, verdict.choice.cutting
    said = []
    if sure and cutting:
        text = _("%(names)s were at no other table tonight, or have the prior right, and play.")
        said.append(text % {"names": _names(verdict, sure)})
    if cutting:
        places = verdict.choice.places
        text = ngettext(
            "%(names)s cut; the lowest plays.", "%(names)s cut; the %(count)s lowest play.", places
        )
        if verdict.table.game.dealing.cutting.suits:
            text = ngettext(
                "%(names)s cut; the highest plays.",
                "%(names)s cut; the %(count)s highest play.",
                places,
            )
        said.append(text % {"names": _names(verdict, cutting), "count": _count(places)})
    elif len(sure) < len(verdict.claimants):
        text = _("%(names)s have the prior right and play (laws 23 and 26).")
        said.append(text % {"names": _names(verdict, sure)})
    return said
