"""The race of a rubber in words: its finding, its picture, the deals that turned it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.charts.courses import Course, Line, lines
from clubscore.charts.picture import Picture
from clubscore.club.wording.figures import figure
from clubscore.club.wording.names import both
from clubscore.club.wording.phrases import said
from clubscore.laws.sentences import describe_deal
from clubscore.rubbers.looking_back.race import Race, RaceDeal


@dataclass(frozen=True)
class Turn:
    """A turning point: its sentence, the deal that it leads to, and what it claims."""

    kind: str
    text: str
    deal: RaceDeal
    claim: tuple[int, ...]


def finding(race: Race) -> str:
    """Return what the picture of a race shows, as a sentence."""
    leader, last = race.leader, race.deals[-1].live.number
    if leader is None:
        words = {"points": figure(max(race.last.values())), "deal": last}
        return _("Level at %(points)s after deal %(deal)s.") % words
    if race.won is not None and race.won != leader:
        text = ngettext(
            "%(winner)s won, but %(leader)s scored %(margin)s point more.",
            "%(winner)s won, but %(leader)s scored %(margin)s points more.",
            race.margin,
        )
        names = {"winner": race.names[race.won], "leader": race.names[leader]}
        return text % {**names, "margin": race.margin}
    since = race.led_since
    words = {"names": race.names[leader], "margin": race.margin, "at": last}
    if since is not None:
        words["deal"] = since.live.number
    return (_ended(race, since) if race.is_over or race.is_broken_off else _so_far(race)) % words


def _ended(race: Race, since: RaceDeal | None) -> str:
    if since is None:
        return _("%(names)s took the lead when play stopped, by %(margin)s.")
    if since is race.deals[0]:
        return _("%(names)s led from the first deal and won by %(margin)s.")
    if since is race.deals[-1]:
        return _("%(names)s took the lead with the last deal and won by %(margin)s.")
    return _("%(names)s led from deal %(deal)s on and won by %(margin)s.")


def _so_far(race: Race) -> str:
    return ngettext(
        "After deal %(at)s: %(names)s ahead by %(margin)s point, since deal %(deal)s.",
        "After deal %(at)s: %(names)s ahead by %(margin)s points, since deal %(deal)s.",
        race.margin,
    )


def picture_of(race: Race, own: str = "") -> Picture:
    """Return the race as a picture; `own` is the reader's column, whose line is the first."""
    keys = sorted(race.names, key=lambda key: key != own)
    sums = [dict.fromkeys(keys, 0), *(deal.sums for deal in race.deals)]
    at = [pgettext("of a race", "start"), *(str(deal.live.number) for deal in race.deals)]
    if race.ended is not None:
        sums.append(dict(race.ended))
        at.append(pgettext("of a race", "end"))
    courses = tuple(Line(race.names[key], tuple(each[key] for each in sums)) for key in keys)
    course = Course(_("Deal"), tuple(at), courses, lambda value: figure(round(value)))
    return lines(finding(race), course)


def turns_of(race: Race) -> list[Turn]:
    """Return the turning points of a race, in words."""
    found = [*_swing(race), *_lead(race), *_behind(race), *_near(race)]
    return found if any(deal.swing for deal in race.deals) else []


def _swing(race: Race) -> Iterator[Turn]:
    deal = race.greatest_swing
    best = [key for key, points in deal.brought.items() if points == max(deal.brought.values())]
    if len(race.names) == 2:
        text = ngettext(
            "Deal %(deal)s moved the score most, by %(points)s point to %(names)s. %(what)s",
            "Deal %(deal)s moved the score most, by %(points)s points to %(names)s. %(what)s",
            deal.swing,
        )
    else:
        text = ngettext(
            "Deal %(deal)s moved the scores most: it brought %(names)s %(points)s point more than"
            " the player who gained least. %(what)s",
            "Deal %(deal)s moved the scores most: it brought %(names)s %(points)s points more than"
            " the player who gained least. %(what)s",
            deal.swing,
        )
    words = {
        "deal": deal.live.number,
        "points": deal.swing,
        "names": _names(race, best),
        "what": deal_in_words(race, deal),
    }
    yield Turn("swing", text % words, deal, (deal.swing,))


def _lead(race: Race) -> Iterator[Turn]:
    changes = len(race.changes)
    if not changes:
        return
    deal = race.changes[-1]
    ahead = sorted(deal.sums.values(), reverse=True)
    leader = next(key for key, points in deal.sums.items() if points == ahead[0])
    text = ngettext(
        "The lead changed hands once: with deal %(deal)s %(names)s went %(points)s ahead.",
        "The lead changed hands %(n)s times, last with deal %(deal)s:"
        " %(names)s went %(points)s ahead.",
        changes,
    )
    margin = ahead[0] - ahead[1]
    words = {
        "n": changes,
        "deal": deal.live.number,
        "names": race.names[leader],
        "points": margin,
    }
    yield Turn("lead", text % words, deal, (changes, margin))


def _behind(race: Race) -> Iterator[Turn]:
    if race.furthest_behind is None or race.leader is None:
        return
    points, deal = race.furthest_behind
    text = ngettext(
        "After deal %(deal)s %(names)s were still %(points)s point behind.",
        "After deal %(deal)s %(names)s were still %(points)s points behind.",
        points,
    )
    if len(_seats(race, race.leader)) == 1:
        text = ngettext(
            "After deal %(deal)s %(names)s was still %(points)s point behind.",
            "After deal %(deal)s %(names)s was still %(points)s points behind.",
            points,
        )
    words = {"deal": deal.live.number, "names": race.names[race.leader], "points": points}
    yield Turn("behind", text % words, deal, (points,))


def _near(race: Race) -> Iterator[Turn]:
    if race.nearest_miss is None:
        return
    needs, who, deal = race.nearest_miss
    text = ngettext(
        "Before deal %(deal)s %(names)s needed %(points)s point below the line for the rubber.",
        "Before deal %(deal)s %(names)s needed %(points)s points below the line for the rubber.",
        needs,
    )
    words = {"deal": deal.live.number, "names": race.names[who], "points": needs}
    yield Turn("near", text % words, deal, (needs,))


def deal_in_words(race: Race, deal: RaceDeal) -> str:
    """Return what was bid, by whom, and what became of it."""
    then = race.standing.at_deal(deal.live.position)
    return said(describe_deal(then.game, deal.scored.deal, then.names))


def _names(race: Race, keys: Sequence[str]) -> str:
    """Return the people of one column, or of those that did equally well."""
    return both(race.names[key] for key in keys)


def _seats(race: Race, key: str) -> tuple[str, ...]:
    return next(column.seats for column in race.standing.game.columns if column.key == key)
