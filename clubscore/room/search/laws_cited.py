"""The laws that the program goes by, each with its number and what it is about."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class CitedLaw(NamedTuple):
    """A law, what it is about, and the game on whose page the rest is read."""

    law: Promise
    about: Promise
    game: str


def _bridge(law: Promise, about: Promise) -> CitedLaw:
    return CitedLaw(law, about, "straight-bridge")


CITED = (
    _bridge(_("Laws of Bridge 1899, law 4"), _("Tricks: what each odd trick counts")),
    _bridge(_("Laws of Bridge 1899, law 6"), _("Honours: what they count")),
    _bridge(_("Laws of Bridge 1899, law 7"), _("Aces: the honours at no-trumps")),
    _bridge(_("Laws of Bridge 1899, law 8"), _("Chicane: a hand without a trump")),
    _bridge(_("Laws of Bridge 1899, law 9"), _("Grand slam and little slam")),
    _bridge(_("Laws of Bridge 1899, law 11"), _("Rubber: the points for winning it")),
    _bridge(
        _("Laws of Bridge 1899, law 12"),
        _("A mistake in the score below the line: how long it can be corrected"),
    ),
    _bridge(
        _("Laws of Bridge 1899, law 13"),
        _("A mistake in the score above the line: how long it can be corrected"),
    ),
    _bridge(
        _("Laws of Bridge 1899, laws 14 to 20"),
        _("Cutting for partners, deal and seats: the ace is low, equal cards cut again"),
    ),
    _bridge(
        _("Laws of Bridge 1899, laws 17 to 26"),
        _("Who plays and who waits when there are more players than seats"),
    ),
    _bridge(_("Laws of Bridge 1899, law 18"), _("A table is complete with two more than can play")),
    _bridge(_("Laws of Bridge 1899, law 24"), _("A substitute takes a seat during a rubber")),
    _bridge(
        _("Laws of Bridge 1899, law 25"), _("A player who goes to another table gives up the place")
    ),
    _bridge(_("Laws of Bridge 1899, law 26"), _("A player who breaks up a table")),
    _bridge(_("Laws of Bridge 1899, law 87"), _("Revoke: the three penalties to choose from")),
    _bridge(_("Laws of Bridge 1899, law 66"), _("Revoke: dummy is not liable to any penalty")),
    _bridge(
        _("Laws of Bridge 1899, law 95"),
        _("Revoke by both sides: neither can win the game by that deal"),
    ),
    CitedLaw(
        _("International Laws of Bridge, law 64"),
        _("Revoke today: one trick or two change hands"),
        "rubber-bridge",
    ),
    CitedLaw(
        _("Auction Bridge Variations 1923, p. 143, law 4"),
        _("Cut-throat: a card exposed before the lead costs 100 to each of the others"),
        "cut-throat",
    ),
    CitedLaw(
        _("Auction Bridge Variations 1923, pp. 143-144, law 5"),
        _("Cut-throat: a double out of turn costs 100 to each adversary"),
        "cut-throat",
    ),
    _bridge(
        _("Laws of Bridge 1899, law 93"),
        _("Revoke: it can be claimed until the cards are cut for the next deal"),
    ),
    CitedLaw(
        _("Auction of 1908, laws 47 to 57"),
        _("The auction: the dealer calls first, then each player in turn"),
        "auction",
    ),
    CitedLaw(
        _("Auction of 1908, law 48"), _("Bids: the one worth more points is higher"), "auction"
    ),
    CitedLaw(
        _("Royal Auction Bridge, law 90 of 1908"),
        _("Revoke: the side that revoked scores nothing but honours"),
        "auction",
    ),
)
