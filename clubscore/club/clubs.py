"""What a club decides for itself: name, clock, money, paper, and its usual laws and stakes."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club import clock
from clubscore.club.entry import (
    ChangedMeanwhile,
    FieldChange,
    Refused,
    check_seen,
    check_unchanged,
    values_of,
)
from clubscore.club.logins import note_act
from clubscore.club.models import Club, House, OwnLaws, is_time_zone
from clubscore.club.wording import said
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import RuleValue, describe_rules, resolve_rules
from clubscore.laws.money import CURRENCIES

FIELDS = (
    "name",
    "time_zone",
    "currency",
    "plays_for_money",
    "nets_together",
    "results_open",
    "paper",
    "hours",
    "pad_heads",
    "federation",
    "federation_number",
    "wifi_name",
    "wifi_password",
)
SECRET = ("wifi_password",)
SHORTEST_WIFI_PASSWORD = 8  # by WPA


@transaction.atomic
def change_club(*, club: Club, values: Mapping[str, object], seen: str, author: str) -> Club:
    """Put the club's own matters right.

    Raises ChangedMeanwhile, Refused, or ValidationError naming the field.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    check_unchanged(club, FIELDS, seen)
    before = values_of(club, FIELDS)
    for name in FIELDS:
        setattr(club, name, values[name])
    _check(club)
    club.full_clean()
    club.save()
    after = values_of(club, FIELDS)
    changed = {name: [before[name], after[name]] for name in FIELDS if before[name] != after[name]}
    for name in SECRET:
        changed.pop(name, None)
    if before != after:
        note_act(club=club, author=author, what="club put right", name=club.name, changed=changed)
    return club


def _check(club: Club) -> None:
    if not is_time_zone(club.time_zone):
        raise Refused(
            _("Choose a time zone from the list, for example Europe/London."), "time_zone"
        )
    if club.currency not in CURRENCIES:
        raise Refused(_("Choose a currency from the list, for example GBP or LSD."), "currency")
    if club.wifi_password and len(club.wifi_password) < SHORTEST_WIFI_PASSWORD:
        raise Refused(
            ngettext(
                "A Wi-Fi password needs at least %(count)s character.",
                "A Wi-Fi password needs at least %(count)s characters.",
                SHORTEST_WIFI_PASSWORD,
            )
            % {"count": SHORTEST_WIFI_PASSWORD},
            "wifi_password",
        )


@transaction.atomic
def go_on_with_set_up(
    *, club: Club, done: int, author: str, wifi: tuple[str, str] = ("", "")
) -> None:
    """Note that so many pages of a club's set-up are done, with the Wi-Fi where it was told.

    Raises Refused for a password that is too short, ValidationError naming the field.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    name, password = wifi
    if name:
        changed = {"wifi_name": [club.wifi_name, name]}
        club.wifi_name, club.wifi_password = name, password
        _check(club)
        club.full_clean()
        note_act(club=club, author=author, what="club put right", name=club.name, changed=changed)
    club.set_up_done = max(club.set_up_done, done)
    club.save(update_fields=["wifi_name", "wifi_password", "set_up_done"])


@transaction.atomic
def use_extras(*, club: Club, keys: Sequence[str], author: str) -> None:
    """Say which extras a club uses; what others keep of it stays, and comes back with them."""
    with transaction.atomic():
        before = Club.objects.select_for_update().get(pk=club.pk).extras
        if before == list(keys):
            return
        Club.objects.filter(pk=club.pk).update(extras=list(keys))
        note_act(club=club, author=author, what="extras chosen")


def set_house(
    *, club: Club, game: str, rules: dict[str, RuleValue], stake: str, seen: Unverified, author: str
) -> None:
    """Set the laws and the stake that the house usually plays a game with.

    `seen` is what stood there before. Raises ChangedMeanwhile where somebody else was quicker.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    before: House = club.house.get(game, {})
    if before != seen:
        words = [house_in_words(game, each) for each in (seen, before)]
        raise ChangedMeanwhile([FieldChange(_("Laws and stake"), *words)])
    club.house[game] = {"rules": rules, "stake": stake}
    club.save(update_fields=["house"])
    if before != club.house[game]:
        note_act(
            club=club,
            author=author,
            what="laws of the house put right",
            name=game,
            changed=[before, club.house[game]],
        )


def house_in_words(game: str, house: Unverified) -> str:
    """Return what the house usually plays a game with, as a page says it."""
    try:
        laws = said(describe_rules(find_game(game), house.get("rules") or {}))
    except (RuleError, TypeError, AttributeError):
        return _("the game's own laws")
    return f"{laws}; {house.get('stake') or _('no stake')}"


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

    `seen` is what `own_laws_summary` was for whoever keeps them. Raises ChangedMeanwhile, Refused
    for a name that cannot be, RuleError for rules that the game does not have.
    """
    resolve_rules(game, rules)
    club = Club.objects.select_for_update().get(pk=club.pk)
    name = " ".join(name.split())
    _check_name(club, game, name)
    check_seen(_("Our own laws"), seen, own_laws_summary(club, game))
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


def own_laws_summary(club: Club, game: Game) -> str:
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
    check_seen(_("Our own laws"), seen, own_laws_summary(club, game))
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
