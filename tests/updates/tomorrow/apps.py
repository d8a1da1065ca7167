"""The app, called as it lies."""

from django.apps import AppConfig


class Tomorrow(AppConfig):
    """Has no models of its own."""

    name = "tests.updates.tomorrow"
    label = "tomorrow"
