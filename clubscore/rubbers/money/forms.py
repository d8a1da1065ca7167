"""Forms of what is paid at a table: payments taken back, and table money."""

from clubscore.tableside.page_form import PageForm, Whole, Words


class PaymentForm(PageForm):
    """Which payment was not made after all."""

    payment = Whole()


class TableMoneyForm(PageForm):
    """Whose table money is let off, as an entry of the book, and why."""

    entry = Whole()
    reason = Words(strip=True, most=200)
