"""Forms of packages: as whom a table goes out, and what a director turns away."""

from django.utils.translation import gettext as _

from clubscore.club.refused import Refused
from clubscore.events.world.making_packages import FULL, NICKNAMES, NOBODY_NAMED, Called
from clubscore.events.world.turning_away import Deciding
from clubscore.tableside.page_form import Among, Line, PageForm, Whole, Words

LONGEST_NICKNAME = 40
LONGEST_PASTED = 20_000


class CalledForm(PageForm):
    """As whom the players of a table go out."""

    how = Among((FULL, NICKNAMES, NOBODY_NAMED))
    ns = Line(most=LONGEST_NICKNAME)
    ew = Line(most=LONGEST_NICKNAME)

    @property
    def called(self) -> Called:
        """What was chosen. Raises Refused where nothing was."""
        how = self.words_of("how")
        if not how:
            raise Refused(_("Choose how you are named."), "how")
        return Called(how, self.words_of("ns"), self.words_of("ew"))


class HouseForm(PageForm):
    """The other house of a match: its code as text or link, or one of the packages that came."""

    text = Words(most=LONGEST_PASTED)
    package = Whole()


class HoursForm(PageForm):
    """The day and hour at which a set closes for every club."""

    closes = Words(strip=True, most=40)


class DecisionForm(PageForm):
    """Which package, whether it or all of its club is turned away or taken back, and why."""

    package = Whole()
    what = Among(("away", "back"))
    of = Among(("package", "club"))
    reason = Line(most=200)

    @property
    def deciding(self) -> Deciding | None:
        """What was decided; None where the page never asked that."""
        what, of = self.words_of("what"), self.words_of("of")
        if not what or not of:
            return None
        return Deciding(what == "away", of == "club", self.words_of("reason"))
