# Two commands do everything: `make lab` and `make test`. `make help` lists the others.

PYTHON ?= python3
BIN := .venv/bin
SETUP = @command -v $(PYTHON) >/dev/null || { \
	  echo "lincourse: there is no $(PYTHON) here; install Python 3.11 or newer, or name one: make $@ PYTHON=..."; exit 1; }; \
	$(PYTHON) tools/setup_env.py

.PHONY: help lab test build check-format lock benchmark clean

help:
	@echo "make lab         set up and open the course in JupyterLab"
	@echo "make test        set up and run every test"
	@echo "make build       make lectures/, solutions/ and exercises/ from sources/ (UNITS='04 05' for some)"
	@echo "make format      tidy code and notebooks' sources"
	@echo "make benchmark   compare with scikit-learn, side by side"
	@echo "make lock        choose new versions of all packages"
	@echo "make clean       remove the environment and all caches"

lab:
	$(SETUP) student
	@$(BIN)/python tools/lab.py

test:
	$(SETUP) dev
	@$(BIN)/python tools/test.py

build:
	$(SETUP) dev
	@$(BIN)/python tools/build.py $(UNITS)

format:
	$(SETUP) dev
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

benchmark:
	$(SETUP) dev
	@$(BIN)/python benchmarks/reference.py

lock:
	$(SETUP) dev
	@$(BIN)/python tools/lock.py

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

.DEFAULT:
	@echo "lincourse: there is no 'make $@'; 'make help' lists what there is."; exit 2
