"""How pages call a passage of the law book."""

from django import template

from clubscore.club.wording.law_places import numbered

register = template.Library()
register.filter("numbered", numbered)
