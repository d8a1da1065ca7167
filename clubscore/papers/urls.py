"""Addresses of what is printed, made from the table of papers: one view answers for all."""

from collections.abc import Callable, Iterator
from typing import Any

from django.http import Http404, HttpResponseBase
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, open_to
from clubscore.papers.board_labels import label_page
from clubscore.papers.paper import PrintedPaper, choose_print
from clubscore.papers.registry import every_paper
from clubscore.web.caching import anybody_keeps
from clubscore.web.hooks import OF_EXTRA, extras


def _view_of(paper: PrintedPaper[Any, Any], file: str) -> Callable[..., HttpResponseBase]:
    """Return what answers for a paper, or for all that share its address and are told by `kind`."""

    # Of those that share an address each asks for its own level besides.
    shared = (each.level for each in every_paper() if each.shared == paper.shared != "")

    @open_to(min(shared, default=paper.level))
    @require_safe
    def answer(request: ClubRequest, kind: str = "", **named: object) -> HttpResponseBase:
        if not paper.shared:
            return paper.answer(request, file, **named)
        for each in every_paper():
            if (each.shared, each.key) == (paper.shared, kind):
                return each.answer(request, file, **named)
        raise Http404

    for extra in extras():
        if paper in extra.papers:
            setattr(answer, OF_EXTRA, extra.key)
    return anybody_keeps(answer) if paper.kept_by_anybody else answer


def _of_papers() -> Iterator[URLPattern]:
    """Return an address for each file of each paper; one that fits any word comes last."""
    rows = {
        paper.called(each): (paper, each.file)
        for paper in every_paper()
        if not paper.address
        for each in paper.formats
    }
    for name in sorted(rows, key=lambda name: rows[name][0].shared):
        paper, file = rows[name]
        yield path(f"{paper.at}.{file}", _view_of(paper, file), name=name)


urlpatterns = [
    # The page that asks what labels are printed on.
    path("event/<int:event>/labels/", label_page, name="event-labels"),
    path("printing/<slug:what>/<slug:choice>/", choose_print, name="choose-print"),
    *_of_papers(),
]
