"""Golden answers: what the program says, shows, prints and sends out, kept as plain text.

`make golden` makes all of them anew and compares; `ARGS=--write` renews them. They hold what is
said, linked and asked, not how a page is marked up or which module says it, so that the house can
be rebuilt beneath them.
"""
