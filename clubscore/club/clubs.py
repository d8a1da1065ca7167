"""What a club decides for itself: name, clock, money, paper, Wi-Fi, the usual laws and stakes."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.edit_conflicts import Change, ChangedMeanwhile, check_unchanged, values_of
from clubscore.club.evening import is_time_zone
from clubscore.club.kept_data import House
from clubscore.club.logins.logins import note_act
from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import RuleValue, describe_rules
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
        raise ChangedMeanwhile([Change(_("Laws and stake"), *words)])
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
