"""A club's sets against the world: packages that go out and come in, and the ranking of all."""
