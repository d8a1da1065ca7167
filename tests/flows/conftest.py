"""Fixtures of the flows alone."""

from tests.flows.two_doors import doors, phone

__all__ = ["doors", "phone"]
