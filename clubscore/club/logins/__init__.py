"""Logins, roles and clubs: who may come in, and as what."""
