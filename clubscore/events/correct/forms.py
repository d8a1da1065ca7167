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


class RulingForm(PageForm):
    """Of a ruling: its law, who gave it, why; whose penalty it is, and how much of what."""

    law = Line(most=40)
    by = Line(most=60)
    reason = Line(most=200)
    whose = Words()
    usual = Words()
    amount = Words(strip=True)
    unit = Words()


class AppealForm(PageForm):
    """An appeal against a ruling, or what came of it: by whom, and in words."""

    what = Words()
    by = Line(most=60)
    text = Line(most=200)
