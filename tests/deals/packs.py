"""Deals for tests."""

from hypothesis import strategies as st

from clubscore.deals.hands import PACK, Hands, hand_of, whole_deal
from clubscore.laws.cards import COMPASS

TEXT = "N:J53.J86432.72.A7 AT4.9.AQJ94.JT93 Q2.A75.T85.Q8542 K9876.KQT.K63.K6"


def dealt(pack: list[str]) -> Hands:
    """Return a pack dealt a card at a time, North first."""
    return whole_deal({s: hand_of(pack[at::4], s) for at, s in enumerate(COMPASS)})


any_deal = st.permutations(PACK).map(dealt)
