"""The score file: sittings read, scored, written."""
