# Two commands do all the set-up on a machine that has only Python 3.11 (with pip and venv), git and make:
#   make demo    the main job on a sample page, and its outline
#   make test    all tests
# The others need `make test` to have run once.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
WORKERS ?= auto
TWINS := setup.py $(shell find src -name "_*.pyx" -o -name "_*.pxd")  # compiled at install

.PHONY: demo test lint types docs bench clean

demo: $(VENV)/.core
	$(BIN)/rubricate samples/privacy-policy.html
	@echo
	$(BIN)/rubricate outline samples/privacy-policy.html

test: $(VENV)/.dev
	$(BIN)/python -m pytest -q -n $(WORKERS) -m "not alone"
	$(BIN)/python -m pytest -q -m alone

lint: $(VENV)/.dev
	$(BIN)/python -m ruff check .

types: $(VENV)/.dev
	$(BIN)/python -m mypy

docs: $(VENV)/.dev
	$(BIN)/python docs/generate.py

bench: $(VENV)/.bench
	$(BIN)/python benchmarks/speed.py samples tests/pages

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src -name "_*.so" -delete

$(VENV)/.made:
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed, this is %d.%d; say make PYTHON=..." % sys.version_info[:2])'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.core: $(VENV)/.made pyproject.toml $(TWINS)
	$(PIP) install --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.made pyproject.toml $(TWINS)
	$(PIP) install --editable '.[dev]'
	touch $(VENV)/.core $@

$(VENV)/.bench: $(VENV)/.dev
	$(PIP) install --upgrade 'pip>=24'  # older ones fail over an extra that two peers ask for
	$(PIP) install --editable '.[dev,peers]'
	touch $@
