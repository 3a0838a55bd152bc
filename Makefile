# Two commands do everything: `make play` and `make test`. `make help` lists the others.
PYTHON ?= python3
BIN := .venv/bin
# The rules run a second time as plain Python, where numpy checks for overflow and all lines are counted.
PLAIN := tests/ticket_to_ride_london tests/old_london_bridge tests/test_conformance.py tests/test_secrets.py tests/test_bitset.py tests/test_match.py tests/test_game.py tests/test_goldens.py tests/test_choices_at_once.py
TESTED := src/londinium/games/*/*.py,src/londinium/game.py,src/londinium/bitset.py,src/londinium/rng.py

.PHONY: help play test check format setup bench bench-bots bench-server clean

help:  ## list the commands
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

play: setup  ## serve the games on this machine and open the page
	@$(BIN)/londinium serve --open

test: check  ## check the code and run every test, compiled and with the JIT off
	$(BIN)/pytest -n auto --dist worksteal
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run --branch --source=src/londinium -m pytest -q $(PLAIN)
	$(BIN)/coverage report --include='$(TESTED)' --show-missing --fail-under=100

check: setup  ## format, lint, types, imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup  ## put the code into the house format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/openspiel  ## measure speed, beside OpenSpiel's own loop
	$(BIN)/londinium bench ticket_to_ride_london
	$(BIN)/londinium bench old_london_bridge --option expert

bench-bots: .venv/openspiel  ## measure the bots: speed, punctuality, against OpenSpiel's IS-MCTS
	$(BIN)/python bench/bots.py ticket_to_ride_london
	$(BIN)/python bench/bots.py old_london_bridge
	$(BIN)/python bench/openspiel_ismcts.py ticket_to_ride_london
	$(BIN)/python bench/openspiel_ismcts.py old_london_bridge

bench-server: setup  ## measure the server: moves a second, their latency, where the time goes
	$(BIN)/python bench/server.py

setup: .venv/ready  ## make the environment in .venv

.venv/ready: pyproject.toml constraints.txt
	@echo "Setting up .venv (once, about two minutes) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Londinium needs Python 3.11 or newer; set PYTHON=python3.11, say.")'
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

.venv/openspiel: .venv/ready
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[openspiel]'
	@touch $@

clean:  ## remove the environment and all caches
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage
	find src tests -name __pycache__ -prune -exec rm -rf {} +
