"""Forms of what the director deducts from a total, or removes again."""

from clubscore.tableside.page_form import Line, PageForm, Whole, Words


class PenaltyForm(PageForm):
    """A penalty: whose, as section and number ("A:3"), how much of what, and why."""

    pair = Words()
    amount = Words()
    unit = Words()
    reason = Line(most=200)


class LiftForm(PageForm):
    """Which penalty is removed, and why."""

    lift = Whole(id="penalty")
    reason = Line(most=200)
