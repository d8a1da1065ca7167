"""Addresses of the club: who am I, its people, its rooms."""

from django.contrib.auth import views as auth
from django.urls import path

from clubscore.club import views
from clubscore.club.access import Level, open_to

visitor = open_to(Level.VISITOR)

urlpatterns = [
    path("health", views.health, name="health"),
    path(
        "login",
        visitor(auth.LoginView.as_view(template_name="club/login.html")),
        name="login",
    ),
    path("logout", visitor(auth.LogoutView.as_view()), name="logout"),
]
