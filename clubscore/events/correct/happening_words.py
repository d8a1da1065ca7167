"""What happened at an event, as one short sentence of its history."""

from collections.abc import Callable

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.club.evening import zone_of
from clubscore.club.own_words import words_of
from clubscore.club.templatetags.clubscore import day_and_time
from clubscore.club.wording.names import listed, named
from clubscore.events.correct.ruling_log import appeal_in_words, ruling_in_words
from clubscore.events.models import EventHappening
from clubscore.events.models.contest_facts import PhoneIn, StopSaid
from clubscore.events.models.kept_facts import (
    FOLLOWS,
    ROUND,
    AllHere,
    Announced,
    BidReached,
    BoardFouled,
    BoardsLookedAt,
    BoardsSet,
    CasePassedOn,
    ClockSet,
    EarlierAsked,
    EntryChanged,
    Finished,
    LineupSet,
    MovementSet,
    ParSet,
    PenaltyGiven,
    PhonesSet,
    RankingShown,
    RoundStarted,
    SeatsNamed,
    SlipsSet,
    TakenDown,
)
from clubscore.events.models.pads_facts import PadsSent
from clubscore.events.play.directed import reached_in_words
from clubscore.events.play.numbering import numbering_in_words
from clubscore.events.state.event_now import Room
from clubscore.events.state.seat_claims import claim_of, people_said
from clubscore.events.terms.event_words import UNIT_WORDS, how_many, numbered
from clubscore.movements.kinds import KIND_NAMES

Kind = EventHappening.Kind


def told(room: Room, happening: EventHappening) -> str:
    """Return what happened, in words."""
    sentence = SENTENCES.get(happening.kind)
    text = sentence(room, happening) if sentence else ""
    return text or str(happening.get_kind_display())


def _entry(room: Room, happening: EventHappening) -> str:
    data = happening.told_as(EntryChanged)
    what = data.get("what", "")
    if what == "terms":
        return _("handicap, carry-over or stratum changed")
    if what == "counted":
        many = how_many(room.event.contestants_are, data["many"])
        return _("tables counted, without names: %(many)s") % {"many": many}
    if what == "numbers":
        return numbering_in_words(data)
    if what == "named":
        return _("now %(who)s, before that %(was)s") % data
    if what == "list":
        return _("list at the door opened") if data.get("now") else _("list at the door closed")
    texts = {
        "entered": _("entered: %(who)s"),
        "joined": _("partners: %(who)s"),
        "arrived": _("%(who)s: here") if data.get("now", True) else _("%(who)s: not here"),
        "paid": _("%(who)s: paid") if data.get("now", True) else _("%(who)s: not paid"),
        "stays": (
            _("%(who)s: stays North–South") if data.get("now", True) else _("%(who)s: may move")
        ),
        "withdrawn": _("withdrawn: %(who)s"),
    }
    return texts[what] % data if what in texts else ""


def _movement(room: Room, happening: EventHappening) -> str:
    data = happening.told_as(MovementSet)
    if "exchanged" in data:
        one, other = data["exchanged"]
        return _("pairs %(one)s and %(other)s swap numbers") % {"one": one, "other": other}
    if "plan" in data:
        plan = data["plan"]
        rounds = ngettext("%(n)s round", "%(n)s rounds", plan["rounds"]) % {"n": plan["rounds"]}
        boards = ngettext("%(n)s board", "%(n)s boards", plan["boards"]) % {"n": plan["boards"]}
        many = how_many(room.event.contestants_are, plan["pairs"])
        kind = _(KIND_NAMES.get(plan["kind"], plan["kind"]))
        what = " · ".join((kind, many, rounds, boards))
        return _("movement: %(what)s") % {"what": what}
    if "draw" in data and "round" in data:
        draw = data["draw"]
        three = [draw["trio"]["teams"]] if "trio" in draw else []
        said = listed("–".join(map(str, those)) for those in (*draw["meetings"], *three))
        return _("draw of round %(round)s: %(said)s") % {"round": data["round"], "said": said}
    what = words_of(data.get("what", ""))
    return _("movement: %(what)s") % {"what": what} if what else ""


def _clock(room: Room, happening: EventHappening) -> str:
    data = happening.told_as(ClockSet)
    texts = {
        "pause": _("clock paused"),
        "run": _("clock restarted"),
        "+1": pgettext("history", "one minute more"),
        "-1": pgettext("history", "one minute less"),
        ROUND: _("clock set for the round"),
        FOLLOWS: _("clock as in the other sections"),
    }
    what = texts.get(data.get("what", ""), "")
    section = next((s.letter for s in room.sections if s.pk == data.get("section")), "")
    if not section:
        return what
    return _("section %(section)s: %(what)s") % {"section": section, "what": what}


