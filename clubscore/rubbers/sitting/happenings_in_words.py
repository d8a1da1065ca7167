"""What happened at a table, in words, for its history."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club.wording.names import listed, named
from clubscore.club.wording.phrases import said
from clubscore.lawbook.which_game import laws_of
from clubscore.rubbers.models import Happening, Substitute
from clubscore.rubbers.models.kept_data import HappeningData

Kind = Happening.Kind
# Who plays, by what decided it.
LINE_UPS = {
    "rights": gettext_lazy("%(names)s play, by rubbers played and prior right"),
    "cut": gettext_lazy("%(names)s play, by the cut"),
    "offer": gettext_lazy("%(names)s play, as offered"),
    "room": gettext_lazy("%(names)s play, those first in the room, law 17"),
    "hand": gettext_lazy("%(names)s play, chosen by hand"),
}


def chosen_in_words(data: HappeningData) -> str:
    """Return what was chosen by the law, with the law; "" where today's data has it no more."""
    found = laws_of(data["game"], data["code"]).find(data["answer"])
    if found is None:
        return ""
    happened, answer = found
    chosen = next((each.said for each in answer.options if each.key == data["option"]), "")
    sources = answer.by(laws_of(data["game"], data["code"]).code)
    words = {
        "happened": _(happened.happened),
        "chosen": _(chosen) if chosen else "",
        "law": said(sources[0].cited),
        "name": named([*data.get("names", ())]),
    }
    if words["name"]:
        return _("%(happened)s (%(name)s): %(chosen)s; %(law)s") % words
    return _("%(happened)s: %(chosen)s; %(law)s") % words


def happening_in_words(happening: Happening) -> str:
    """Return what happened in a line: who came or left, what was cut, who plays and why."""
    in_words = IN_WORDS.get(happening.kind)
    if in_words is not None:
        return in_words(happening.data)
    if happening.data.get("as_before"):
        return _("played on as they sat")
    return str(happening.get_kind_display())


def _cut(data: HappeningData) -> str:
    names = data["names"]
    assert isinstance(names, dict)  # noqa: S101 - where they cut, each name has its card
    drawn = [f"{name} {card_in_words(card)}" for name, card in names.items()]
    if data["by_hand"]:
        text = _("cut for who plays: %(cards)s (entered by hand)")
    else:
        text = _("cut for who plays: %(cards)s (drawn by ClubScore)")
    return text % {"cards": listed(drawn)}


def _joined(data: HappeningData) -> str:
    names = [*data["names"]]
    text = ngettext("%(names)s came to the table", "%(names)s came to the table", len(names))
    return text % {"names": named(names)}


def _offered(data: HappeningData) -> str:
    names = [*data["names"]]
    if not names:
        return _("no one offered to go out")
    text = ngettext("%(names)s offered to go out", "%(names)s offered to go out", len(names))
    return text % {"names": named(names)}


def _left(data: HappeningData) -> str:
    if data["breaks_up"]:
        text = _(
            "%(name)s left the table and broke it up: the others have prior right of entry"
            " elsewhere, law 26"
        )
    elif data["law"] == 25:
        text = _(
            "%(name)s left the table for another and gave up the right to come in here, law 25"
        )
    else:
        text = _("%(name)s left the table")
    return text % {"name": named([*data["names"]])}


def _ruled(data: HappeningData) -> str:
    told = chosen_in_words(data)
    if "undoes" in data:
        return _("withdrawn: %(choice)s") % {"choice": told}
    return told or str(Kind.RULED.label)


def _misdeal(data: HappeningData) -> str:
    told = chosen_in_words(data) if "answer" in data else ""
    if told:
        return _("new deal: %(choice)s") % {"choice": told}
    return str(Kind.MISDEAL.label)


def _line_up(data: HappeningData) -> str:
    how, names = data["how"], [*data["names"]]
    line = str(LINE_UPS[how]) % {"names": named(names)}
    if data["out"]:
        line = _("%(said)s; out: %(names)s") % {"said": line, "names": named(data["out"])}
    law_says = data["law_says"]
    if how == "hand" and law_says and set(law_says) != set(names):
        by_law = {"said": line, "names": named(law_says)}
        line = _("%(said)s. By the laws it would have been %(names)s") % by_law
    return line


# What else happened is told by its kind alone.
IN_WORDS: dict[str, Callable[[HappeningData], str]] = {
    Kind.LEFT: _left,
    Kind.LINE_UP: _line_up,
    Kind.CUT_OUT: _cut,
    Kind.OFFERED: _offered,
    Kind.JOINED: _joined,
    Kind.RULED: _ruled,
    Kind.MISDEAL: _misdeal,
}


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
        return _("%(name)s plays on their own account from deal %(position)s, law 24") % words
    return _("%(name)s plays for %(account)s from deal %(position)s, law 24") % words
