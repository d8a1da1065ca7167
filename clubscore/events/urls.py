"""Addresses of the duplicate room."""

from django.urls import path

from clubscore.events.pages import (
    boards,
    correcting,
    entries,
    finishing,
    history,
    matches,
    movement,
    opening,
    pars,
    reading,
    rulings,
    sets,
    terms,
    typing,
)
from clubscore.events.pages import director as directing
from clubscore.events.pages import director as ending
from clubscore.events.pages import door as entering
from clubscore.events.pages import door as list_page
from clubscore.events.pages import door as sign_up
from clubscore.events.pages import finishing as missing
from clubscore.events.pages import hall as announcing
from clubscore.events.pages import hall as caddy
from clubscore.events.pages import hall as earlier
from clubscore.events.pages import hall as wall
from clubscore.events.pages import matches as board_play
from clubscore.events.pages import movement as drawing
from clubscore.events.pages import movement_changes as surgery
from clubscore.events.pages import names_from_seats as counting
from clubscore.events.pages import names_from_seats as naming
from clubscore.events.pages import names_from_seats as numbers
from clubscore.events.pages import offline as handing_in
from clubscore.events.pages import pars as par_files
from clubscore.events.pages import reading as several
from clubscore.events.pages import reading as sharing
from clubscore.events.pages import series as archive
from clubscore.events.pages import series as series_pages
from clubscore.events.pages import table as playing
from clubscore.events.pages import terms as event_templates
from clubscore.events.pages import typing as typed_travellers

