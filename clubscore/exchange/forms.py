"""Forms of what is chosen when files come in; the files themselves are read by their formats."""

from collections.abc import Iterable, Mapping

from clubscore.club.form_values import Given, whole_number
from clubscore.club.models import Person
from clubscore.club.naming.odd_names import plain_name
from clubscore.exchange.reading.printable import file_name
from clubscore.tableside.page_form import Among, PageForm, Whole, Words

# What the page says of a name that is nobody's yet.
NEW = "new"
# What becomes of odd names: without what is odd, or as they are.
PLAIN, KEPT = "plain", "kept"


class EventsForm(PageForm):
    """Which event a file corrects, how results are scored, whether all files are one field.

    ``ours`` is an event of the club that is of that field too.
    """

    event = Whole()
    ours = Whole()
    scoring = Words()


class CarriedForm(PageForm):
    """What the preview of a file carried besides its content: its name, and what is corrected."""

    source = Words()
    reason = Words(strip=True, most=200)
    seen = Whole()

    @property
    def file(self) -> str:
        """The name of the file, without what nobody can print."""
        return file_name(self.words_of("source"))


class PastJobForm(PageForm):
    """What becomes of the job of an import, or of the import."""

    what = Among(("stop", "go", "end"))


class PeopleListForm(PageForm):
    """The rows of a list of people as the preview carried them, and what they were to do."""

    source = Words(most=80)
    rows = Words()
    digest = Words()
    names = Among((PLAIN, KEPT))


class NamesForm(PageForm):
    """Who each name of a file is: somebody of the club, somebody new, or as it was matched."""

    def __init__(self, given: Given, *, names: Iterable[str]) -> None:
        super().__init__(given)
        self.names = list(names)
        for number in range(len(self.names)):
            self.fields[f"who-{number}"] = Words()

    def chosen(
        self, matched: Mapping[str, Person | None], people: Mapping[int, Person]
    ) -> dict[str, Person | None]:
        """Return who each name is, by the people of the club; see `bring_in` of sittings."""
        found = dict(matched)
        for number, name in enumerate(self.names):
            said = self.words_of(f"who-{number}")
            if said == NEW:
                found[name] = None
            elif said == PLAIN:
                found[name] = Person(name=plain_name(name))
            elif said:
                found[name] = people.get(whole_number(said) or 0, matched[name])
        return found

    @property
    def open(self) -> list[str]:
        """The names of which nothing is said yet."""
        return [name for at, name in enumerate(self.names) if not self.words_of(f"who-{at}")]
