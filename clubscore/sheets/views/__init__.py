"""Sheets as files to print."""
