"""What we use of access-parser, which says no types of its own."""
