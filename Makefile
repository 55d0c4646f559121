# git-bench. `make demo` and `make test` install what a bare Debian 12 lacks
# (`make deps`), build, and do their job. Knobs: V=1 SANITIZE= PREFIX=
# DESTDIR= BUILD= CC= CFLAGS=.

PREFIX ?= /usr/local
DESTDIR ?=
BUILD ?= build
CFLAGS ?= -O2 -g
SANITIZE ?=
V ?= 0

CC ?= cc
PACKAGES = libgit2 jansson libpcre2-8 sqlite3
OWN_CFLAGS = -std=gnu11 -D_GNU_SOURCE -Isrc -Wall -Wextra -Wshadow \
	-Wstrict-prototypes -Wmissing-prototypes -Wvla -Wwrite-strings \
	-Werror=implicit -Wno-missing-field-initializers -MMD -MP
ifneq ($(SANITIZE),)
OWN_CFLAGS += -fsanitize=$(SANITIZE) -fno-omit-frame-pointer \
	-fno-sanitize-recover=all
OWN_LDFLAGS += -fsanitize=$(SANITIZE)
endif
# Asked once, and only when something is compiled: `make deps` needs nothing.
PKG_CFLAGS = $(eval PKG_CFLAGS := $(shell \
	pkg-config --cflags $(PACKAGES)))$(PKG_CFLAGS)
PKG_LIBS = $(eval PKG_LIBS := $(shell \
	pkg-config --libs $(PACKAGES)) -lm)$(PKG_LIBS)

# Debian's packages: for building and the demo, for the tests, for `bench`,
# for `soak`.
DEBIAN_BUILD = build-essential pkg-config libgit2-dev libjansson-dev \
	libpcre2-dev libsqlite3-dev git scdoc
DEBIAN_TEST = $(DEBIAN_BUILD) perl jq man-db valgrind clang cppcheck \
	libclang-rt-14-dev libc6-dbg procps xz-utils bsdutils \
	ocaml-nox ocaml-dune lighttpd openssh-server python3-yaml \
	bubblewrap slurmctld slurmd slurm-client munge systemd
DEBIAN_BENCH = $(DEBIAN_BUILD) hyperfine jq
DEBIAN_SOAK = $(DEBIAN_BUILD) perl jq lighttpd openssh-server faketime

Q = $(if $(filter 1,$(V)),,@)
say = $(if $(filter 1,$(V)),,@echo "  $(1)	$(2)")
submake = $(Q)$(MAKE) --no-print-directory

