"""Codes of tables as a plain text: for whoever types them, since nobody hears a picture."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from clubscore.sheets.club.code_cards import CodeCard


def codes_text(cards: Sequence[CodeCard]) -> Iterator[str]:
    """Return the title, whose they are, and of each table what is typed and until when."""
    yield _("Codes of the tables") if len(cards) > 1 else _("Code of the table")
    yield cards[0].identity.line
    for card in cards:
        yield ""
        yield card.title
        if card.digits:
            yield " " + _("Open %(where)s") % {"where": card.by_hand}
            yield " " + _("Type the code %(digits)s") % {"digits": card.digits}
        else:
            yield " " + _("By scanning or by this address only")
        if card.wifi:
            yield " " + _("Wi-Fi: %(name)s") % {"name": card.wifi}
        until = _("Valid until %(until)s, unless the director turns it off sooner.")
        yield " " + until % {"until": card.until}
        yield f" {card.address}"
