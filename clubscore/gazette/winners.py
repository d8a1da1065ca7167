"""Stories of a ranking: who won and by how much, how late they took the lead, who climbed."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording.figures import percent as percent_words
from clubscore.club.wording.names import both
from clubscore.events.rankings.lists import figures_of, title_of
from clubscore.gazette.event_night import EventNight, Standing
from clubscore.gazette.story import Source, Story
from clubscore.ranking.totals import Ranking

SHOWN = 3  # rows of a ranking below a story
FEWEST_TO_CLIMB = 6


def stories_of_ranking(night: EventNight) -> Iterator[Story]:
    """Yield the winner of each list, and whoever climbed furthest from the last place.

    None where no board can be compared: there everyone is first, with nothing.
    """
    if not night.is_compared:
        return
    for ranking in night.rankings:
        if len(ranking.rows) > 1 and ranking.rows[0].entry.boards:
            yield _winner(night, ranking)
            climb = _climb(night, ranking)
            if climb:
                yield climb


def _winner(night: EventNight, ranking: Ranking) -> Story:
    figures = figures_of(ranking)
    first = [row for row in ranking.rows if row.place.removesuffix("=") == "1"]
    names = [night.names(row.entry.contestant.number) for row in first]
    score, percent = figures[0]
    title = title_of(ranking)
    what = night.event.name if not title else _("%(event)s (%(line)s)") % {
        "event": night.event.name, "line": title,
    }  # fmt: skip
    unit = night.lists.score_word
    made = percent_words(percent) if percent else _("%(n)s (%(unit)s)") % {"n": score, "unit": unit}
    values = {"names": both(names), "event": what, "made": made}
    if len(first) > 1:
        text = _("%(names)s share first place in %(event)s, with %(made)s.") % values
    else:
        text = _("%(names)s won %(event)s with %(made)s.") % values
    lead = "" if len(first) > 1 else _lead(night, ranking)
    return Story(
        key=f"event-{night.event.pk}-winner-{ranking.direction or ''}",
        head=_("Winners"),
        text=" ".join(filter(None, (text, lead))),
        source=_source(night, ranking, figures),
        claim={
            "event": night.event.pk,
            "direction": ranking.direction,
            "winners": tuple(row.entry.contestant.number for row in first),
            "made": percent or score,
            "led_from": _led_from(night, ranking) if len(first) == 1 else None,
        },
    )


def _led_from(night: EventNight, ranking: Ranking) -> int | None:
    """The round from which on the winner alone was in front after every round; None if unknown."""
    stood = night.rounds.get(ranking.direction, ())
    winner = ranking.rows[0].entry.contestant.number
    since = None
    for each in reversed(stood):
        if each.first != (winner,):
            break
        since = each.round
    return since


def _lead(night: EventNight, ranking: Ranking) -> str:
    """Say how late the winner took the lead; nothing where there were no rounds."""
    since = _led_from(night, ranking)
    if since is None:
        return ""
    stood = night.rounds[ranking.direction]
    numbers = [each.round for each in stood]
    if since == numbers[0]:
        return _("They led after every round.")
    if since < numbers[-1]:
        return _("They took the lead in round %(round)s of %(rounds)s and kept it.") % {
            "round": since, "rounds": numbers[-1],
        }  # fmt: skip
    before = stood[-2].first
    others = [
        night.names(each) for each in before if each != ranking.rows[0].entry.contestant.number
    ]
    if not others:
        return ""
    if len(others) < len(before):
        text = _("They took the lead in the last round; before it they were level with %(names)s.")
    else:
        text = _("They took the lead in the last round, from %(names)s.")
    return text % {"names": both(others)}


def _source(night: EventNight, ranking: Ranking, figures: list[tuple[str, str]]) -> Source:
    stood = night.rounds.get(ranking.direction, ())
    asked = _("The final ranking, and the ranking after each round from the results until then.")
    rows = [
        (_("End"), row.place, night.names(row.entry.contestant.number), percent or score)
        for row, (score, percent) in list(zip(ranking.rows, figures, strict=True))[:SHOWN]
    ]
    for each in stood[:-1]:
        names = both(night.names(key) for key in each.first)
        rows.append((_("Round %(n)s") % {"n": each.round}, "1", names, ""))
    heads = (_("After"), _("Place"), _("Who"), _("Result"))
    return Source(asked, heads, tuple(rows), night.path)


def _climb(night: EventNight, ranking: Ranking) -> Story | None:
    """The latest in the first half to be last of all who still came among the first three."""
    stood = night.rounds.get(ranking.direction, ())
    if len(ranking.rows) < FEWEST_TO_CLIMB:
        return None
    places = {row.entry.contestant.number: row.place for row in ranking.rows[:SHOWN]}
    for each in reversed(stood[: len(stood) // 2]):
        if places.get(each.last) and int(places[each.last].removesuffix("=")) <= SHOWN:
            return _climbed(night, ranking, each, places[each.last])
    return None


def _climbed(night: EventNight, ranking: Ranking, last: Standing, place: str) -> Story:
    text = ngettext(
        "%(names)s were last after %(n)s round of %(event)s and finished in place %(place)s.",
        "%(names)s were last after %(n)s rounds of %(event)s and finished in place %(place)s.",
        last.round,
    )
    names = night.names(last.last)
    stood = night.rounds[ranking.direction]
    rows = tuple(
        (str(each.round), str(each.order.index(last.last) + 1), str(len(each.order)))
        for each in stood
        if last.last in each.order
    )
    return Story(
        key=f"event-{night.event.pk}-climb-{ranking.direction or ''}",
        head=_("From last to the top"),
        text=text % {"names": names, "n": last.round, "event": night.event.name, "place": place},
        source=Source(
            _("Where they stood in the ranking after each round."),
            (_("Round"), _("Row"), _("Of")),
            rows,
            night.path,
        ),
        claim={
            "event": night.event.pk,
            "direction": ranking.direction,
            "who": last.last,
            "round": last.round,
            "place": place,
        },
    )
