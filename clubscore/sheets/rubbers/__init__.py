"""Sheets of the card room: sittings, pads, slips, games."""
