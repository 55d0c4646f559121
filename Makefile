# git-bench. `make deps` installs what a bare Debian 12 lacks; everything
# else assumes that it is there, and `make demo` and `make test` call it.

PREFIX ?= /usr/local
DESTDIR ?=
BUILD ?= build
CFLAGS ?= -O2 -g
SANITIZE ?=
V ?= 0

CC ?= cc
PACKAGES = libgit2 jansson libpcre2-8 libcurl
OWN_CFLAGS = -std=gnu11 -D_GNU_SOURCE -Isrc -Wall -Wextra -Wshadow \
	-Wstrict-prototypes -Wmissing-prototypes -Wvla -Wwrite-strings \
	-Werror=implicit -Wno-missing-field-initializers -MMD -MP
ifneq ($(SANITIZE),)
OWN_CFLAGS += -fsanitize=$(SANITIZE) -fno-omit-frame-pointer \
	-fno-sanitize-recover=all
OWN_LDFLAGS += -fsanitize=$(SANITIZE)
endif
# Asked only when something is compiled, so that `make deps` needs nothing.
PKG_CFLAGS = $(shell pkg-config --cflags $(PACKAGES))
PKG_LIBS = $(shell pkg-config --libs $(PACKAGES)) -lm

Q = $(if $(filter 1,$(V)),,@)
say = $(if $(filter 1,$(V)),,@echo "  $(1)	$(2)")

LIB_SRC := $(sort $(wildcard src/*/*.c))
CMD_SRC := $(sort $(wildcard git-bench/*.c))
UNIT_SRC := $(sort $(wildcard tests/unit/t_*.c))
LIB_OBJ := $(LIB_SRC:%.c=$(BUILD)/%.o)
CMD_OBJ := $(CMD_SRC:%.c=$(BUILD)/%.o)
UNIT_BIN := $(UNIT_SRC:tests/unit/%.c=$(BUILD)/tests/%)
LIB := $(BUILD)/libbench.a

.PHONY: all
all: $(BUILD)/git-bench

$(BUILD)/%.o: %.c
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(OWN_CFLAGS) $(PKG_CFLAGS) $(CFLAGS) -c -o $@ $<

$(LIB): $(LIB_OBJ)
	$(call say,AR,$@)
	$(Q)rm -f $@ && ar rcs $@ $^

$(BUILD)/git-bench: $(CMD_OBJ) $(LIB)
	$(call say,LD,$@)
	$(Q)$(CC) $(OWN_LDFLAGS) $(LDFLAGS) -o $@ $^ $(PKG_LIBS)

$(BUILD)/tests/%: $(BUILD)/tests/unit/%.o $(BUILD)/tests/unit/tap.o $(LIB)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(OWN_LDFLAGS) $(LDFLAGS) -o $@ $^ $(PKG_LIBS)

.SECONDARY:

.PHONY: unit
unit: $(UNIT_BIN)

.PHONY: clean
clean:
	rm -rf $(BUILD)

-include $(LIB_OBJ:.o=.d) $(CMD_OBJ:.o=.d) \
	$(UNIT_SRC:%.c=$(BUILD)/%.d)
