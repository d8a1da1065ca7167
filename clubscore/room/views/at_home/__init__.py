"""Results to look at away from the club: the evening gazette, and what is published."""
