# Needs only make (3.81 or newer) and Python 3.11 or newer. Installs everything into .venv in this folder.
# Another Python:        make lab PYTHON=python3.12
# JupyterLab's options:  make lab ARGS="--no-browser --port 8899"
# Train the zoo again:   make zoo
#     make zoo QUICK=1         only 42 models
#     make zoo IMAGES=my.npz   on your own images
#     make zoo TEXT=1          models of sentences; with QUICK=1, only nine of them
#     make zoo PAIR=1          the two networks of the course (five minutes)
#     make zoo MINUTES=60      stop after an hour instead of three; the same command then continues

PYTHON ?= python3
ARGS ?=
MINUTES ?= 180
VENV := .venv/bin/python
comma := ,
WITH_TORCH := .venv/.installed-test$(comma)torch$(comma)dask
QUICK_TESTS := $(patsubst %,tests/test_%.py,absent_factors bad_input core custom_metric files \
	measures metric_formulas packaging pages quiz_questions scoring signatures text validation)
# One process runs all tests of a file or notebook, so that fixtures are made once per file. Files run in
# the order of tests/conftest.py, the slowest first, and not in the order of their number of tests.
SIDE_BY_SIDE := -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder
SITE_VENV := build/site-venv
# Each kind of zoo has its own folder, in which an interrupted run can continue.
ZOO := build/zoo$(if $(TEXT),-text)$(if $(PAIR),-pair)$(if $(QUICK),-quick)$(if $(IMAGES),-$(basename $(notdir $(IMAGES))))
LINT = bad=0; \
	for check in "ruff format --check ." "ruff check ." mypy; do \
	$(VENV) -m $$check || bad=1; done; \
	$(VENV) tests/numpydoc_check.py || bad=1; $(VENV) tests/english_lint.py || bad=1; [ $$bad = 0 ]
# Jupyter runs as root, which is common in a container, only with this option.
ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)

# Jupyter and IPython keep their settings and history in .venv. Your own settings are neither used
# nor changed.
export JUPYTER_CONFIG_DIR := $(CURDIR)/.venv/jupyter/config
export JUPYTER_DATA_DIR := $(CURDIR)/.venv/jupyter/data
export JUPYTER_RUNTIME_DIR := $(CURDIR)/.venv/jupyter/runtime
export IPYTHONDIR := $(CURDIR)/.venv/jupyter/ipython

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help chapter lint lab book course book-serve book-all test test-all test-quick test-oldest \
	test-environments notebooks pins bench learned zoo dial pictures clean

