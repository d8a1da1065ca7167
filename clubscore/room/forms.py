"""Forms of the pages of the whole club that are written by hand."""

from clubscore.club.countries import COUNTRIES
from clubscore.club.form_values import Given
from clubscore.club.models import Club, Person
from clubscore.tableside.page_form import Among, OneFile, PageForm, People, Whole, Words


class KindForm(PageForm):
    """As what somebody is added: a member or a guest."""

    kind = Among(Person.Kind.values)


class OldRateForm(PageForm):
    """Which rate is withdrawn, or balances are converted at; `seen` is what the page showed."""

    rate = Whole()
    seen = Words()


class JobForm(PageForm):
    """Which job is stopped, or begun again."""

    job = Whole()


class BackupKeyForm(PageForm):
    """The secret half of the key of the backups, to be proved."""

    secret = Words(most=200)


class ClosingForm(PageForm):
    """The file of a club that is to be closed, and where the club went."""

    file = OneFile()
    to = Words(strip=True, most=200)


class SwitchForm(PageForm):
    """To which of one's clubs one goes over."""

    club = Words()


class ByHandForm(PageForm):
    """A table and its digits, typed where no camera reads the code, and the club."""

    table = Words(most=12)
    code = Words(most=20)
    club = Words(most=80)


class SetUpForm(PageForm):
    """Which page of a club's set-up was answered, whether it is for later; where the last leads."""

    page = Among(("2", "3", "4"))
    later = Words(most=1)
    to = Among(("table", "event", "later"))


class SearchForm(PageForm):
    """What is looked for in the whole club."""

    q = Words(most=80, strip=True)


class CountryForm(PageForm):
    """In which country a new club is."""

    country = Among([*COUNTRIES])


class DoorForm(PageForm):
    """Who comes in, found by `q`, part of a name, and at which table."""

    q = Words(strip=True)
    table = Words()

    def __init__(self, given: Given, *, club: Club) -> None:
        super().__init__(given)
        self.club = club
        self.fields["person"] = People(club)

    @property
    def people(self) -> list[Person]:
        """Whoever was tapped; nobody yet where the page is shown first."""
        people: list[Person] = self.read["person"]
        return people[:1]
