# Needs Python 3.11 or newer and make; everything else is fetched into .venv by what is written here.
# Stamps in .venv say what is installed; tools/compile.py, tools/page.py and tools/handbook.py know themselves when
# there is nothing to do.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help play test everything outside quick coverage plain long faults compile instructions page docs bench mutants
.PHONY: notebooks lint lock audit dist demo clean

VENV := .venv
BIN := $(VENV)/bin
# What each part takes, for the table that the tests print last.
TIMED := sh tools/timed.sh
# Where that is forbidden every process compiles all that it loads, again and again: the tests take three times as long.
unexport PYTHONDONTWRITEBYTECODE

help: ## list what can be made
	@echo "Tablero: make what?"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'

play: $(VENV)/ready ## start Tablero here and open it in the browser
	@$(BIN)/python tools/play.py $(ARGS)

# What does not need each other is made side by side: no part of the first line keeps two cores busy by itself. The
# types are read by two of them, each with a cache of its own (see `compile`). What is counted needs no quiet machine.
test: ## run every check and test, in a real browser too: ten minutes
	@rm -f build/times.tsv
	@$(MAKE) --no-print-directory $(VENV)/dev
	@$(MAKE) --no-print-directory -j4 lint compile docs outside
	@$(MAKE) --no-print-directory -j2 instructions everything

everything: $(VENV)/dev
	@$(BIN)/pytest -q -n auto --dist worksteal

outside: $(VENV)/dev ## find or install what tests need from outside of Python
	@$(TIMED) outside $(BIN)/python tools/outside.py

# BASE=main: everything since that commit.
quick: $(VENV)/dev page ## check what has changed, within 90 seconds
	@$(BIN)/python tools/quick.py $(if $(BASE),--base $(BASE))

# Compiled code leaves no line trace: coverage of the rules comes from plain Python.
coverage: compile docs outside ## run every test with its lines traced; 90 % of every package is required
	@rm -f .coverage .coverage.*
	@TABLERO_PLAIN=1 $(BIN)/pytest -q -n auto --dist worksteal -m "engine and not long" --cov --cov-report=
	@$(BIN)/pytest -q -n auto --dist worksteal --cov --cov-append --cov-report=
	@$(BIN)/python tools/coverage_gate.py

plain: $(VENV)/dev page ## test the rules as plain Python
	@echo "The engine as plain Python:"
	@TABLERO_PLAIN=1 $(BIN)/pytest -q -n auto --dist worksteal -m "engine and not long"

long: compile docs outside plain ## run the long forms of the tests, but for the faults
	@$(BIN)/pytest -q -n auto -m long --ignore tests/faults

# One after the other: each needs the whole machine. SIZE=0.1 is a tenth of every fault, ARGS="-k disk" some of them.
faults: compile docs outside ## kill, stop and fill what the site needs while people play; count what is lost
	@TABLERO_FAULT_SIZE=$(or $(SIZE),1) $(BIN)/pytest -q -m long tests/faults $(ARGS)

compile: $(VENV)/ready ## compile the rules for speed (needs a C compiler)
	@MYPY_CACHE_DIR=build/types $(TIMED) compile $(BIN)/python tools/compile.py --must

# By hand, with words: `.venv/bin/python tools/instructions.py --record "why"`.
instructions: compile ## count each compiled game's instructions; fail at a tenth more than recorded
	@$(TIMED) instructions $(BIN)/python tools/instructions.py

page: $(VENV)/ready ## build what the browser is sent
	@$(TIMED) page $(BIN)/python tools/page.py

# After the page: its fonts are the site's.
docs: $(VENV)/ready page ## build the pages of documentation, which the site serves under /docs
	@$(TIMED) docs $(BIN)/python tools/handbook.py

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
	@$(TIMED) style $(BIN)/ruff format --check --quiet .
	@$(TIMED) style $(BIN)/ruff check .
	@$(TIMED) types $(BIN)/mypy
	@$(TIMED) imports $(BIN)/lint-imports --no-logo
	@$(TIMED) typescript $(BIN)/python tools/npm.py run check

lock: $(VENV)/dev ## pin the newest fitting versions of everything we stand on
	@sh tools/lock.sh $(BIN)/uv --upgrade
	@$(BIN)/python tools/npm.py update --ignore-scripts --package-lock-only
	@$(BIN)/python tools/bare_lock.py

# Status 1: there are known weaknesses; 2: a registry could not be asked.
audit: $(VENV)/dev ## list what is installed and ask the registries for known weaknesses
	@$(BIN)/python tools/audit.py

# TABLERO_PLAIN=1 leaves the wheel uncompiled, for every system.
dist: $(VENV)/dev ## make the archive, the wheel, the list of components and checksums of a release in dist/
	@$(BIN)/python tools/dist.py $(ARGS)

# FOLDER=... is where it is written. What is fetched beside the rest: Pyodide from npm, two wheels for it.
demo: $(VENV)/dev page ## write Tablero as static files that any web host serves: bots and lessons without a server
	@$(BIN)/python tools/demo.py $(FOLDER)

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
	@$(TIMED) install $(BIN)/python tools/install.py play
	@touch $@

$(VENV)/dev: requirements/dev.lock web/package-lock.json $(VENV)/ready
	@$(TIMED) install $(BIN)/python tools/install.py dev
	@$(BIN)/python tools/npm.py ci
	@touch $@