def _round(_room: Room, happening: EventHappening) -> str:
    data = happening.told_as(RoundStarted)
    if "section" in data:
        return _("round %(round)s started in section %(section)s") % data
    return _("round %(round)s started") % data


def _here(_room: Room, happening: EventHappening) -> str:
    data = happening.told_as(AllHere)
    return _("table %(table)s, round %(round)s: all four here") % data


def _phone_in(room: Room, happening: EventHappening) -> str:
    data = happening.told_as(PhoneIn)
    people = (person for entry in room.entries for person in entry.people)
    name = next((person.name for person in people if person.pk == data["person"]), "")
    return _("table %(table)s: the phone of %(name)s") % {"table": data["table"], "name": name}


def _stop(_room: Room, happening: EventHappening) -> str:
    data = happening.told_as(StopSaid)
    said = (
        _("table %(table)s, %(side)s: stop")
        if data["stops"]
        else _("table %(table)s, %(side)s: play on")
    )
    return said % {"table": data["table"], "side": data["side"].upper()}


def _fouled(_room: Room, happening: EventHappening) -> str:
    data = happening.told_as(BoardFouled)
    return _("board %(board)s fouled from round %(round)s on") % data


def _mended(_room: Room, happening: EventHappening) -> str:
    data = happening.told_as(BoardFouled)
    return _("board %(board)s no longer marked as fouled") % data


def _ranking(_room: Room, happening: EventHappening) -> str:
    data = happening.told_as(RankingShown)
    if "shared" in data:
        return _("link to share created") if data["shared"] else _("shared link turned off")
    return _("ranking shown to the players") if data.get("shown") else _("ranking hidden")


def _penalty(room: Room, happening: EventHappening) -> str:
    data = happening.told_as(PenaltyGiven)
    names = named(room.names(data["section"], data["pair"]))
    unit = UNIT_WORDS.get(data["unit"])
    values = {"who": names, "amount": data["amount"], "unit": _(unit) if unit else data["unit"]}
    return _("penalty for %(who)s: %(amount)s (%(unit)s)") % values


def _finished(room: Room, happening: EventHappening) -> str:
    data = happening.told_as(Finished)
    final_at = data.get("final_at")
    final = parse_datetime(final_at) if final_at else None
    if final is None:
        return _("reopened")
    moment = timezone.localtime(final, zone_of(room.event.club))
    return _("finished; final on %(at)s") % {"at": day_and_time(moment, room.event.club)}


def _phones(_room: Room, happening: EventHappening) -> str:
    data = happening.told_as(PhonesSet)
    if "asks_lead" in data:
        return (
            _("phones ask for the lead")
            if data["asks_lead"]
            else _("phones do not ask for the lead")
        )
    return _("phones connected") if data.get("let_in") else _("codes turned off")


def _lineup(room: Room, happening: EventHappening) -> str:
    data = happening.told_as(LineupSet)
    entry = room.by_number.get((data["section"], data["team"]))
    people = {person.pk: person.name for person in (entry.people if entry else [])}
    ns, ew = (named(people.get(pk, "?") for pk in way) for way in (data["ns"], data["ew"]))
    values = {"team": str(entry or data["team"]), "ns": ns, "ew": ew, "round": data["round"]}
    return _("%(team)s from round %(round)s: NS %(ns)s, EW %(ew)s") % values


def _seated(room: Room, happening: EventHappening) -> str:
    claim = claim_of(happening)
    if claim is None:
        told_by = happening.told_as(SeatsNamed)
        return _("table %(table)s: names later") % {"table": told_by["table"]}
    entry = next((each for each in room.entries if each.pk == claim.entry), None)
    if entry is None:
        return ""
    people = people_said(room)
    names = [people[pk].name for pk in claim.people if pk and pk in people]
    names += [f"“{typed}”" for typed in claim.typed if typed]
    pair = numbered(room.event.contestants_are, entry.shown_number)
    if not names:
        return _("%(pair)s: no names") % {"pair": pair}
    values = {"pair": pair, "names": named(names), "table": claim.table}
    if not claim.table:
        return _("%(pair)s: %(names)s") % values
    return _("%(pair)s: %(names)s, from table %(table)s") % values


def _by_slip(_room: Room, happening: EventHappening) -> str:
    data = happening.told_as(SlipsSet)
    text = (
        _("table %(table)s by score slip")
        if data["by_slip"]
        else _("table %(table)s by phone again")
    )
    return text % data


def _announced(_room: Room, happening: EventHappening) -> str:
    data = happening.told_as(Announced)
    return _("announced: %(text)s") % data


def _taken_down(_room: Room, happening: EventHappening) -> str:
    data = happening.told_as(TakenDown)
    return _("announcement removed: %(text)s") % data


