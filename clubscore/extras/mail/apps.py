"""Mail and feeds."""

from django.apps import AppConfig


class MailingConfig(AppConfig):
    """The app of mail and feeds."""

    name = "clubscore.extras.mail"
    label = "mailing"
