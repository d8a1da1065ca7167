"""USEBIO, read and written."""
