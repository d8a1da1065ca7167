"""What happened at a table, in words, for its history."""

from django.utils.translation import gettext as _

from clubscore.club.wording.names import named
from clubscore.rubbers.models import Happening, Substitute

Kind = Happening.Kind
LAWS = {
    "rights": lambda: _("by rubbers played and the order of rights"),
    "cut": lambda: _("by the cut"),
    "offer": lambda: _("as offered"),
    "room": lambda: _("those first in the room, law 17"),
    "hand": lambda: _("chosen by hand"),
}


def happening_in_words(happening: Happening) -> str:
    """Return what happened in a line: who came or left, what was cut, who plays and why."""
    data = happening.data
    kind: str = happening.get_kind_display()
    if data.get("as_before"):
        kind = _("played on as they sat")
    if happening.kind == Kind.LEFT:
        return _left(data)
    if happening.kind == Kind.LINE_UP:
        return _line_up(data)
    if happening.kind == Kind.CUT_OUT:
        drawn = [f"{name} {card_in_words(card)}" for name, card in data["names"].items()]
        how = _("tapped in") if data["by_hand"] else _("drawn by the program")
        return f"{kind}: {', '.join(drawn)} ({how})"
    if happening.kind == Kind.OFFERED and not data["names"]:
        return _("nobody offers to go out")
    if happening.kind in (Kind.JOINED, Kind.OFFERED):
        return f"{named(data['names'])} {kind}"
    return kind


def _left(data: dict[str, object]) -> str:
    said = _("%(name)s left the table") % {"name": named(data["names"])}  # type: ignore[arg-type]
    if data["breaks_up"]:
        return _("%(left)s and broke it up: the others have prior right of entry, law 26") % {
            "left": said
        }
    if data["law"] == 25:
        return _("%(left)s for another, and with it his right to come in here, law 25") % {
            "left": said
        }
    return said


def _line_up(data: dict[str, list[str]]) -> str:
    how = str(data["how"])
    said = _("%(names)s play, %(how)s") % {"names": named(data["names"]), "how": LAWS[how]()}
    if data["out"]:
        said = _("%(said)s; out: %(names)s") % {"said": said, "names": named(data["out"])}
    law_says = data["law_says"]
    if how == "hand" and law_says and set(law_says) != set(data["names"]):
        by_law = {"said": said, "names": named(law_says)}
        said = _("%(said)s. By the laws it would have been %(names)s") % by_law
    return said


def card_in_words(card: str) -> str:
    """Return a card as it is written in a line: 10♥, or 10 where no suit was told."""
    rank = "10" if card[0] == "T" else card[0]
    return rank + {"": "", "C": "♣", "D": "♦", "H": "♥", "S": "♠"}[card[1:]]


def relief_in_words(relief: Substitute) -> str:
    """Return who took a seat over, from which deal on and for whose account."""
    words = {
        "name": relief.person.name,
        "position": relief.position,
        "account": relief.account.name,
    }
    if relief.part.sitting.seven_id is not None:
        if relief.person_id == relief.account_id:
            return _("%(name)s is back in the old seat from deal %(position)s") % words
        return _("%(name)s sits in for %(account)s from deal %(position)s") % words
    if relief.person_id == relief.account_id:
        return _("%(name)s plays on his own account from deal %(position)s, law 24") % words
    return _("%(name)s plays for %(account)s from deal %(position)s, law 24") % words
