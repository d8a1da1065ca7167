"""The demo club: its people, six weeks of evenings, and what is played tonight."""