urlpatterns = [
    # What phones ask for all evening is found first.
    path("event/<int:event>/at/<str:spot>/", playing.at_table, name="event-at"),
    path("event/<int:event>/live/", playing.live, name="event-live"),
    path("event/<int:event>/at/<str:spot>/tell/", playing.tell_result, name="event-tell"),
    path("event/<int:event>/at/<str:spot>/agree/", playing.agree_result, name="event-agree"),
    path("results/as-one/", several.as_one_ranking, name="results-as-one"),
    path("results/as-one/wall/", several.wall, name="results-as-one-wall"),
    path("results/as-one/share/", several.share, name="results-as-one-share"),
    path("shared/several/<str:token>/", several.shared, name="several-shared"),
    path("series/", series_pages.all_series, name="series-list"),
    path("series/new/", series_pages.new_series, name="series-new"),
    path("series/<int:pk>/", series_pages.series, name="series"),
    path("series/<int:pk>/change/", series_pages.change, name="series-change"),
    path("series/<int:pk>/people/", series_pages.people, name="series-people"),
    path("contests/", sets.contests, name="contests"),
    path("archive/", archive.archive, name="archive"),
    path("world/<int:kept>/look/", sets.set_look, name="set-look"),
    path("event/help/", reading.how_it_goes, name="event-help"),
    path("event/new/", opening.new_event, name="event-new"),
    path("event/template/<int:template>/", event_templates.change, name="event-template"),
    path(
        "event/template/<int:template>/open/", event_templates.open_from, name="event-template-open"
    ),
    path("event/<int:event>/keep/", event_templates.keep, name="event-keep"),
    path("event/<int:event>/", directing.event_page, name="event"),
    path("event/again/", opening.again, name="event-again"),
    path("event/<int:event>/count/", counting.count, name="event-count"),
    path("event/<int:event>/numbers/", numbers.numbers, name="event-numbers"),
    path("event/<int:event>/names/", naming.unnamed, name="event-names"),
    path("event/<int:event>/start/", movement.start, name="event-start"),
    path("event/<int:event>/entries/", entries.entries, name="event-entries"),
    path("event/<int:event>/paste/", entries.paste, name="event-paste"),
    path("event/<int:event>/list/", list_page.door_list, name="event-list"),
    path("list/<str:token>/", sign_up.sign_up, name="event-sign-up"),
    path("list/<str:token>/find/", sign_up.find, name="event-sign-up-find"),
    path("event/<int:event>/door/", entries.door, name="event-door"),
    path("event/<int:event>/movement/", movement.movement, name="event-movement"),
    path("event/<int:event>/sections/", movement.sections, name="event-sections"),
    path("event/<int:event>/change/", surgery.change, name="event-change"),
    path("event/<int:event>/change/offers/", surgery.offers, name="event-change-offers"),
    path("event/<int:event>/change/back/", surgery.back, name="event-change-back"),
    path("event/<int:event>/settings/", opening.settings, name="event-settings"),
    path("event/<int:event>/terms/", terms.pair_terms, name="event-terms"),
    path("event/<int:event>/penalties/", terms.penalties, name="event-penalties"),
    path("event/<int:event>/round/", directing.next_round, name="event-round"),
    path("event/<int:event>/clock/", directing.clock_key, name="event-clock"),
    path("event/<int:event>/answer/", directing.answer, name="event-answer"),
    path("event/<int:event>/name-right/", directing.name_is_right, name="event-name-right"),
    path("event/<int:event>/later/", directing.later, name="event-later"),
    path("event/<int:event>/look/", directing.look_before, name="event-look"),
    path("event/<int:event>/pass-on/", directing.ask_another, name="event-pass-on"),
    path("event/<int:event>/curtain/", directing.curtain, name="event-curtain"),
    path("event/<int:event>/remove/", ending.remove, name="event-remove"),
    path("results/called-off/", ending.called_off, name="results-called-off"),
    path("event/<int:event>/end/", finishing.end, name="event-end"),
    path("event/<int:event>/all-right/", correcting.all_right, name="event-all-stand"),
    path("event/<int:event>/missing/", missing.missing, name="event-missing"),
    path("event/<int:event>/phones/", directing.phones, name="event-phones"),
    path("event/<int:event>/announce/", announcing.announcements, name="event-announce"),
    path("event/<int:event>/lead/", announcing.lead, name="event-lead"),
    path("event/<int:event>/by-slip/", announcing.by_slip, name="event-by-slip"),
    path("event/<int:event>/line/", typing.typed_line, name="event-line"),
    path(
        "event/<int:event>/travellers/", typed_travellers.typed_travellers, name="event-travellers"
    ),
    path("event/<int:event>/phones/again/", directing.by_hand_again, name="event-by-hand-again"),
    path("event/<int:event>/typing/", typing.typing, name="event-typing"),
    path("event/<int:event>/table/<str:spot>/", correcting.table, name="event-table"),
    path("event/<int:event>/table/<str:spot>/right/", correcting.put_right, name="event-right"),
    path("event/<int:event>/table/<str:spot>/ruling/", rulings.ruling, name="event-ruling"),
    path("event/<int:event>/ruling/<int:ruling>/appeal/", rulings.appeal, name="event-appeal"),
    path("event/<int:event>/history/", history.event_history, name="event-history"),
    path("event/<int:event>/history/<slug:mark>/", history.then, name="event-then"),
    path("event/<int:event>/mine/", playing.mine, name="event-mine"),
    path("event/<int:event>/at/<str:spot>/frame/", handing_in.frame, name="event-frame"),
    path(
        "event/<int:event>/at/<str:spot>/reached/",
        playing.record_final_contract,
        name="event-reached",
    ),
    path("event/<int:event>/at/<str:spot>/here/", playing.all_here, name="event-here"),
    path("event/<int:event>/at/<str:spot>/phone/", sets.own_phone, name="event-own-phone"),
    path("event/<int:event>/at/<str:spot>/stop/", sets.stop, name="event-stop"),
    path("event/<int:event>/at/<str:spot>/names/", naming.names_at, name="event-seats"),
    path(
        "event/<int:event>/at/<str:spot>/names/settle/",
        naming.settle_names,
        name="event-seats-settle",
    ),
    path("event/<int:event>/at/<str:spot>/names/find/", naming.find, name="event-seats-find"),
    path("event/<int:event>/at/<str:spot>/earlier/", earlier.earlier, name="event-earlier"),
    path("event/<int:event>/at/<str:spot>/call/", playing.call, name="event-call"),
    path("event/<int:event>/at/<str:spot>/sentence/", playing.sentence, name="event-sentence"),
    path("event/<int:event>/waiting/", handing_in.waiting, name="event-waiting"),
    path("event/<int:event>/hand-in/", handing_in.by_code, name="event-hand-in"),
    path("event/<int:event>/silence/", directing.silence, name="event-silence"),
    path("event/<int:event>/ranking/", reading.ranking, name="event-ranking"),
    path("event/<int:event>/ranking/cross/", reading.cross, name="event-cross"),
    path("event/<int:event>/ranking/also/", reading.also, name="event-also"),
    path("event/<int:event>/pair/<path:pair>/", reading.pair, name="event-pair"),
    path("event/<int:event>/board/<int:board>/", reading.board, name="event-board"),
    path("event/<int:event>/board/<int:board>/play/", board_play.board_play, name="event-play"),
    path("event/<int:event>/par/", pars.pars, name="event-pars"),
    path("event/<int:event>/par/work/", pars.work, name="event-par-work"),
    path("event/<int:event>/par/progress/", pars.progress, name="event-par-progress"),
    path("event/<int:event>/par/approve/", pars.approve, name="event-par-approve"),
    path("event/<int:event>/par/file/", par_files.look_at_set, name="event-par-file"),
    path("event/<int:event>/par/bring/", par_files.bring_set, name="event-par-bring"),
    path("event/<int:event>/par/set.json", pars.take_out, name="event-par-out"),
    path("event/<int:event>/par/<int:board>/", pars.board_par, name="event-par"),
    path("event/<int:event>/par/<int:board>/ticks/", pars.ticks, name="event-par-ticks"),
    path("event/<int:event>/boards/", boards.boards, name="event-boards"),
    path("event/<int:event>/boards/make/", boards.make, name="event-boards-make"),
    path("event/<int:event>/boards/file/", boards.look_at_file, name="event-boards-file"),
    path("event/<int:event>/boards/bring/", boards.bring, name="event-boards-bring"),
    path("event/<int:event>/boards.<slug:kind>", boards.take_out, name="event-boards-out"),
    path("event/<int:event>/boards/<int:board>/", boards.board_cards, name="event-board-cards"),
    path("event/<int:event>/boards/<int:board>/check/", boards.check, name="event-board-check"),
    path("event/<int:event>/draw/", drawing.draw_round, name="event-draw"),
    path("event/<int:event>/matches/", matches.matches, name="event-matches"),
    path("event/<int:event>/match/<int:round>/<str:spot>/", matches.match, name="event-match"),
    path("event/<int:event>/lineup/<int:round>/<str:spot>/", matches.lineup, name="event-lineup"),
    path("event/<int:event>/caddy/", caddy.caddy, name="event-caddy"),
    path("event/<int:event>/wall/", wall.wall, name="event-wall"),
    path("e/<str:token>/", entering.enter, name="event-enter"),
    path("shared/<str:token>/", sharing.shared_of_sharing, name="event-shared"),
    path("shared/<str:token>/cross/", sharing.shared_cross, name="event-shared-cross"),
    path("shared/<str:token>/pair/<path:pair>/", sharing.shared_pair, name="event-shared-pair"),
    path("shared/<str:token>/board/<int:board>/", sharing.shared_board, name="event-shared-board"),
    path(
        "shared/<str:token>/board/<int:board>/play/", sharing.shared_play, name="event-shared-play"
    ),
]