LIB_SRC := $(sort $(wildcard src/*/*.c))
CMD_SRC := $(sort $(wildcard git-bench/*.c))
RECORDER_SRC := $(sort $(wildcard git-bench/recorder/*.c))
UNIT_SRC := $(sort $(wildcard tests/unit/t_*.c))
FUZZ_SRC := $(sort $(wildcard tests/fuzz/fuzz_*.c))
BENCH_SRC := $(sort $(wildcard tests/bench/*.c))
REPLAY_SRC := $(sort $(wildcard tests/replay/*.c))
LIVE_SRC := $(sort $(filter-out %/work.c,$(wildcard tests/live/*.c)))
RACE_SRC := $(sort $(wildcard tests/soak/*.c))
UNITS := $(sort $(wildcard docs/systemd/*.service))
MAN_SRC := $(sort $(wildcard docs/man/*.scd))
OBJ := $(BUILD)/obj
LIB_OBJ := $(LIB_SRC:%.c=$(OBJ)/%.o)
CMD_OBJ := $(CMD_SRC:%.c=$(OBJ)/%.o)
UNIT_HELP := $(filter-out tests/unit/t_%,$(wildcard tests/unit/*.c))
RECORDER_OBJ := $(RECORDER_SRC:%.c=$(OBJ)/%.o)
UNIT_BIN := $(UNIT_SRC:tests/unit/%.c=$(BUILD)/tests/%)
FUZZ_BIN := $(FUZZ_SRC:tests/fuzz/%.c=$(BUILD)/tests/%)
BENCH_BIN := $(BENCH_SRC:tests/bench/%.c=$(BUILD)/bench/%)
MAN1 := $(patsubst docs/man/%.scd,$(BUILD)/man/man1/%,\
	$(filter %.1.scd,$(MAN_SRC)))
MAN5 := $(patsubst docs/man/%.scd,$(BUILD)/man/man5/%,\
	$(filter %.5.scd,$(MAN_SRC)))
LIB := $(BUILD)/libbench.a
RECORDER := $(BUILD)/git-bench-recorder

.PHONY: all
all: $(BUILD)/git-bench $(RECORDER) man

$(OBJ)/%.o: %.c
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(OWN_CFLAGS) $(PKG_CFLAGS) $(CFLAGS) -c -o $@ $<

# docs/SCHEMA.md as a C string: the history carries a copy.
$(OBJ)/schema.c: docs/SCHEMA.md
	$(call say,GEN,$@)
	$(Q)mkdir -p $(@D)
	$(Q){ printf '#include "record/schema.h"\nconst char schema_text[] =\n'; \
		sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $<; echo ';'; } >$@
$(OBJ)/schema.o: $(OBJ)/schema.c
	$(Q)$(CC) $(CPPFLAGS) $(OWN_CFLAGS) $(CFLAGS) -c -o $@ $<

# The scripts of hooks/ as C strings: `init --hooks` needs no files.
HOOKS := $(sort $(wildcard hooks/*))
$(OBJ)/hook_texts.c: $(HOOKS)
	$(call say,GEN,$@)
	$(Q)mkdir -p $(@D)
	$(Q){ echo '#include "hook_texts.h"'; for hook in $(HOOKS); do \
		echo "const char hook_$$(basename $$hook | tr - _)[] ="; \
		sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $$hook; echo ';'; done; } >$@
$(OBJ)/hook_texts.o: $(OBJ)/hook_texts.c
	$(Q)$(CC) $(CPPFLAGS) $(OWN_CFLAGS) $(CFLAGS) -Igit-bench -c -o $@ $<

$(LIB): $(LIB_OBJ) $(OBJ)/schema.o
	$(call say,AR,$@)
	$(Q)rm -f $@ && ar rcs $@ $^

link = $(Q)$(CC) $(OWN_LDFLAGS) $(LDFLAGS) -o $@ $^ $(PKG_LIBS)

$(BUILD)/git-bench: $(CMD_OBJ) $(OBJ)/hook_texts.o $(LIB)
	$(call say,LD,$@)
	$(link)

# Small is what it is for: static, without the libraries of the program; of
# the archive only what it names comes along. Sanitizers forbid -static.
RECORDER_LDFLAGS ?= $(if $(SANITIZE),,-static)
$(RECORDER): $(RECORDER_OBJ) $(LIB)
	$(call say,LD,$@)
	$(Q)$(CC) $(OWN_LDFLAGS) $(RECORDER_LDFLAGS) $(LDFLAGS) -o $@ $^ -lm

$(BUILD)/tests/t_%: $(OBJ)/tests/unit/t_%.o $(UNIT_HELP:%.c=$(OBJ)/%.o) \
		$(LIB)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(link)

# The one part of the program that has unit tests of its own.
$(BUILD)/tests/t_option: $(OBJ)/git-bench/option.o

# libFuzzer brings its main(); only `make fuzz` and `make test` come here.
$(BUILD)/tests/fuzz_%: OWN_LDFLAGS += -fsanitize=fuzzer
$(BUILD)/tests/fuzz_%: $(OBJ)/tests/fuzz/fuzz_%.o $(LIB)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(link)

$(BUILD)/replay: $(REPLAY_SRC:%.c=$(OBJ)/%.o) $(LIB)
	$(call say,LD,$@)
	$(link)

$(BUILD)/live/live: $(LIVE_SRC:%.c=$(OBJ)/%.o) $(LIB)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(link)

$(BUILD)/live/work: tests/live/work.c
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -O2 -Wall -Wextra -o $@ $<

$(BUILD)/race: $(RACE_SRC:%.c=$(OBJ)/%.o) $(LIB)
	$(call say,LD,$@)
	$(link)

$(BUILD)/bench/%: $(OBJ)/tests/bench/%.o $(LIB)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(link)

.SECONDEXPANSION:
$(MAN1) $(MAN5): docs/man/$$(@F).scd
	$(call say,MAN,$@)
	$(Q)mkdir -p $(@D)
	$(Q)scdoc <$< >$@.part && mv $@.part $@

.SECONDARY:

.PHONY: unit man fuzz-programs bench-programs
unit: $(UNIT_BIN) $(RECORDER) $(BUILD)/replay $(BUILD)/live/live $(BUILD)/race
man: $(MAN1) $(MAN5)
fuzz-programs: $(FUZZ_BIN)
bench-programs: $(BENCH_BIN)

# ---- what people type ----------------------------------------------------

.PHONY: deps deps-test deps-bench deps-soak
deps:
	@tests/deps.sh $(DEBIAN_BUILD)
deps-test:
	@tests/deps.sh $(DEBIAN_TEST)
deps-bench:
	@tests/deps.sh $(DEBIAN_BENCH)
deps-soak:
	@tests/deps.sh $(DEBIAN_SOAK)

.PHONY: demo
demo: deps
	$(submake) all
	@tests/demo.sh $(BUILD)

# The program three times: plain, with sanitizers, and for libFuzzer.
SANITIZED = BUILD=$(BUILD)/sanitize SANITIZE=address,undefined \
	CFLAGS='-O1 -g'
FUZZED = BUILD=$(BUILD)/fuzz CC=clang \
	SANITIZE=fuzzer-no-link,address,undefined CFLAGS='-O1 -g'

.PHONY: test
test: deps-test
	$(submake) all unit
	$(submake) $(SANITIZED) all unit
	$(submake) $(FUZZED) fuzz-programs
	@tests/all.sh $(BUILD)

# `make try T=tests/020-request.sh`: one script, or one unit program.
.PHONY: try
try: all unit
	@BUILD=$(BUILD) prove -v --exec tests/one.sh plain:$(T)

.PHONY: fuzz
FUZZ_SECONDS ?= 60
fuzz: deps-test
	$(submake) $(FUZZED) fuzz-programs
	@BUILD=$(BUILD) FUZZ_SECONDS=$(FUZZ_SECONDS) prove --exec \
		tests/one.sh $(FUZZ_SRC:tests/fuzz/%.c=fuzz:%)

.PHONY: bench
bench: deps-bench
	$(submake) all bench-programs
	@tests/bench.sh $(BUILD)

# The verdicts against an unpacked archive of Sandmark results; STRETCH=2:
# were the machine twice as noisy.
.PHONY: verdict-replay
verdict-replay: $(BUILD)/replay
	@$< '$(or $(ARCHIVE),$(error verdict-replay needs ARCHIVE=<folder>))' \
		$(STRETCH)

# The same with real processes on this machine: hours. It goes on where it
# was stopped; the numbers are runs to have in the end. LIVE=: tables alone.
LIVE ?= 300 100 100 60
.PHONY: verdict-live
verdict-live: $(BUILD)/live/live $(BUILD)/live/work $(RECORDER)
	@GIT_BENCH_RECORDER=$(abspath $(RECORDER)) \
		tests/live/live.sh $(abspath $(BUILD)) $(LIVE)

# For hours; REQUESTS= RUNNERS= TRANSPORTS= FAULTS= as tests/soak.sh says.
.PHONY: soak
soak: deps-soak
	$(submake) all unit
	@BUILD=$(BUILD) CLAIMS=100000 PUSHED=2000 ENDS=2000 tests/315-race.sh
	@tests/soak.sh $(BUILD)

.PHONY: check
check: test
	cppcheck -j2 --quiet --std=c11 --enable=warning,portability \
		--inline-suppr --error-exitcode=1 \
		--library=tests/cppcheck.cfg -Isrc -Igit-bench src git-bench

.PHONY: clean
clean:
	rm -rf $(BUILD)

# ---- installation --------------------------------------------------------

bindir = $(DESTDIR)$(PREFIX)/bin
libexecdir = $(DESTDIR)$(PREFIX)/libexec/git-bench
sharedir = $(DESTDIR)$(PREFIX)/share/git-bench
mandir = $(DESTDIR)$(PREFIX)/share/man
unitdir = $(DESTDIR)$(PREFIX)/lib/systemd/system
completiondir = $(DESTDIR)$(PREFIX)/share/bash-completion/completions

.PHONY: install
install: all
	install -d $(bindir) $(libexecdir) $(sharedir)/hooks \
		$(mandir)/man1 $(mandir)/man5 $(completiondir) $(unitdir)
	install -m 755 $(BUILD)/git-bench $(bindir)
	install -m 755 $(RECORDER) $(libexecdir)
	install -m 755 hooks/* $(sharedir)/hooks
	install -m 644 $(MAN1) $(mandir)/man1
	install -m 644 $(MAN5) $(mandir)/man5
	install -m 644 git-bench/completion.bash $(completiondir)/git-bench
	install -m 644 $(UNITS) $(unitdir)
	sed -i 's,=/usr/local/,=$(PREFIX)/,' \
		$(addprefix $(unitdir)/,$(notdir $(UNITS)))

.PHONY: uninstall
uninstall:
	rm -f $(bindir)/git-bench $(completiondir)/git-bench
	rm -f $(addprefix $(mandir)/man1/,$(notdir $(MAN1)))
	rm -f $(addprefix $(mandir)/man5/,$(notdir $(MAN5)))
	rm -f $(addprefix $(unitdir)/,$(notdir $(UNITS)))
	rm -rf $(libexecdir) $(sharedir)

-include $(LIB_OBJ:.o=.d) $(CMD_OBJ:.o=.d) $(RECORDER_OBJ:.o=.d) \
	$(foreach src,$(UNIT_SRC) $(UNIT_HELP) $(FUZZ_SRC) $(BENCH_SRC) \
		$(REPLAY_SRC) $(LIVE_SRC) $(RACE_SRC),\
		$(OBJ)/$(src:.c=.d))
