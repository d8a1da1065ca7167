"""Forms of the boards that an event is played with."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubscore.club.form_values import Given
from clubscore.events.boards.boards_write import MOST_BOARDS, Seen
from clubscore.tableside.page_form import Line, PageForm, Whole, Words


class SeenForm(PageForm):
    """Which state of the boards the page showed, and why it is changed."""

    seen = Whole()
    reason = Line(most=200)

    @property
    def as_seen(self) -> Seen:
        """What the page showed, with the key of the page."""
        return Seen(self.number_of("seen") or 0, self.key, self.words_of("reason"))


class FileForm(SeenForm):
    """The boards of a file, as its preview carried them, and the name of the file."""

    source = Words(most=80)
    boards = Words()


class DealingForm(SeenForm):
    """How cards are dealt: into how many boards, where the movement does not say, and how."""

    count = Whole()
    pack = Words()

    def __init__(self, given: Given, *, asks_count: bool) -> None:
        super().__init__(given)
        self.asks_count = asks_count

    def clean_count(self) -> int:
        """Return the number of boards, 0 where it is not asked for."""
        count = self.number_of("count") or 0
        if self.asks_count and not 0 < count <= MOST_BOARDS:
            text = _("Number of boards: choose 1 to %(most)s.")
            raise ValidationError(text % {"most": MOST_BOARDS})
        return count
