"""A club over its years: what was played, by whom, how often; counted by the database."""
