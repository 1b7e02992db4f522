# Needs Python 3.11 or newer and make; everything else is fetched into .venv by what is written here.
# Stamps in .venv say what is installed; tools/compile.py, tools/page.py and tools/handbook.py know themselves when
# there is nothing to do.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help play test plain long faults compile instructions page docs bench mutants notebooks lint lock dist clean

VENV := .venv
BIN := $(VENV)/bin
# Where that is forbidden every process compiles all that it loads, again and again: the tests take three times as long.
unexport PYTHONDONTWRITEBYTECODE

help: ## list what can be made
	@echo "Tablero: make what?"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'

play: $(VENV)/ready ## start Tablero here and open it in the browser
	@$(BIN)/python tools/play.py $(ARGS)

# What does not need each other is made side by side: no part of the first line keeps two cores busy by itself. The
# types are read by two of them, each with a cache of its own (see `compile`).
test: ## run every check and test, in a real browser too
	@$(MAKE) --no-print-directory -j4 lint compile page docs plain instructions
	@$(BIN)/python tools/outside.py
	@echo "Everything, compiled:"
	@$(BIN)/pytest -q -n auto --dist worksteal --cov --cov-append --cov-report=
	@$(BIN)/python tools/coverage_gate.py

# Compiled code leaves no line trace: coverage of the rules comes from here, which is why it is begun anew here.
plain: $(VENV)/dev page ## test the rules as plain Python
	@rm -f .coverage .coverage.*
	@echo "The engine as plain Python:"
	@TABLERO_PLAIN=1 $(BIN)/pytest -q -n auto --dist worksteal -m "engine and not long" --cov --cov-report=

long: $(VENV)/dev compile page docs ## run the long forms of the tests, but for the faults
	@$(BIN)/python tools/outside.py
	@$(BIN)/pytest -q -n auto -m long --ignore tests/faults

# One after the other: each needs the whole machine. SIZE=0.1 is a tenth of every fault, ARGS="-k disk" some of them.
faults: $(VENV)/dev compile page docs ## kill, stop and fill what the site needs while people play; count what is lost
	@$(BIN)/python tools/outside.py
	@TABLERO_FAULT_SIZE=$(or $(SIZE),1) $(BIN)/pytest -q -m long tests/faults $(ARGS)

compile: $(VENV)/ready ## compile the rules for speed (needs a C compiler)
	@MYPY_CACHE_DIR=build/types $(BIN)/python tools/compile.py --must

# By hand, with words: `.venv/bin/python tools/instructions.py --record "why"`.
instructions: compile ## count each compiled game's instructions; fail at a tenth more than recorded
	@$(BIN)/python tools/instructions.py

page: $(VENV)/ready ## build what the browser is sent
	@$(BIN)/python tools/page.py

# After the page: its fonts are the site's.
docs: $(VENV)/ready page ## build the pages of documentation, which the site serves under /docs
	@$(BIN)/python tools/handbook.py

bench: compile $(VENV)/dev ## measure how fast it is here; ARGS=--peers: beside other libraries
	@$(BIN)/tablero bench $(ARGS)

mutants: $(VENV)/dev ## plant small faults and list those that no test notices
	@$(BIN)/python tools/mutants.py $(ARGS)

# PyTorch for one of them, so not a part of `test`, which executes the others here. ARGS=tutorial is one of them,
# ARGS="--folder F" keeps what the learners need.
notebooks: $(VENV)/dev compile page ## execute the notebooks of the examples, as strangers would install them
	@$(BIN)/python tools/notebooks.py $(ARGS)

# After the page: both install what they take from npm.
lint: $(VENV)/dev page ## check style, types and which way imports point
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python tools/npm.py run check

lock: $(VENV)/dev ## pin the newest fitting versions of everything we stand on
	@sh tools/lock.sh $(BIN)/uv --upgrade
	@$(BIN)/python tools/npm.py update --ignore-scripts --package-lock-only
	@$(BIN)/python tools/bare_lock.py

# TABLERO_PLAIN=1 leaves the wheel uncompiled, for every system.
dist: $(VENV)/dev ## make the archive, the wheel, the list of components and checksums of a release in dist/
	@$(BIN)/python tools/dist.py $(ARGS)

clean: ## remove everything that was made here
	rm -rf $(VENV) build dist web/node_modules src/tablero/site/static src/tablero/site/docs src/tablero/cli/fonts
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage* htmlcov src/*.egg-info
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
	find src \( -name '*.so' -o -name '*.pyd' \) -exec rm -f {} +

# ---------------------------------------------------------------- how things are made

$(VENV)/made:
	@sh tools/venv.sh $(VENV)
	@touch $@

# Builds the page too, while packages are fetched.
$(VENV)/ready: requirements/play.lock pyproject.toml tools/install.py | $(VENV)/made
	@$(BIN)/python tools/install.py play
	@touch $@

$(VENV)/dev: requirements/dev.lock web/package-lock.json $(VENV)/ready
	@$(BIN)/python tools/install.py dev
	@$(BIN)/python tools/npm.py ci
	@touch $@
