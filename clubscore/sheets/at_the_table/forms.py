"""What is asked before labels are printed."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubscore.club.form_values import Given
from clubscore.deals.dealt_board import HIGHEST_BOARD
from clubscore.laws.words import gettext_noop
from clubscore.sheets.at_the_table.board_labels import Wanted
from clubscore.sheets.pieces.label_stocks import BY_KEY, MOST_SHIFT, STEP, Shift, Stock
from clubscore.tableside.page_form import PageForm, Pick, Whole

SHIFTS = tuple(str(tenth) for tenth in range(-MOST_SHIFT, MOST_SHIFT + 1, STEP))
WRONG_STOCK = gettext_noop("Labels: choose one of the sheets in the list.")
WRONG_SHIFT = gettext_noop("Move what is printed: choose −3 to 3 mm.")
# More than anybody has boards, and few enough to draw at once.
MOST_LABELS = 400


class LabelsForm(PageForm):
    """Which boards on which labels; what was asked last time is what is asked usually."""

    stock = Pick(BY_KEY, wrong=WRONG_STOCK)
    lowest = Whole()
    highest = Whole()
    first = Whole()
    right = Pick(SHIFTS, wrong=WRONG_SHIFT)
    down = Pick(SHIFTS, wrong=WRONG_SHIFT)

    def __init__(self, given: Given, *, usual: Wanted, boards: Sequence[int]) -> None:
        super().__init__(given)
        self.usual, self.boards = usual, boards

    def clean(self) -> dict[str, Any]:
        """Check what belongs together: boards from the lower on, a label that the sheet has."""
        found = super().clean() or self.cleaned_data
        lowest, highest = (
            self._number("lowest", self.boards[0]),
            self._number("highest", self.boards[-1]),
        )
        if not 0 < lowest <= HIGHEST_BOARD:
            text = _("From board: give a number from 1 to %(most)s.")
            self.add_error("lowest", ValidationError(text % {"most": HIGHEST_BOARD}))
        elif not lowest <= highest < lowest + MOST_LABELS:
            text = _("To board: give a number from %(from)s to %(to)s.")
            values = {"from": lowest, "to": lowest + MOST_LABELS - 1}
            self.add_error("highest", ValidationError(text % values))
        held = self._stock.held
        if not 0 < self._number("first", 1) <= held:
            text = _("First label: this sheet has the labels 1 to %(most)s.")
            self.add_error("first", ValidationError(text % {"most": held}))
        return found

    def _number(self, name: str, usual: int) -> int:
        value = self.cleaned_data.get(name)
        if value is None and self.typed(name).strip():
            return 0
        return usual if value is None else int(value)

    @property
    def _stock(self) -> Stock:
        return BY_KEY.get(self.words_of("stock"), self.usual.stock)

    @property
    def numbers(self) -> range:
        """The boards that labels are wanted for."""
        lowest = self._number("lowest", self.boards[0])
        return range(lowest, self._number("highest", self.boards[-1]) + 1)

    @property
    def wanted(self) -> Wanted:
        """What they are printed on."""
        usual = self.usual.shift
        shift = Shift(
            int(self.words_of("right") or usual.right), int(self.words_of("down") or usual.down)
        )
        return Wanted(self._stock, self._number("first", 1), shift)
