"""The doors: logging in and out, a password of one's own, another club."""

from typing import Any

from django.contrib.auth import update_session_auth_hash
from django.contrib.auth import views as auth
from django.contrib.auth.forms import PasswordChangeForm
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.accounts import clubs_of, note_act
from clubscore.club.forms import problems_of


class LogIn(auth.LoginView):
    """Asks for name and password."""

    template_name = "club/login.html"

    def get_form(self, form_class: Any = None) -> Any:
        """Say what is wrong as a club would."""
        form = super().get_form(form_class)
        form.error_messages["invalid_login"] = _(
            "Name and password do not belong together. Mind capitals in the password."
        )
        form.fields["username"].label = _("Name")
        form.fields["username"].error_messages["required"] = _("Who are you?")
        form.fields["password"].error_messages["required"] = _("The password is missing.")
        return form

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Give the page what has to be put right."""
        context = super().get_context_data(**kwargs)
        return context | {"problems": problems_of(context["form"])}


@open_to(Level.PLAYER)
@require_http_methods(["GET", "HEAD", "POST"])
def own_password(request: ClubRequest) -> HttpResponse:
    """Let somebody choose a password of his own; his other devices must log in again."""
    form = PasswordChangeForm(request.actor.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        update_session_auth_hash(request, form.user)
        actor = request.actor
        note_act(
            club=actor.home, author=actor.label, what="password chosen", name=form.user.username
        )
        return redirect("home")
    context = {"form": form, "problems": problems_of(form)}
    status = 422 if request.method == "POST" else 200
    return render(request, "club/own_password.html", context, status=status)


@open_to(Level.PLAYER)
@require_POST
def switch(request: ClubRequest) -> HttpResponse:
    """Go over to another of one's clubs."""
    chosen = request.POST.get("club", "")
    if chosen not in {str(membership.club_id) for membership in clubs_of(request.actor.user)}:
        raise Http404
    request.session["club"] = int(chosen)
    return redirect("home")
