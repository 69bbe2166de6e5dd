# Everything runs inside .venv, which `make setup` fills; no target needs it activated.

PYTHON ?= python3
# The one line that chooses the build of PyTorch. Another version, a build for your accelerator, or options for pip may
# stand here: make setup TORCH="torch==2.12.0"
TORCH ?= torch==2.13.0
# Where the tests of the engines lie: what also runs with bounds checks.
ENGINE_TESTS ?= tests/rules tests/envs
# Recipes that `make test-recipes` runs; empty for all.
RECIPES ?=
# Test processes at once.
JOBS ?= 2

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PYTEST := $(BIN)/pytest
PARALLEL := -n $(JOBS) --dist loadgroup

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup warmup demo test test-slow test-boundscheck test-nojit test-recipes lint format types notebooks bench docs clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## make .venv and install everything into it (again when pyproject.toml changes)

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install $(TORCH)
	$(BIN)/python -m pip install --editable '.[train,lab,dev]'
	@touch $@

warmup: setup ## compile the games' kernels into the cache
	$(BIN)/shugyo warmup

demo: setup ## the main job, small: train on each game, play the panel, print a table of strength
	$(BIN)/shugyo demo

# The cache is filled first, so that the test processes do not all compile the same kernels.
test: setup ## run the tests, save the slow ones
	$(BIN)/shugyo warmup --quiet
	$(PYTEST) $(PARALLEL) -m "not slow"

test-slow: setup ## run the slow tests
	$(PYTEST) $(PARALLEL) -m slow

test-boundscheck: setup ## run the engines' tests with array bounds checked in compiled code
	NUMBA_BOUNDSCHECK=1 $(PYTEST) $(PARALLEL) -m "not slow" $(ENGINE_TESTS)

test-nojit: setup ## run the parity tests without numba's compiler
	NUMBA_DISABLE_JIT=1 $(PYTEST) $(PARALLEL) -m nojit

# Libraries that ask for packages the project does not go with; needs no .venv.
test-recipes: ## run the recipes for other learning libraries, each in an environment of its own (gigabytes, minutes)
	$(PYTHON) tests/recipes/run.py --torch "$(TORCH)" $(RECIPES)

lint: setup ## check style and format
	$(BIN)/ruff check
	$(BIN)/ruff format --check

format: setup ## mend what ruff can mend by itself
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

types: setup ## check types
	$(BIN)/pyright

notebooks: setup ## write each notebook anew from its .py file and execute it
	$(BIN)/jupytext --quiet --to ipynb --update notebooks/*.py
	$(PYTEST) --nbmake notebooks

bench: setup ## measure speed
	$(BIN)/shugyo bench

docs: setup ## write the generated tables anew
	$(BIN)/python -m shugyo.benchmarks.docs
	$(BIN)/python -m shugyo.benchmarks.tables

clean: ## remove what builds, tests and tools left behind; .venv, results and runs stay
	rm -rf build dist ./*.egg-info .pytest_cache .ruff_cache .hypothesis .benchmarks
	find . \( -path ./$(VENV) -o -path ./.recipes \) -prune -o \( -name __pycache__ -o -name .ipynb_checkpoints \) -type d -exec rm -rf {} +
