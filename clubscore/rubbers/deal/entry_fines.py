"""The questions about a fine: whose, what for by the game's own law, how much."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.club.form_values import Given, text_of
from clubscore.club.wording.phrases import said
from clubscore.laws.game import Game
from clubscore.rubbers.state.part_state import Standing
from clubscore.tableside.entry_keys import Key, key, players_bar


@dataclass(frozen=True)
class FineKey:
    """A fine that the game's law names: the offence, its points and its law."""

    value: str
    label: str
    effect: str
    checked: bool


@dataclass(frozen=True)
class FineAsked:
    """Who is fined, and how much; `named` are the fines of the game's own law."""

    who: list[Key]
    points: str
    named: list[FineKey]

    @property
    def is_open(self) -> bool:
        """Whether something about a fine has been answered."""
        return bool(self.points) or any(each.checked for each in self.named)


def fine_asked(standing: Standing, given: Given) -> FineAsked:
    """Return what a form asks about a fine, with what was answered."""
    players = players_bar(standing.game.seats, standing.names)
    who = [key(seat, name, given.get("fined")) for seat, name in players]
    return FineAsked(who, text_of(given, "fine"), _named_fines(standing.game, given))


def _named_fines(game: Game, given: Given) -> list[FineKey]:
    """Return the fines that the law names and any other; none where it names none."""
    chosen = text_of(given, "fine-for")
    named = [
        FineKey(
            value=fine.key,
            label=_(fine.what),
            effect=_("%(points)s to each of the others (%(law)s)")
            % {"points": fine.points, "law": said(fine.law.at(game.key))},
            checked=fine.key == chosen,
        )
        for fine in game.bidding.named_fines
    ]
    agreed = not chosen and bool(text_of(given, "fine"))
    other = FineKey("", _("something else"), _("As many points as are agreed."), agreed)
    return [*named, other] if named else []
