"""What board labels say, as a plain text."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from clubscore.events.state.board_words import dealt_line
from clubscore.events.state.event_now import Room
from clubscore.sheets.events.texts.text_words import heading


def labels_text(room: Room, boards: Sequence[int]) -> Iterator[str]:
    """A line for each board: its number, who deals it, who is vulnerable."""
    yield from heading(_("Board labels"), room.event)
    yield ""
    for number in boards:
        line = {"n": number, "dealt": dealt_line(room.board(number), room.event)}
        yield _("Board %(n)s: %(dealt)s") % line
