"""The doors: logging in and out, a password of one's own, another club."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, TypedDict

from django.contrib.auth import update_session_auth_hash
from django.contrib.auth import views as auth
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.club.access import ClubRequest, Level, closed_clubs_of, open_to
from clubscore.club.forms import problems_of
from clubscore.club.logins.known_browsers import browser_known_to, remember, user_of_pass
from clubscore.club.logins.logins import clubs_of, note_act
from clubscore.club.logins.password_checks import KNOWN_BROWSERS, NEW_BROWSERS
from clubscore.room.error_pages import moved_page
from clubscore.room.forms import SwitchForm

TOO_MANY, SOON = HTTPStatus.TOO_MANY_REQUESTS, {"Retry-After": "5"}
# What a right password is answered with: the way in, or where the club is now.
RIGHT = (HTTPStatus.FOUND, HTTPStatus.GONE)
# What has to be put right: a field, and what would be right there.
Problems = Sequence[Mapping[str, str | Promise]]
NOT_NOW: Problems = [
    {
        "field": "",
        "text": gettext_lazy(
            "Too many passwords are being checked just now. Wait a few seconds, then enter"
            " yours again."
        ),
    }
]


class PasswordPage(TypedDict):
    """The form of a password of one's own, and what is wrong with it."""

    form: PasswordChangeForm
    problems: Problems


class LogIn(auth.LoginView):
    """Asks for name and password."""

    template_name = "room/login.html"

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Show the form; a pass of `reset_password` makes this browser a known one first."""
        user = user_of_pass(request.GET.get("browser", ""))
        if user is None:
            return super().get(request, *args, **kwargs)
        answer = redirect("login")
        remember(request, answer, user)
        return answer

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Look at the password when it is its turn; say so where too many wait."""
        known = browser_known_to(request, request.POST.get("username", ""))
        with (KNOWN_BROWSERS if known else NEW_BROWSERS).turn() as turn:
            if not turn.theirs:
                return self.busy()
            answer = super().post(request, *args, **kwargs)
            turn.was_wrong = answer.status_code not in RIGHT
            return answer

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in, and let this browser in later whatever others guess.

        A login whose club has moved opens nothing here; it is told where the club is.
        """
        moved = closed_clubs_of(form.get_user())
        if moved and not form.get_user().is_staff:
            return moved_page(self.request, moved)
        answer = super().form_valid(form)
        remember(self.request, answer, form.get_user().pk)
        return answer

    def busy(self) -> HttpResponse:
        """Ask for the password once more, the name kept. Nothing was looked at."""
        given = {"username": self.request.POST.get("username", "")}
        form = self._in_our_words(self.get_form_class()(self.request, initial=given))
        context = self.get_context_data(form=form) | {"problems": NOT_NOW}
        return self.render_to_response(context, status=TOO_MANY, headers=SOON)

    def get_form(self, form_class: type[AuthenticationForm] | None = None) -> AuthenticationForm:
        """Say what is wrong as a club would."""
        return self._in_our_words(super().get_form(form_class))

    @staticmethod
    def _in_our_words(form: AuthenticationForm) -> AuthenticationForm:
        form.error_messages["invalid_login"] = _(
            "The name and password do not match. Check capitals in the password."
        )
        form.fields["username"].label = _("Name")
        form.fields["username"].error_messages["required"] = _("Who are you?")
        form.fields["password"].error_messages["required"] = _("Enter your password.")
        return form

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Give the page what has to be put right."""
        context = super().get_context_data(**kwargs)
        return context | {"problems": problems_of(context["form"])}


class LogOut(auth.LogoutView):
    """Asks whether to log out, so that no slip of a finger costs a password; a POST does it."""

    http_method_names = ["get", "head", "post", "options"]
    template_name = "room/logout.html"
    request: ClubRequest

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Show the question, to somebody who is logged in."""
        if self.request.actor.user is None:
            return redirect("home")
        return render(request, self.template_name)


@open_to(Level.PLAYER)
@require_http_methods(["GET", "HEAD", "POST"])
def own_password(request: ClubRequest) -> HttpResponse:
    """Let somebody choose their password; their other devices must log in again."""
    form = PasswordChangeForm(request.actor.login, request.POST or None)
    problems: Problems = []
    status = HTTPStatus.OK
    if request.method == "POST":
        with NEW_BROWSERS.turn() as turn:
            if turn.theirs and form.is_valid():
                return _own_password_chosen(request, form)
            turn.was_wrong = turn.theirs
            problems = problems_of(form) if turn.theirs else NOT_NOW
            status = HTTPStatus.UNPROCESSABLE_ENTITY if turn.theirs else TOO_MANY
    # Unbound where it was not looked at: its errors would be a look.
    shown = form if status != TOO_MANY else PasswordChangeForm(request.actor.login)
    context: PasswordPage = {"form": shown, "problems": problems}
    return render(request, "room/own_password.html", context, status=status)


def _own_password_chosen(request: ClubRequest, form: PasswordChangeForm) -> HttpResponse:
    form.save()
    update_session_auth_hash(request, form.user)
    actor = request.actor
    note_act(club=actor.home, author=actor.label, what="password chosen", name=form.user.username)
    return redirect("home")


@open_to(Level.PLAYER)
@require_POST
def switch(request: ClubRequest) -> HttpResponse:
    """Go over to another of one's clubs."""
    chosen = SwitchForm(request.POST).words_of("club")
    if chosen not in {str(membership.club_id) for membership in clubs_of(request.actor.login)}:
        raise Http404
    request.session["club"] = int(chosen)
    return redirect("home")
