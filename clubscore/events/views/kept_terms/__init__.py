"""Terms of events that are kept under a name."""
