"""The format that pages saved from BBO add."""

from clubscore.extras.bbo.session import BBO_PAGES

FORMATS = (BBO_PAGES,)
