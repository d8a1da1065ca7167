"""How pages call a passage of the law book, and where a law that they name is read."""

from django import template

from clubscore.club.wording.law_places import numbered, url_in_words

register = template.Library()
register.filter("numbered", numbered)
register.filter("law_url", url_in_words)
