"""Forms of what is paid at a table: payments taken back, and table money."""

from clubscore.tableside.page_form import PageForm, Whole, Words


class PaymentForm(PageForm):
    """Which payment was not made after all."""

    payment = Whole()
    reason = Words(strip=True, most=200)


class PayAllForm(PageForm):
    """Who owed whom as the page showed it, or the key of the tap that paid all of it."""

    seen = Words(most=4000)
    batch = Words(most=64)
    reason = Words(strip=True, most=200)


class TableMoneyForm(PageForm):
    """Whose table money is let off, as an entry of the book, and why."""

    entry = Whole()
    reason = Words(strip=True, most=200)
