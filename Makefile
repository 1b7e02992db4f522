# Needs Python 3.11 or newer and make; everything else is fetched into .venv by what is written here.
# Stamps in .venv say what is done already; a changed source makes its own step run again.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help play test compile bench lint lock clean

VENV := .venv
BIN := $(VENV)/bin
ENGINE := $(wildcard src/tablero/core/*.py src/tablero/games/*/*.py src/tablero/bots/*.py)
WEB := $(shell find web -type f -not -path "*/node_modules/*" 2>/dev/null) $(wildcard src/tablero/games/*/style.css)
ENGINE_TESTS := tests/test_every_game.py tests/test_words.py tests/core tests/games
NOTE := $(VENV)/tablero-compiled.sha256
TALK := --disable-pip-version-check --quiet

help: ## list what can be made
	@echo "Tablero: make what?"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'

play: $(VENV)/tried $(VENV)/web ## start Tablero here and open it in the browser
	@$(BIN)/tablero serve $(ARGS)

# Compiled code leaves no line trace: coverage of the rules comes from the plain run, which is why it goes first.
test: lint $(VENV)/compiled $(VENV)/web ## run every check and test, in a real browser too
	@$(BIN)/python tools/chromium.py
	@echo "The engine as plain Python:"
	@TABLERO_PLAIN=1 $(BIN)/pytest -q -n auto -k "not compiled_and_plain" $(ENGINE_TESTS) --cov --cov-report= --cov-fail-under=0
	@echo "Everything, compiled:"
	@$(BIN)/pytest -q -n auto --cov --cov-append --cov-report=term

compile: $(VENV)/compiled ## compile the rules for speed (needs a C compiler)

bench: $(VENV)/compiled $(VENV)/dev ## measure how fast it is here
	@$(BIN)/tablero bench

lint: $(VENV)/dev $(VENV)/npm ## check style, types and which way imports point
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python tools/npm.py run --silent check

lock: $(VENV)/dev ## pin the newest fitting versions of everything we stand on
	@$(BIN)/pip install $(TALK) uv
	@sh tools/lock.sh $(BIN)/uv
	@$(BIN)/python tools/npm.py update --ignore-scripts --package-lock-only
	@$(BIN)/python tools/bare_lock.py

clean: ## remove everything that was made here
	rm -rf $(VENV) build dist web/node_modules src/tablero/site/static src/tablero/cli/fonts .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -rf .import_linter_cache .coverage* htmlcov src/*.egg-info
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
	find src \( -name '*.so' -o -name '*.pyd' \) -exec rm -f {} +

# ---------------------------------------------------------------- how things are made

$(VENV)/made:
	@sh tools/venv.sh $(VENV)
	@touch $@

$(VENV)/ready: requirements/play.lock pyproject.toml | $(VENV)/made
	@echo "Installing what Tablero stands on ..."
	@$(BIN)/python -m pip install $(TALK) --require-hashes -r requirements/play.lock
	@TABLERO_PLAIN=1 $(BIN)/python -m pip install $(TALK) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev: requirements/dev.lock $(VENV)/ready
	@echo "Installing the tools for testing ..."
	@$(BIN)/python -m pip install $(TALK) --require-hashes -r requirements/dev.lock
	@touch $@

# tools/compile.py knows which of these files are compiled, and does nothing when none of them has changed.
# `make compile` insists; `make play` tries, and goes on as plain Python when the compiler breaks. Without a compiler
# there is no note and no stamp, so that the next make looks for one again.
$(VENV)/compiled: $(ENGINE) setup.py tools/compile.py $(VENV)/ready
	@$(BIN)/python tools/compile.py --must
	@if [ -f $(NOTE) ]; then touch $@ $(VENV)/tried; fi

$(VENV)/tried: $(ENGINE) setup.py tools/compile.py $(VENV)/ready
	@$(BIN)/python tools/compile.py
	@if [ -f $(NOTE) ]; then touch $@; fi

$(VENV)/npm: web/package.json web/package-lock.json $(VENV)/ready
	@echo "Installing what the page is built with ..."
	@$(BIN)/python tools/npm.py ci --ignore-scripts --silent
	@touch $@

$(VENV)/web: $(WEB) $(VENV)/npm
	@echo "Building the page ..."
	@$(BIN)/python tools/npm.py run --silent build
	@$(BIN)/python tools/fonts.py
	@touch $@
