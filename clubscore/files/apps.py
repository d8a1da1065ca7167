"""Every file that comes in or goes out."""

from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    """Every file that comes in or goes out."""

    name = "clubscore.files"
    label = "exchange"
