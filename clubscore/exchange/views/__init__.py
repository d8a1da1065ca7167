"""Pages on which files come in and go out."""
