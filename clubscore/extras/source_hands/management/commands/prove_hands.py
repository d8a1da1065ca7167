"""Solve what the sources claim of their hands, and compare it with what is kept."""

from argparse import ArgumentParser

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.wording import SpokenCommand, said
from clubscore.extras.source_hands.hands import KEPT, prove_all, written
from clubscore.laws.errors import RuleError


class Command(SpokenCommand):
    """``manage.py prove_hands [--write]``."""

    purpose = gettext_lazy(
        "Solve what the sources claim of their hands and compare it with what is kept."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take ``--write``."""
        parser.add_argument("--write", action="store_true", help=_("keep what was found"))

    def handle(self, *args: object, **options: object) -> None:
        """Print each claim's tricks. CommandError where others are kept or a solver is missing."""
        try:
            proofs = prove_all()
        except RuleError as error:
            raise CommandError(said(error)) from error
        for hand, claims in proofs["claims"].items():
            for claim, lines in claims.items():
                tricks = ", ".join(str(each["tricks"]) for each in lines)
                self.stdout.write(f"{hand} {claim}: {tricks}")
        for hand, partners in proofs["pairings"].items():
            tricks = ", ".join(f"N{partner} {found}" for partner, found in partners.items())
            self.stdout.write(f"{hand} {tricks}")
        if options["write"]:
            KEPT.write_text(written(proofs), "utf-8")
        elif KEPT.read_text("utf-8") != written(proofs):
            text = _("%(file)s contains other results. Choose --write to keep these.")
            raise CommandError(text % {"file": KEPT})
