# For students `make lab`, for instructors `make instructor`, for contributors `make test`; see `make help`.

PYTHON ?= python3
BIN := .venv/bin
PYTHON_IS_HERE = command -v $(PYTHON) >/dev/null || { \
	  echo "lincourse: $(PYTHON) not found. Install Python 3.11 to 3.14, or name one: make $@ PYTHON=..."; exit 1; }
SETUP = @$(PYTHON_IS_HERE); $(PYTHON) tools/setup_env.py

.PHONY: help lab instructor check test test-all build format benchmark grade-demo site book slides wheels metadata pictures lock clean

help:
	@echo "make lab         set up and open the course in JupyterLab"
	@echo "make instructor  set up with the grader, and say how to begin"
	@echo "make check       style, layers, types and the fast tests, in a minute (UNIT=06 for one unit, in seconds)"
	@echo "make test        set up and run all tests, with samples of the large ones"
	@echo "make test-all    the same with all seeds and cases, as every night"
	@echo "make build       build lectures/, solutions/ and exercises/ from sources/ (UNITS='04 05' for some)"
	@echo "make format      format code and the sources of notebooks"
	@echo "make benchmark   compare with scikit-learn and nbgrader"
	@echo "make grade-demo  make a class of 40, grade it, show the report"
	@echo "make site        build the pages to read and the course in the browser into _site/"
	@echo "make book        the whole course as PDF and EPUB, into _book/"
	@echo "make slides      slides for each lecture, with the text as speaker notes, into _slides/"
	@echo "make wheels      wheels of the three packages and a students' zip, into _dist/"
	@echo "make metadata    write release.toml's version and addresses into the packages"
	@echo "make pictures    retake the README's screenshots (after make site)"
	@echo "make lock        update the versions of all packages (PACKAGE=nbgrader for one)"
	@echo "make clean       remove the environment and all caches"

lab:
	@$(PYTHON_IS_HERE); $(PYTHON) start.py

instructor:
	$(SETUP) instructor
	@echo "To use it, in this and every new terminal:  . '$(CURDIR)/$(BIN)/activate'"
	@echo "Then: lincourse course new FOLDER, outside this folder. docs/first-class.md practises with sample exports."

check:
	$(SETUP) dev
	@$(BIN)/python tools/test.py check $(if $(UNIT),--unit $(UNIT))

test:
	$(SETUP) dev
	@$(BIN)/python tools/test.py

test-all:
	$(SETUP) dev
	@$(BIN)/python tools/test.py all

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
	@$(BIN)/python benchmarks/grading.py --students 20

grade-demo:
	$(SETUP) instructor
	@$(BIN)/python tools/grade_demo.py

site:
	$(SETUP) site
	@$(BIN)/python tools/build_site.py

book:
	$(SETUP) dev
	@$(BIN)/python tools/book.py

slides:
	$(SETUP) site
	@$(BIN)/python tools/slides.py

wheels:
	$(SETUP) dev
	@$(BIN)/python tools/release.py

# With any Python, because a new version also changes what the set-up installs.
metadata:
	@$(PYTHON_IS_HERE); $(PYTHON) tools/metadata.py

pictures:
	$(SETUP) dev
	@$(BIN)/python tools/pictures.py

# Without a set-up, because pyproject.toml may name packages that the lock doesn't have yet.
lock: $(BIN)/uv
	@$(BIN)/python tools/lock.py $(PACKAGE)

$(BIN)/uv:
	$(SETUP) dev

clean:
	rm -rf .venv _build _site _book _slides _dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

.DEFAULT:
	@echo "lincourse: Unknown target 'make $@'. 'make help' lists all targets."; exit 2
