"""What a table's phone takes along for when the network is gone: blank forms of the next deals."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.rubbers.deal.deal_page import EntryForm, Sentence
from clubscore.rubbers.state.part_state import Standing

# More deals than a table plays before the network is back or the rubber is over.
DEALS = 30


def dealers_ahead(standing: Standing, deals: int = DEALS) -> list[str]:
    """Return who deals the next deals, if none of them is passed out and no one says otherwise."""
    order, dealing = standing.game.deal_order, standing.game.dealing
    dealt = [deal.revision.dealer for deal in standing.live] + [standing.dealer]
    for _deal in range(deals - 1):
        last = dealt[-1]
        in_a_row = next((n for n, seat in enumerate(reversed(dealt)) if seat != last), len(dealt))
        following = order[(order.index(last) + 1) % len(order)]
        dealt.append(last if dealing.deals_again(in_a_row, passed=False) else following)
    return dealt[-deals:]


@dataclass(frozen=True)
class BlankForm:
    """A form of a deal with nothing entered; `declares` where that follows from who deals."""

    dealer: str
    name: str
    entry: EntryForm
    sentence: Sentence
    declares: str


def blank_forms(standing: Standing, dealers: list[str]) -> list[BlankForm]:
    """Return a blank form of a deal for each seat that may deal it; contract and result in one."""
    names = standing.names
    waits = _("It is checked and scored when this phone is online again.")
    return [
        BlankForm(
            dealer=seat,
            name=names.get(seat, _("dummy")),
            entry=EntryForm(standing, {}, seat, step=1, later=later),
            sentence=Sentence(waits, [], ""),
            # Where no number is named, the dealer's side declares.
            declares="" if standing.game.bidding.levels else seat,
        )
        for later, seat in enumerate(dict.fromkeys(dealers))
    ]
