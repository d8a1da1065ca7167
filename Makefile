# ClubScore. `make run` opens the club, `make test` tests it; each starts from nothing.
# Chosen by the environment: HOST, PORT, CLUBSCORE_DATA, CLUBSCORE_URL, DATABASE_URL, DEMO=0, HTTPS=1.
PYTHON ?= python3
OWN = .venv/bin/python
.PHONY: run test quick gate night map times golden locks mutants bench fuzz soak room lint audit migrations deploy-check
.PHONY: demo demo-data backup messages screenshots setup

run:
	@$(PYTHON) manage.py serve $(ARGS)

# What is quick, what the change touches, and a few flows: some three minutes.
test: setup
	@$(OWN) tools/run_tests.py $(if $(ARGS),$(ARGS),test)

# What needs neither a browser nor PostgreSQL.
quick: setup
	@$(OWN) tools/run_tests.py quick

# What decides whether a change goes in; the same commit runs the same tests.
gate: setup
	@$(OWN) tools/run_tests.py gate

# Every test there is, random lots, the soak, benches and grown inputs; and which test runs what.
night: setup
	@$(OWN) tools/night.py $(ARGS)

# Which test file runs which source file, for tests/map.txt; ARGS=tests/papers for a part.
map: setup
	@$(OWN) tools/night.py --map $(ARGS)

# What each test takes of the processor, for tests/times.txt; on a quiet machine.
times: setup
	@$(OWN) tools/run_tests.py times

# What the program answers, compared with tests/golden: ARGS=--write renews, ARGS=demo for a part.
golden: setup
	@$(OWN) tools/golden.py $(ARGS)

# What is installed to the last package, with checksums, from the pins: where you pinned one.
locks: setup
	@$(OWN) tools/locks.py

# Ten small faults in the lines that changed: which does no test see?
mutants: setup
	@$(OWN) tools/mutants.py $(ARGS)

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

# A model that changed without its migration. A folder of its own: no club's data is touched.
migrations: setup
	@folder=$$(mktemp -d) && CLUBSCORE_DATA=$$folder $(OWN) manage.py makemigrations --check --dry-run; \
	  code=$$?; rm -rf $$folder; exit $$code

# As on a public server. The check of the SQLite library (clubscore.W001) is about this machine and
# not about our settings; Django runs it only where a database is named, so it does not speak here.
deploy-check: setup
	@folder=$$(mktemp -d) && CLUBSCORE_DATA=$$folder CLUBSCORE_PROFILE=public \
	  CLUBSCORE_URL=https://bridge.example.org $(OWN) manage.py check --deploy --fail-level WARNING; \
	  code=$$?; rm -rf $$folder; exit $$code

# The demo club beside the clubs that are there.
demo:
	@$(PYTHON) tools/setup.py
	@$(OWN) manage.py demo

# The demo club written down anew, where what its services record has changed.
demo-data: setup
	@$(OWN) tools/demo/make.py

backup:
	@$(PYTHON) tools/setup.py
	@$(OWN) manage.py backup --readable

# Gather the texts for translators; needs GNU gettext.
messages: setup
	@$(OWN) tools/messages.py

# The pictures of docs/screenshots and docs/papers, from a fresh demo club.
screenshots: setup
	@$(OWN) tools/screenshots.py
	@$(OWN) tools/contest_pictures.py
	@$(OWN) tools/paper_pictures.py

setup:
	@$(PYTHON) tools/setup.py tests
