"""Sets of house rules that a club keeps under names of its own."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club import clock
from clubscore.club.edit_conflicts import check_seen
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Club, OwnLaws
from clubscore.club.refused import Refused
from clubscore.laws.game import Game
from clubscore.laws.house_rules import RuleValue, resolve_rules

MOST = 20
LONGEST = 40


def own_laws_of(club: Club, game: Game) -> list[OwnLaws]:
    """Return the sets that a club keeps for a game, by name."""
    return list(OwnLaws.objects.filter(club=club, game=game.key))


@transaction.atomic
def keep_laws(
    *,
    club: Club,
    game: Game,
    name: str,
    rules: Mapping[str, RuleValue],
    author: str,
    seen: str | None = None,
) -> OwnLaws:
    """Keep these rules under a name; a set of that name is put right.

    `seen` is what `kept_in_short` was for whoever keeps them. Raises ChangedMeanwhile, Refused
    for a name that cannot be, RuleError for rules that the game does not have.
    """
    resolve_rules(game, rules)
    club = Club.objects.select_for_update().get(pk=club.pk)
    name = " ".join(name.split())
    _check_name(club, game, name)
    check_seen(_("Our own laws"), seen, kept_in_short(club, game))
    known = OwnLaws.objects.filter(club=club, game=game.key, name__iexact=name).first()
    before = known.rules if known else None
    kept = known or OwnLaws(club=club, game=game.key)
    kept.name, kept.rules, kept.kept_by, kept.kept_at = name, dict(rules), author[:120], clock.now()
    kept.save()
    note_act(
        club=club,
        author=author,
        what="own laws kept",
        name=name,
        game=game.key,
        changed=[before, kept.rules],
    )
    return kept


def kept_in_short(club: Club, game: Game) -> str:
    """Return which sets a club keeps for a game, who put each right and when."""
    return "; ".join(
        f"{each.name} ({each.kept_by}, {each.kept_at:%Y-%m-%d %H:%M:%S})"
        for each in own_laws_of(club, game)
    )


def _check_name(club: Club, game: Game, name: str) -> None:
    if not name or len(name) > LONGEST or not name.isprintable():
        raise Refused(
            ngettext(
                "Enter a name of at most %(most)s character.",
                "Enter a name of at most %(most)s characters, for example Our auction.",
                LONGEST,
            )
            % {"most": LONGEST},
            "own_name",
        )
    if name.casefold() in {_(preset.name).casefold() for preset in game.codes.presets}:
        raise Refused(
            _("The printed laws already use %(name)s. Choose another name.") % {"name": name},
            "own_name",
        )
    others = OwnLaws.objects.filter(club=club, game=game.key).exclude(name__iexact=name)
    if others.count() >= MOST:
        raise Refused(
            ngettext(
                "A game has at most %(most)s set of your own laws. Remove it first.",
                "A game has at most %(most)s sets of your own laws. Remove one first.",
                MOST,
            )
            % {"most": MOST},
            "own_name",
        )


@transaction.atomic
def take_laws_away(
    *, club: Club, game: Game, pk: int, author: str, seen: str | None = None
) -> None:
    """Offer a set no longer. Nothing happens where it is gone already; `seen` as when keeping."""
    Club.objects.select_for_update().get(pk=club.pk)
    check_seen(_("Our own laws"), seen, kept_in_short(club, game))
    found = OwnLaws.objects.select_for_update().filter(club=club, game=game.key, pk=pk).first()
    if found is None:
        return
    rules, name = found.rules, found.name
    found.delete()
    note_act(
        club=club,
        author=author,
        what="own laws taken away",
        name=name,
        game=game.key,
        changed=[rules, None],
    )
