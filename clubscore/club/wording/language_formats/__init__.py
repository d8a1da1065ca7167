"""A folder a language: its formats of days and times, beside Django's own."""
