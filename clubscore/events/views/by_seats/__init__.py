"""Tables counted first, and names from the seats."""
