# ClubScore. `make run` opens the club, `make test` tests it; each starts from nothing.
# Chosen by the environment: HOST, PORT, CLUBSCORE_DATA, CLUBSCORE_URL, DATABASE_URL, DEMO=0, HTTPS=1.
PYTHON ?= python3
OWN = .venv/bin/python
SOAK = PYTHONPATH=. $(OWN) tests/soak/soak.py --seconds 8 --kills 4 --faults 2

.PHONY: run test quick walk times golden games bench fuzz soak room lint audit demo backup messages screenshots setup

run:
	@$(PYTHON) manage.py serve $(ARGS)

test: setup
	@$(OWN) tools/run_tests.py $(ARGS)

# What needs neither a browser nor PostgreSQL.
quick: setup
	@$(OWN) tools/run_tests.py --quick $(ARGS)

# Everything there is of a kind, of which `make test` takes a tenth; and the soak, in short.
walk: setup
	@$(OWN) tools/run_tests.py --walk
	@$(SOAK) || (echo "== A SECOND SOAK, since the first found what stands above; look into it"; $(SOAK))

# What each test takes of the processor, for tests/times.txt; on a quiet machine.
times: setup
	@$(OWN) tools/run_tests.py --times

# What the program answers, compared with tests/golden; ARGS=--write renews, ARGS="demo ranking" for a part.
golden: setup
	@$(OWN) tools/golden.py $(ARGS)

# Every key of all 31 games, tapped: some ten minutes. `make walk` takes a quarter of the games.
games: setup
	@$(OWN) tools/run_tests.py tests/flows/test_every_game.py -n 2 --dist worksteal --walk whole

# Every measurement, one after the other, on an otherwise quiet machine.
bench: setup
	@failed=0; for file in tests/bench/bench_*.py; do \
	  echo "== $$file"; PYTHONPATH=. $(OWN) $$file || failed=1; done; exit $$failed

# Grown inputs for every reader of files, a minute each; FUZZ_SECONDS=600 for longer.
FUZZ_SECONDS ?= 60
fuzz: setup
	@$(OWN) -m pip install -q -r tests/fuzz/requirements.txt
	@for target in events tables boards people scores; do \
	  echo "== $$target"; $(OWN) tests/fuzz/fuzz.py $$target -max_total_time=$(FUZZ_SECONDS) || exit 1; done

# Forty tables at once, the server killed fifty times, a backup under load; on the loopback only.
soak: setup
	@PYTHONPATH=. $(OWN) tests/soak/soak.py $(ARGS)

# 300 phones that ask, forms that trickle in, newcomers: on this machine only.
room: setup
	@PYTHONPATH=. $(OWN) tests/soak/full_room.py $(ARGS)

lint: setup
	@$(OWN) -m ruff check . && $(OWN) -m ruff format --check .
	@$(OWN) -m mypy
	@.venv/bin/lint-imports
	@.venv/bin/djhtml --check --tabwidth 2 templates

# What we use against known faults: pip-audit's database where it can be had, and a list of ours.
audit: setup
	@$(OWN) -m pip install -q -r tools/audit/requirements.txt || true
	@$(OWN) tools/audit.py

# The demo club beside the clubs that are there.
demo:
	@$(PYTHON) tools/setup.py
	@$(OWN) manage.py demo

backup:
	@$(PYTHON) tools/setup.py
	@$(OWN) manage.py backup --readable

# Gather the texts for translators; needs GNU gettext.
messages: setup
	@$(OWN) manage.py makemessages --all --no-location --ignore=.venv

# The pictures of docs/screenshots and docs/papers, from a fresh demo club.
screenshots: setup
	@$(OWN) tools/screenshots.py
	@$(OWN) tools/contest_pictures.py
	@$(OWN) tools/paper_pictures.py

setup:
	@$(PYTHON) tools/setup.py tests
