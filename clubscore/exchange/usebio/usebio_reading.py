"""USEBIO 1.2 and 1.3, read: the XML in which clubs send results to federations and web sites."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from clubscore.exchange.reading.event_result import Brought
from clubscore.exchange.reading.left_open import Asking, date_asked
from clubscore.exchange.reading.notes import NAME, Part, Raw
from clubscore.exchange.reading.with_notes import Plain, gathered
from clubscore.exchange.reading.xml_text import Xml
from clubscore.exchange.usebio.usebio_fields import Fields
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop


def read_usebio(
    content: bytes, scoring: str = "", *, ask: bool = False, scheme: str = ""
) -> list[Brought]:
    """Return the events of a file. RuleError with the line of what is wrong.

    ``scoring`` is how they were scored where the file does not say it in words that are known;
    without it that is refused, or asked with ``ask``. ``scheme`` is the federation of the club that
    reads them.
    """
    document = Xml(content, NAME)
    root = document.root
    events = list(root.iter("EVENT")) if root.tag == "USEBIO" else []
    if not events:
        raise RuleError(
            "usebio",
            gettext_noop("This is XML, but not USEBIO, which is <USEBIO> with an <EVENT> inside."),
            document.where(root),
        )
    return [
        _brought(document, event, Asking(scoring, later=ask, scheme=scheme)) for event in events
    ]


def _brought(document: Xml, event: Element, asking: Asking) -> Brought:
    root = document.root
    club, hands = root.find("CLUB"), root.findall("HANDSET")
    fields = Fields(event, club, hands, document.where, asking)

    def notes(*elements: Element) -> tuple[Raw, ...]:
        return tuple(Raw(*each) for one in elements for each in document.instructions(one))

    parts = [event, *(one for one, _facts in fields.contestants)]
    parts += [one for elements, _facts in fields.boards.values() for one in elements]
    parts += [line[0] for line in fields.lines]
    known = {id(each) for each in parts}
    plain = Plain(
        fields.head,
        [Part(facts, document.where(one), notes(one)) for one, facts in fields.contestants],
        [Part(facts, "", notes(*elements)) for elements, facts in fields.boards.values()],
        [fields.result(*line)._replace(notes=notes(line[0])) for line in fields.lines],
        fields.printed,
        notes(event),
        fields.problems,
        notes(*(each for each in event.iter() if id(each) not in known)),
    )
    brought = gathered(plain)
    return brought._replace(asks=(*asking.asked, *date_asked(brought.told), *brought.asks))
