"""Between two rubbers: agreeing, paying, drawing for seats; breaking off, ending, opening again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.soak.phones import Forms, at_once, one_of_them
from tests.soak.what_stands import Part

if TYPE_CHECKING:
    from tests.soak.card_table import CardTable

MOST_TRIES = 40


def agree(table: CardTable, where: str, page: str) -> None:
    """Agree the rubber that a page shows, often on both phones; pay some, and go on."""
    forms = Forms(page)
    found, undo = forms.to("/agree/"), forms.to("/undo/")
    if found is None:
        raise RuntimeError(f"{where} is no rubber to agree")
    if undo is not None and not table.part.is_broken_off and table.chance.random() < 0.1:
        table.undo(page)
        return
    address, form = found
    if table.chance.random() < 0.5:
        table.phones[0].send("other", address, form)
    else:
        other = Forms(table.phones[1].open(where)[1]).to("/agree/")
        if other is None:
            raise RuntimeError(f"{where} is agreed for one phone alone")
        one, two = table.phones
        at_once(
            lambda: one.send("other", address, form),
            lambda: two.send("other", address, other[1]),
        )
    table.part.agree(int(where.split("/")[-2]))
    table.book.did("rubbers agreed")
    if table.chance.random() < 0.6:
        table.slip.pay(table.chance)
    if table.chance.random() < 0.2:
        _end(table)
    if table.chance.random() < 0.4:
        sit_anew(table, *table.phones[0].open(f"{table.at}next/"))


def break_off(table: CardTable) -> None:
    """Break the rubber off that is under way; the page that follows asks to agree it."""
    if not table.part.is_under_way:
        return
    found = Forms(table.phones[0].open(f"{table.at}next/")[1]).to("/break-off/")
    if found is None:
        raise RuntimeError(f"{table.at} has no rubber to break off")
    table.phones[0].send("other", found[0], found[1] | {"reason": "the last train"})
    table.part.is_broken_off = True
    table.book.did("rubbers broken off")


def _end(table: CardTable) -> None:
    """End the table; what was agreed at it only the desk opens again."""
    ends = Forms(table.phones[0].open(f"{table.at}next/")[1]).to("/end/")
    if ends is None:
        return
    slip = table.phones[0].send("other", *ends).where
    if Forms(table.phones[1].open(slip)[1]).to("/reopen/") is not None:
        raise RuntimeError(f"{slip} lets a phone open again what was agreed")
    desk = table.at_the_desk()
    again = Forms(desk.open(slip)[1]).to("/reopen/")
    if again is None:
        raise RuntimeError(f"{slip} does not let the table be opened again")
    desk.send("other", again[0], again[1] | {"reason": "one more rubber"})
    table.book.did("tables ended and opened again")


def sit_anew(table: CardTable, where: str, page: str) -> None:
    """Draw for seats until nobody is equal, then take them: two phones at once, one does."""
    phone = table.phones[0]
    for _try in range(MOST_TRIES):
        if where.endswith("/seats/"):
            break
        if f'href="{table.at}seats/"' in page and where.endswith("/cut/"):
            where, page = phone.open(f"{table.at}seats/")
            continue
        draws = Forms(page).all_to("/draw/")
        again = [each for each in draws if "afresh" not in each[1]] or draws
        if not again:
            return  # it has moved on, or something is still to be agreed
        phone.send("other", *again[0])
        where, page = phone.open(table.at)
    forms = [Forms(page).to("/seats/"), Forms(table.phones[1].open(where)[1]).to("/seats/")]
    if None in forms:
        raise RuntimeError(f"{where} asks for no seats")
    sent = [form for form in forms if form is not None]
    one, two = table.phones
    answers = at_once(lambda: one.ask("other", *sent[0]), lambda: two.ask("other", *sent[1]))
    fields = sent[one_of_them(answers, table.book)][1]
    seats = {seat: table.names[fields[f"seat-{seat}"]] for seat in table.part.seats}
    table.evening.parts.append(Part(table.part.number + 1, table.game, seats))
    table.book.did("line-ups")
