"""Names that deceive: what is odd in one, how its typist is asked, how it is shown."""
