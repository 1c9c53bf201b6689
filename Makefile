# The two that matter: `make run` opens the site, `make test` runs every check and test. Each sets up what it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PACKAGES := .cache/packages
CUDA_VENV := .cache/cuda-wheel
NEWER_PYTHON ?= python3.13
NEWER_VENV := .cache/newer-jax
STATIC := src/chipward/site/static
WEB_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*')

.PHONY: run test test-web test-cuda-wheel test-newer-jax check bench build wheel web golden packages traces clean
.DEFAULT_GOAL := run

run: $(VENV)/.package $(STATIC)/.built
	@$(BIN)/chipward serve

# What waits for the network runs beside what does not. Two installers of one kind never run at once.
test:
	@$(MAKE) --no-print-directory $(VENV)/.created
	@$(MAKE) --no-print-directory --jobs=2 $(VENV)/.tests chromium
	@$(MAKE) --no-print-directory --jobs=2 $(PACKAGES)/.downloaded check test-web
	scripts/run-tests $(BIN)

test-web: $(STATIC)/.built
	$(WITH_NODE) npm --prefix web test

# Needs no GPU, but PyTorch's build for CUDA in an environment of its own: a download of some 3 GB, 5.5 GB on disk.
test-cuda-wheel: $(CUDA_VENV)/.tests
	$(CUDA_VENV)/bin/pytest tests/capture/torch/dry_run/on_cuda_wheel

# Needs a Python of 3.12 or later, which JAX 0.12 asks for.
test-newer-jax: $(NEWER_VENV)/.tests
	$(NEWER_VENV)/bin/pytest tests/capture/jax/newer tests/capture/jax/watch

check: $(VENV)/.tests $(STATIC)/.built
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/chipward schema --check
	$(BIN)/chipward check
	$(WITH_NODE) npm --prefix web run check

bench: $(VENV)/.tests $(STATIC)/.built $(PACKAGES)/.downloaded | chromium
	$(BIN)/python -m benchmarks

build: $(VENV)/.package $(STATIC)/.built
	$(BIN)/chipward build build/site

wheel: $(VENV)/.package $(STATIC)/.built
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

web: $(STATIC)/.built

golden: $(VENV)/.tests
	$(BIN)/pytest tests/artifacts tests/diagram --golden

packages: $(PACKAGES)/.downloaded

traces: $(VENV)/.tests $(STATIC)/.built
	$(BIN)/python scripts/trace_examples.py

clean:
	rm -rf $(VENV) .cache build dist $(STATIC) web/node_modules

# Set-up. Each stamp is newer than what it was made from, so a second run starts at once.

WITH_NODE = PATH="$(CURDIR)/$(BIN):$$PATH"

$(VENV)/.created:
	scripts/create-venv $(PYTHON) $(VENV)
	@touch $@

$(VENV)/.package: $(VENV)/.created pyproject.toml
	$(BIN)/pip install --quiet --editable .
	@touch $@

$(VENV)/.tests: $(VENV)/.package
	$(BIN)/pip install --quiet --group test
	@touch $@

# Three equals signs: with two, a local build for the CPU alone may be taken for the same version.
$(CUDA_VENV)/.tests: pyproject.toml
	scripts/create-venv $(PYTHON) $(CUDA_VENV)
	$(CUDA_VENV)/bin/pip install --quiet 'torch===2.13.0'
	$(CUDA_VENV)/bin/pip install --quiet --group test --editable .
	@touch $@

$(NEWER_VENV)/.tests: pyproject.toml
	scripts/create-venv $(NEWER_PYTHON) $(NEWER_VENV)
	$(NEWER_VENV)/bin/pip install --quiet --group newer-jax --editable .
	@touch $@

$(VENV)/.node: $(VENV)/.created
	scripts/ensure-node $(BIN)
	@touch $@

$(STATIC)/.built: $(VENV)/.node $(WEB_SOURCES)
	$(WITH_NODE) npm --prefix web ci --no-audit --no-fund --loglevel=error
	$(WITH_NODE) npm --prefix web run build
	@touch $@

$(PACKAGES)/.downloaded: $(VENV)/.package scripts/download_packages.py $(wildcard data/*/*.json)
	$(BIN)/python scripts/download_packages.py $(PACKAGES)
	@touch $@

.PHONY: chromium
chromium:
	@scripts/ensure-chromium