def _boards(_room: Room, happening: EventHappening) -> str:
    data = happening.told_as(BoardsSet)
    many = len(data["boards"])
    texts = {
        "typed": ngettext(
            "cards entered by hand, board %(boards)s",
            "cards entered by hand, boards %(boards)s",
            many,
        ),
        "made": ngettext(
            "cards dealt by the program, board %(boards)s",
            "cards dealt by the program, boards %(boards)s",
            many,
        ),
        "sorted": ngettext(
            "cards dealt from a sorted pack, board %(boards)s",
            "cards dealt from a sorted pack, boards %(boards)s",
            many,
        ),
        "file": ngettext(
            "cards imported from a file, board %(boards)s",
            "cards imported from a file, boards %(boards)s",
            many,
        ),
        "taken-away": ngettext(
            "cards removed, board %(boards)s", "cards removed, boards %(boards)s", many
        ),
    }
    text = texts.get(data.get("source", ""), "")
    return text % {"boards": listed(data["boards"])} if text else ""


def _par(_room: Room, happening: EventHappening) -> str:
    data = happening.told_as(ParSet)
    many = len(data["boards"])
    texts = {
        "given": ngettext(
            "par set by hand, board %(boards)s", "par set by hand, boards %(boards)s", many
        ),
        "approved": ngettext(
            "par worked out and approved, board %(boards)s",
            "par worked out and approved, boards %(boards)s",
            many,
        ),
        "file": ngettext(
            "par imported from a file, board %(boards)s",
            "par imported from a file, boards %(boards)s",
            many,
        ),
    }
    return texts[data["source"]] % {"boards": listed(data["boards"])}


def _reached(room: Room, happening: EventHappening) -> str:
    data = happening.told_as(BidReached)
    values = {**data, "bid": reached_in_words(data["reached"])}
    return (
        _("table %(table)s, round %(round)s, board %(board)s: the auction reached %(bid)s") % values
    )


def _looked(_room: Room, happening: EventHappening) -> str:
    boards = happening.told_as(BoardsLookedAt)["boards"]
    text = ngettext(
        "looked at board %(boards)s before playing it",
        "looked at boards %(boards)s before playing them",
        len(boards),
    )
    return text % {"boards": listed(boards)}


def _passed_on(room: Room, happening: EventHappening) -> str:
    data = happening.told_as(CasePassedOn)
    sections = {section.pk: section for section in room.sections}
    table = room.table_name(sections[data["section"]], data["table"])
    text = _("board %(board)s, table %(table)s, round %(round)s: %(who)s asks someone else to"
             " settle it")  # fmt: skip
    values = {"board": data["board"], "table": table, "round": data["round"]}
    return text % {**values, "who": happening.author}


def _asked(room: Room, happening: EventHappening) -> str:
    said = happening.told_as(EarlierAsked)
    sections = {section.pk: section for section in room.sections}
    table = room.table_name(sections[said["section"]], said["table"])
    text = _("board %(board)s, table %(table)s, round %(round)s: the director is asked: %(text)s")
    return text % {**said, "table": table}


def _appeal(_room: Room, happening: EventHappening) -> str:
    return appeal_in_words(happening)


def _pads(_room: Room, happening: EventHappening) -> str:
    data = happening.told_as(PadsSent)
    if data.get("what") == "kept":
        many = len(data.get("results", ()))
        text = ngettext(
            "Bridgemates: a copy of %(n)s result was kept before the movement was sent once more",
            "Bridgemates: a copy of %(n)s results was kept before the movement was sent once more",
            many,
        )
        return text % {"n": many}
    if data.get("what") == "changed":
        return _("Bridgemates: the changed movement was sent")
    return _("Bridgemates: the event was sent")


SENTENCES: dict[str, Callable[[Room, EventHappening], str]] = {
    Kind.ENTRY: _entry,
    Kind.MOVEMENT: _movement,
    Kind.CLOCK: _clock,
    Kind.ROUND: _round,
    Kind.HERE: _here,
    Kind.PHONE_IN: _phone_in,
    Kind.STOP: _stop,
    Kind.FOULED: _fouled,
    Kind.MENDED: _mended,
    Kind.RANKING: _ranking,
    Kind.PENALTY: _penalty,
    Kind.FINISHED: _finished,
    Kind.PHONES: _phones,
    Kind.LINEUP: _lineup,
    Kind.SEATED: _seated,
    Kind.BY_SLIP: _by_slip,
    Kind.ANNOUNCED: _announced,
    Kind.TAKEN_DOWN: _taken_down,
    Kind.BOARDS: _boards,
    Kind.PAR: _par,
    Kind.REACHED: _reached,
    Kind.LOOKED: _looked,
    Kind.PASSED_ON: _passed_on,
    Kind.RULING: ruling_in_words,
    Kind.APPEAL: _appeal,
    Kind.ASKED: _asked,
    Kind.PADS: _pads,
}
