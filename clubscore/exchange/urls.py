"""Addresses of what comes in and goes out as a file."""

from django.urls import path

from clubscore.exchange import views

urlpatterns: list = [
    path("players/in/", views.people_in_file, name="people-in"),
    path("players/in/bring/", views.people_bring, name="people-bring"),
    path("players/out/<slug:kind>/", views.people_out, name="people-out"),
]
