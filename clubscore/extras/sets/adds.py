"""What making sets adds; a set is played at a table without it."""

from django.utils.translation import gettext_lazy as _

from clubscore.events.models import ContestSet
from clubscore.extras.sets.pages import BOX
from clubscore.web.hooks import Card, Extra

EXTRA = Extra(
    key="sets",
    title=_("Making sets"),
    about=_("A box to print for each set, and a command that makes new sets."),
    uses=(ContestSet,),
    papers=(BOX,),
    cards={"set": Card("extras/sets/box.html")},
)
