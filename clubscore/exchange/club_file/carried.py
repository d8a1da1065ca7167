"""What the file of a club carries, and what it leaves out, by name and reason.

A model, or a field of a carried model, that stands in none of these lists fails
`tests/exchange/club_file/test_carried.py` until somebody has decided.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Field, Model

from clubscore.club import models as club
from clubscore.events import models as events
from clubscore.mailing import models as mailing
from clubscore.rubbers import models as rubbers

# In the order of the file: logins before the club, whose short name goes by theirs; the book's
# entries and accounts before its postings, whose trigger asks for them.
CARRIED: Final[tuple[type[Model], ...]] = (
    club.User,
    club.Club,
    club.Person,
    club.PersonNumber,
    club.Membership,
    club.OwnLaws,
    club.Act,
    club.TableFee,
    club.Rate,
    club.Account,
    club.Entry,
    club.Posting,
    club.Receipt,
    club.VoidReceipt,
    club.EveningGazette,
    rubbers.CardTable,
    rubbers.SevenEvening,
    rubbers.SevenHappening,
    rubbers.Sitting,
    rubbers.Candidate,
    rubbers.Part,
    rubbers.Seat,
    rubbers.Substitute,
    rubbers.Draft,
    rubbers.Deal,
    rubbers.DealRevision,
    rubbers.Settlement,
    rubbers.Happening,
    rubbers.OwnStake,
    rubbers.SideBet,
    rubbers.BetOutcome,
    events.ContestSet,
    events.Event,
    events.Section,
    events.Entry,
    events.TeamMember,
    events.EventHappening,
    events.PlanChange,
    events.Call,
    events.ResultRevision,
    events.BoardRevision,
    events.ParRevision,
    events.Telling,
    events.ToldPlayer,
    events.EventTemplate,
    events.Series,
    events.SeriesChange,
    events.ContestPackage,
    events.PackageDecision,
    events.SetHours,
    events.SetLookedAt,
    events.TwoHouses,
    events.FollowedPool,
    mailing.PlannedEvening,
)

_ADDRESS = "a secret address, derived from the server's own secret: phones are let in again"
_GUESSES = "wrong passwords counted against browsers and addresses of this server"
_ON_ITS_WAY = "files on their way in, for a day at most: what came in of them is carried as events"
_MAIL = "mail of this server: whoever wants it confirms an address with the next one too"
_DJANGO = "Django's own; a club has no groups or permissions, roles stand in memberships"
LEFT_OUT: Final[Mapping[str, str]] = {
    "auth.Group": _DJANGO,
    "auth.Group_permissions": _DJANGO,
    "auth.Permission": _DJANGO,
    "axes.AccessAttempt": _GUESSES,
    "axes.AccessAttemptExpiration": _GUESSES,
    "axes.AccessFailureLog": _GUESSES,
    "axes.AccessLog": _GUESSES,
    "club.BroughtForward": "follows from the book and is never believed: added up on arrival",
    "club.User_groups": _DJANGO,
    "club.User_user_permissions": _DJANGO,
    "contenttypes.ContentType": _DJANGO,
    "duplicate.BoardsWorkedOut": "says that nothing is due: looked at anew on arrival",
    "duplicate.ClubKey": "a secret, like a password: the club makes another where it goes",
    "duplicate.CountedWorld": "follows from packages and is believed by their mark alone",
    "duplicate.DoubleDummy": "a cache of all clubs, by deal: worked out again when asked for",
    "duplicate.EventList": _ADDRESS,
    "duplicate.EventShare": _ADDRESS,
    "duplicate.EventTableLink": _ADDRESS,
    "duplicate.SeveralShare": _ADDRESS,
    "duplicate.NulloTable": "a cache of all clubs, by deal: worked out again when it is due",
    "duplicate.OpeningLeads": "a cache of all clubs, by deal: worked out again when it is due",
    "duplicate.PastFile": _ON_ITS_WAY,
    "duplicate.PastImport": _ON_ITS_WAY,
    "duplicate.PersonBoards": "follows from events and is believed by their revisions alone",
    "duplicate.PhoneSeen": "when a phone was last heard of by this server",
    "duplicate.ServerPool": "shares with other clubs of this server: agreed anew on another",
    "mailing.FeedAddress": _ADDRESS,
    "mailing.Letter": _MAIL,
    "mailing.Subscription": _MAIL,
    "mailing.Try": _MAIL,
    "jobs.Job": "work of this server: asked for again where it is due",
    "rubber.RoomLink": _ADDRESS,
    "rubber.TableLink": _ADDRESS,
    "rubber.WrongCode": "wrong codes counted against browsers of this server",
    "sessions.Session": "browsers that are logged in to this server",
}

_RIGHTS = "a right on the whole server, which no file gives"
FIELDS_LEFT_OUT: Final[Mapping[str, str]] = {
    "club.Club.slug": "the club's address on a server: made from its name where it is free",
    "club.Club.site_address": "where this server's published results are served",
    "club.Club.site_made_at": "when this server published them",
    "club.Club.closed_at": "whether it is closed here, which the file is written for",
    "club.Club.moved_to": "where it went from here",
    "club.Club.founded_from": "another club of this server",
    "club.Club.wifi_password": "a password: entered again",
    "club.User.password": "a password: a new one is given",
    "club.User.last_login": "when this server last let them in",
    "club.User.news_read": "which version of this server they know",
    "club.User.is_superuser": _RIGHTS,
    "club.User.is_staff": _RIGHTS,
}


def fields_of(model: type[Model]) -> "list[Field[Any, Any]]":
    """Return the fields of a carried model that the file has, in its order.

    Not the key and the club: rows are numbered by their order, and all are of one club.
    """
    return [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key
        and field.name != "club"
        and f"{model._meta.label}.{field.name}" not in FIELDS_LEFT_OUT
    ]
