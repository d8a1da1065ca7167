"""Questions to the Data Connector by its vendor's client, with limits and every answer checked.

Imported only where it is needed: the client is a part that may be absent.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Sequence
from typing import Final

from bridgemate_dataconnector import DataConnectorClient, HttpTransport, TransportException
from bridgemate_dataconnector.dto import DataConnectorResponseData as Data
from bridgemate_dataconnector.dto import (
    ErrorType,
    InitDTO,
    ScoringProgramRequest,
    ScoringProgramResponse,
    SectionUpdateDTO,
)
from bridgemate_dataconnector.dto import ScoringProgramDataConnectorCommands as Commands
from django.utils.translation import gettext as _

from clubscore.club.refused import Refused
from clubscore.exchange.bridgemate.connector_place import ConnectorPlace
from clubscore.exchange.reading.printable import printable

SECONDS: Final = 5
MOST_BYTES: Final = 4_000_000
Items = list[dict[str, object]]


class _Transport(HttpTransport):
    """One try in a limited time, of a limited size, without proxies and redirects.

    The client tries five times; what failed once fails at once from then on.
    """

    def __init__(self) -> None:
        self._failed = ""
        # The opener of nothing but http: no redirect is followed, no proxy asked.
        self._opener = urllib.request.OpenerDirector()
        for handler in (urllib.request.HTTPHandler(), urllib.request.HTTPDefaultErrorHandler()):
            self._opener.add_handler(handler)
        self._opener.add_handler(urllib.request.HTTPErrorProcessor())

    def get(self, url: str) -> str:
        """Ask for an address. TransportException where nothing answers."""
        return self._execute(urllib.request.Request(url))  # noqa: S310 - a base of our own

    def post(self, url: str, json_body: str) -> str:
        """Send JSON to an address. TransportException where nothing answers."""
        headers = {"Content-Type": "application/json; charset=utf-8"}
        return self._execute(
            urllib.request.Request(url, json_body.encode(), headers)  # noqa: S310 - the same
        )

    def _execute(self, request: urllib.request.Request) -> str:
        if self._failed:
            raise TransportException(self._failed)
        try:
            with self._opener.open(request, timeout=SECONDS) as answer:
                content = answer.read(MOST_BYTES + 1)
            if len(content) > MOST_BYTES:
                raise ValueError("too long")
            return str(content.decode())
        except (OSError, ValueError, urllib.error.URLError) as error:
            self._failed = str(error) or "no answer"
            raise TransportException(self._failed) from error


class Connector:
    """The Data Connector at a place. Every question raises Refused where its answer is none."""

    def __init__(self, place: ConnectorPlace) -> None:
        self._client = DataConnectorClient(place.club, place.key, place.address, _Transport())

    def version(self) -> str:
        """Return what answers there calls itself."""
        answer = self._client.connect()
        if answer.data_type is not Data.OK:
            raise Refused(_no_connection())
        told = str(_loaded(answer.serialized_data))
        return printable(told.rpartition("version")[2].strip(' :."'))[:40]

    def start(self, told: InitDTO) -> None:
        """Let it begin anew with an event; everything that the pads had is gone."""
        self._must_be_ok(self._client.initialize(told), Commands.InitializeEvent)

    def update(self, told: SectionUpdateDTO) -> None:
        """Change the movement of a section; results from the changed round on are deleted."""
        self._must_be_ok(self._client.update_movement(told), Commands.UpdateMovement)

    def all_results(self, guid: str) -> Items:
        """Return every result of a session, those that were asked for before too."""
        return self._items(guid, Commands.PollQueueForAllResults, Data.Results)[0]

    def all_names(self, guid: str) -> Items:
        """Return who sits where, as the pads were told."""
        return self._items(guid, Commands.PollQueueForAllParticipations, Data.Participations)[0]

    def new_calls(self, guid: str) -> tuple[Items, int]:
        """Return the calls that were not accepted yet, and the number of the last one."""
        return self._items(guid, Commands.PollQueueForNewTdCalls, Data.TdCalls)

    def accept_calls(self, guid: str, last: int) -> None:
        """Say that the calls up to a number have come in."""
        answer = self._send(guid, Commands.AcceptTdCallQueueItems, json.dumps(last))
        self._must_be_ok(answer, Commands.AcceptTdCallQueueItems)

    def _send(self, guid: str, command: Commands, data: str) -> ScoringProgramResponse:
        request = ScoringProgramRequest(command=command, session_guid=guid, serialized_data=data)
        try:
            return self._client.send_request(request)
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise Refused(_not_understood()) from error

    def _items(self, guid: str, command: Commands, data: Data) -> tuple[Items, int]:
        answer = self._send(guid, command, "")
        if answer.error_type is ErrorType.NoData or (
            answer.data_type in (Data.OK, Data.None_) and not answer.serialized_data
        ):
            return [], 0
        self._must_not_be_error(answer)
        found = _loaded(answer.serialized_data)
        if answer.data_type is not data or answer.request_command is not command:
            raise Refused(_not_understood())
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            raise Refused(_not_understood())
        last = answer.last_queue_item_id
        return found, last if isinstance(last, int) else 0

    def _must_be_ok(self, answer: ScoringProgramResponse, command: Commands) -> None:
        self._must_not_be_error(answer)
        if answer.data_type is not Data.OK or answer.request_command is not command:
            raise Refused(_not_understood())

    def _must_not_be_error(self, answer: ScoringProgramResponse) -> None:
        if answer.data_type is not Data.Error:
            return
        if answer.error_type in (ErrorType.NoConnection, ErrorType.EmptyResponse):
            raise Refused(_no_connection())
        if answer.error_type in (ErrorType.Busy, ErrorType.TimeOut):
            raise Refused(_("The Data Connector is busy. Wait a moment, then try once more."))
        told = printable(str(_loaded(answer.serialized_data)))[:200]
        raise Refused(_("The Data Connector refuses this: %(why)s") % {"why": told})


def _loaded(told: str | None) -> object:
    """Return what an answer holds. Refused where it is cut off, or no JSON."""
    try:
        return json.loads(told or "")
    except (TypeError, ValueError, RecursionError) as error:
        raise Refused(_not_understood()) from error


def _no_connection() -> str:
    return _(
        "The Data Connector does not answer. Check that it runs and that CLUBSCORE_BRIDGEMATE is"
        " its address."
    )


def _not_understood() -> str:
    return _(
        "The Data Connector's answer is incomplete, or of a version unknown here. Nothing was"
        " changed by it."
    )


__all__: Sequence[str] = ("Connector", "Items")