# Targets with ##> are listed first, and those with ## below them.
LISTED = awk -F ':.*$(1) ' '/^[a-z-]+:.*$(1) / { printf "  make %-17s %s\n", $$1, $$2 }' Makefile
help:  ##> Show this list
	@$(call LISTED,\#\#>)
	@echo; echo "To work on disentangle_edu itself:"; $(call LISTED,\#\#)

# The settings in jupyter_server_config.json encrypt the connection to a kernel, and suppress what Tornado
# says about a timeout that Jupyter Server sets. Without them, both would cause warnings while a notebook
# runs. A notebook that is not trusted would also cause a warning.
lab: .venv/.installed-lab  ##> Open JupyterLab on the first notebook (installs what it needs into .venv)
	@mkdir -p "$(JUPYTER_CONFIG_DIR)/custom"
	@cp docs/site/reading.css "$(JUPYTER_CONFIG_DIR)/custom/custom.css"
	@cp docs/site/jupyter_server_config.json "$(JUPYTER_CONFIG_DIR)"
	@$(VENV) -m jupyter trust --log-level=ERROR notebooks/*.ipynb > /dev/null
	@$(VENV) -m jupyterlab --log-level=WARN --LabApp.custom_css=True \
		--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb $(ROOT) $(ARGS)

book: $(SITE_VENV)/.installed  ##> Build the book, and the notebooks without a server (PYODIDE=DIR: wheels from there)
	$(SITE_VENV)/bin/python docs/site/build.py

# The site has its own environment, because JupyterLite's additions would make JupyterLab print messages.
$(SITE_VENV)/.installed: pyproject.toml
	"$(PYTHON)" -m venv --clear $(SITE_VENV)
	$(SITE_VENV)/bin/python -c "import tomllib as t; p = t.load(open('pyproject.toml', 'rb')); \
		print(*p['project']['dependencies'], *p['project']['optional-dependencies']['site'], sep='\n')" > $(SITE_VENV)/needs.txt
	$(SITE_VENV)/bin/python -m pip install --disable-pip-version-check -q -r $(SITE_VENV)/needs.txt
	@touch $@

course: .venv/.installed-test  ## Write what a class needs into build/course: copies, guides, a sheet to print
	$(VENV) -m disentangle_edu course build/course $(ARGS)
	$(VENV) docs/site/teaching.py build/course

book-serve:  ##> Show the book on this machine
	@[ -d build/site ] || { echo "Sorry: there is no book yet; make book builds it." >&2; exit 1; }
	"$(PYTHON)" -m http.server --bind 127.0.0.1 --directory build/site

book-all: .venv/.installed-test $(SITE_VENV)/.installed  ## Run every cell of the notebooks in the book, in a browser
	$(VENV) tests/browser/site_lite.py

lint: .venv/.installed-test  ## Check style (ruff), types (mypy), docstrings (numpydoc) and English
	@$(LINT)

# Lint and the tests run in parallel, and neither stops the other, so that one run reports every failure.
# The kernel timeout is long: it should stop a kernel that hangs, not one that is slow on a busy machine.
test test-all test-quick: export OMP_NUM_THREADS := 1  # one core per process; more threads would wait for each other
test: .venv/.installed-test  ##> Run lint, the tests that matter most, every notebook (six minutes)
	@mkdir -p build; ($(LINT)) > build/lint.txt 2>&1 & lint=$$!; \
	$(VENV) -m pytest $(SIDE_BY_SIDE) --nbval --nbval-current-env --nbval-kernel-startup-timeout 600 \
		tests notebooks/*.ipynb; tests=$$?; \
	wait $$lint; lint=$$?; echo; cat build/lint.txt; \
	say() { if [ $$2 = 0 ]; then echo "$$1: passed"; else echo "$$1: FAILED (status $$2)"; fi; }; \
	say lint $$lint; say "tests and notebooks" $$tests; [ $$lint = 0 ] && [ $$tests = 0 ]

# The tests that `make test` omits: the full numbers of seeds, all figures, PyTorch, the site, and every
# lab in a browser.
test-all: $(WITH_TORCH)  ## Run the rest of the tests (half an hour; installs PyTorch)
	DISENTANGLE_EDU_TORCH=required $(VENV) -m pytest $(SIDE_BY_SIDE) -p no:nbval -m slow

test-quick: .venv/.installed-test  ## Run lint and the quick tests
	@$(LINT)
	$(VENV) -m pytest -p no:nbval $(QUICK_TESTS)

test-environments: .venv/.installed-test  ## Try other machines: no browser, no extras, an odd folder, old and new versions
	$(VENV) tests/environments.py $(ARGS)

# Uses a separate environment, and omits the tests that take minutes.
test-oldest:  ## Run the quick tests with the oldest versions that pyproject.toml allows
	"$(PYTHON)" tests/oldest.py > /dev/null && "$(PYTHON)" -m venv --clear build/oldest
	"$(PYTHON)" tests/oldest.py > build/oldest/constraints.txt
	build/oldest/bin/python -m pip install --disable-pip-version-check -q \
		-c build/oldest/constraints.txt -e ".[test]"
	build/oldest/bin/python -m pytest $(QUICK_TESTS)

notebooks: .venv/.installed-test  ## Build the notebooks anew from the prose of their chapters
	$(VENV) -m disentangle_edu.chapters.build

chapter: .venv/.installed-test  ## Build and test one chapter: make chapter NAME=dci
	@$(VENV) -m ruff check disentangle_edu/chapters/$(NAME)
	$(VENV) -m disentangle_edu.chapters.build $(NAME)
	OMP_NUM_THREADS=1 $(VENV) -m pytest -q -p no:nbval --chapter $(NAME) \
		$(patsubst %,tests/test_%.py,notebooks quiz_exercises quiz_questions prediction claims pins) \
		$(wildcard tests/test_labs*.py)

pins: .venv/.installed-test  ## Write anew what tests hold pictures, answers and numbers to (two minutes; NAME=dci: one chapter)
	OMP_NUM_THREADS=1 $(VENV) tests/pins.py $(NAME)

bench: .venv/.installed-test  ## Measure how long everything takes, also from key to picture in a browser
	$(VENV) tests/bench.py
	$(VENV) tests/browser/latency.py

learned: $(WITH_TORCH)  ## Learn the shipped subspaces anew (with PyTorch; some minutes)
	$(VENV) tests/learned.py
	$(VENV) tests/learned_networks.py
	$(VENV) tests/learned_ablations.py

# An unfinished zoo (status 3: the time limit was reached) does not replace the shipped one.
zoo: $(WITH_TORCH)  ## Train the zoo (an hour; TEXT=1: 3 hours; QUICK=1: minutes); goes on where it was stopped
	$(VENV) -m disentangle_edu zoo --train "$(ZOO)" --minutes $(MINUTES) \
		$(if $(TEXT),--text) $(if $(PAIR),--pair) $(if $(QUICK),--quick) $(if $(IMAGES),--images "$(IMAGES)"); \
	status=$$?; [ $$status = 3 ] && exit 0; [ $$status = 0 ] || exit $$status; \
	$(if $(QUICK)$(IMAGES),true,cp "$(ZOO)"/*.csv "$(ZOO)"/*.npz disentangle_edu/zoo/$(if $(PAIR),pair/))

dial: .venv/.installed-test  ## Score the mixed codes of A and B anew, after make zoo PAIR=1 (a quarter of an hour)
	$(VENV) -m disentangle_edu.zoo.dial

pictures: .venv/.installed-test  ## Take the pictures of the labs in a real browser
	$(VENV) tests/browser/pictures.py

clean:  ##> Remove .venv and all that was built or cached
	rm -rf .venv build dist *.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
	find . -name .ipynb_checkpoints -prune -exec rm -rf {} +

# All extras share one .venv. A stamp file records each installed extra; if pyproject.toml is newer, it is
# installed again. A .venv without pip, or whose Python is missing or too old, is made again.
# The overrides turn off JupyterLab's news pop-up.
SETTINGS := .venv/share/jupyter/lab/settings
NO_NEWS := {"fetchNews": "false", "checkForUpdates": false}
CHECK := -c "import sys; sys.exit(sys.version_info < (3, 11))"
SIZE = $(if $(findstring lab,$*),150 MB are downloaded and 700 MB,about 300 MB are downloaded and 1.2 GB)
# Reduces pip's output to one line for each package that it looks up or downloads.
PROGRESS = while read -r first second rest; do case "$$first $$second $$rest" in \
	Collecting*|Processing*) echo "  looking up $${second\#\#*/}";; \
	Downloading*.whl*|"Using cached"*.whl*) echo "  $$first $$second $$rest";; \
	"Installing collected"*) echo "  Everything is here. It is put into place: one or two minutes.";; \
	esac; done
.venv/.installed-%: pyproject.toml
	@$(VENV) -c "import pip" 2>/dev/null && $(VENV) $(CHECK) || { \
		"$(PYTHON)" $(CHECK) || { \
			echo "Sorry: this needs Python 3.11 or newer, and '$(PYTHON)' is not that."; \
			echo "If you have one under another name, tell make, for example: make lab PYTHON=python3.12"; \
			exit 1; }; \
		echo "Making .venv."; "$(PYTHON)" -m venv --clear .venv; }
	@echo "Installing disentangle_edu with $(subst $(comma), and ,$*) into .venv."
	@echo "The first time, $(SIZE) written: two to six minutes, a line for each package."
	@mkdir -p $(SETTINGS)
	@echo '{"@jupyterlab/apputils-extension:notification": $(NO_NEWS)}' > $(SETTINGS)/overrides.json
	@rm -f "$@"; { $(VENV) -m pip install --disable-pip-version-check --progress-bar off -e ".[$*]" \
		&& touch "$@"; } | $(PROGRESS); [ -e "$@" ] || { \
		echo "Sorry: the packages could not be installed; pip's last lines say why." >&2; \
		echo "The first time needs a connection to the internet. The same command tries again." >&2; \
		exit 1; }
