# ataprobe: one Makefile for the whole tree; everything it makes stands under build/.
#
#   make                 the tools, in build/
#   make deps            the packages of packages.txt (as root); deps-build: to build only
#   make demo            the tools on a simulated drive
#   make check           unit, golden, damaged input, command lines: no root, no network
#   make check-all       check, check under sanitizers, parity, vm-check, fuzz-smoke, lint
#   make parity CORPUS=DIR   every dump below DIR against hdparm --Istdin
#   make vm-check        against real libata in a virtual machine
#   make golden          write the golden files anew: read the difference
#   make bench           figures, printed, never judged
VERSION := 0.1.0
BUILD ?= build
PREFIX ?= /usr/local
DESTDIR ?=
CORPUS ?= tests/corpus

ifeq ($(origin CC),default)
CC := gcc
endif
CFLAGS ?= -O2 -g
# What every build needs, whatever CFLAGS says.
WARNINGS := -Wall -Wextra -Wshadow -Wpointer-arith -Wstrict-prototypes \
	-Wmissing-prototypes -Wvla -Wwrite-strings -Wundef
ALL_CFLAGS = -std=c11 -D_GNU_SOURCE -DATAPROBE_VERSION='"$(VERSION)"' $(WARNINGS) \
	-I. -Iata -Isgio -Isgio/sim -Itools -Itools/common $(CFLAGS)
# ataid starts in less time than hdparm when the loader has nothing to do (make bench).
# STATIC= links it to the shared C library instead.
STATIC ?= -static-pie
LIBS := -Wl,-Bstatic -lsgutils2 -ljansson -Wl,-Bdynamic -lpthread
LIBS_STATIC := -lsgutils2 -ljansson
# Libraries of one tool alone; such a tool is linked to the shared C library.
PACKAGES_atatime := cairo
PACKAGES_atals := smartcols libudev

ATA_OBJS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard ata/*.c))
SGIO_OBJS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard sgio/*.c sgio/sim/*.c))
COMMON_OBJS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/common/*.c))
# tools/NAME.c holds a main(); tools/NAME/*.c are the rest of that tool.
TOOLS := $(patsubst tools/%.c,%,$(wildcard tools/*.c))
TOOL_OBJS = $(patsubst %.c,$(BUILD)/%.o,$(wildcard tools/$(1)/*.c))
ARCHIVES := $(BUILD)/libcommon.a $(BUILD)/libsgio.a $(BUILD)/libata.a
TOOL_ARCHIVES := $(TOOLS:%=$(BUILD)/tools/lib%.a)
UNITS := $(patsubst tests/unit/%.c,%,$(wildcard tests/unit/test_*.c))
FUZZERS := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
BENCHES := $(patsubst tests/bench/%.c,%,$(wildcard tests/bench/bench_*.c))
C_FILES := $(wildcard ata/*.[ch] sgio/*.[ch] sgio/sim/*.[ch] tools/*.[ch] \
	tools/*/*.[ch] tests/*/*.[ch])

.PHONY: all
all: $(TOOLS:%=$(BUILD)/%) check-deps

.SECONDARY:

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# Made anew from the list of objects, so that none of a file that is gone stays inside.
$(BUILD)/libata.a: $(ATA_OBJS)
$(BUILD)/libsgio.a: $(SGIO_OBJS)
$(BUILD)/libcommon.a: $(COMMON_OBJS)
$(ARCHIVES): $(BUILD)/objects
	@rm -f $@
	$(AR) rcs $@ $(filter %.o,$^)

# Its time changes when a source file comes or goes.
$(BUILD)/objects: FORCE
	@mkdir -p $(@D)
	@echo $(ALL_OBJS) | cmp -s - $@ || echo $(ALL_OBJS) >$@
.PHONY: FORCE

ALL_OBJS := $(ATA_OBJS) $(SGIO_OBJS) $(COMMON_OBJS) \
	$(foreach tool,$(TOOLS),$(call TOOL_OBJS,$(tool)))

# How a tool is linked: statically, unless it needs packages of its own.
LINK = $(if $(if $(PACKAGES_$(1)),,$(STATIC)),$(STATIC) $(LIBS_STATIC),$(LIBS) \
	$(if $(PACKAGES_$(1)),$$$$(pkg-config --libs $(PACKAGES_$(1)))) -lm)

define TOOL_RULE
$(BUILD)/tools/lib$(1).a: $(call TOOL_OBJS,$(1)) $(BUILD)/objects
	@rm -f $$@
	$(AR) rcs $$@ $$(filter %.o,$$^)

$(BUILD)/$(1): $(BUILD)/tools/$(1).o $(BUILD)/tools/lib$(1).a $(ARCHIVES)
	$$(CC) $$(ALL_CFLAGS) -o $$@ $$^ $(call LINK,$(1))
endef
$(foreach tool,$(TOOLS),$(eval $(call TOOL_RULE,$(tool))))

TEST_LIBS = $(LIBS) $$(pkg-config --libs check $(foreach tool,$(TOOLS),$(PACKAGES_$(tool)))) -lm

$(BUILD)/tests/unit/test_%: $(BUILD)/tests/unit/test_%.o $(TOOL_ARCHIVES) $(ARCHIVES)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(TEST_LIBS)

$(BUILD)/tests/bench/bench_%: $(BUILD)/tests/bench/bench_%.o $(TOOL_ARCHIVES) $(ARCHIVES)
	$(CC) $(ALL_CFLAGS) -o $@ $^ $(TEST_LIBS)

-include $(wildcard $(BUILD)/ata/*.d $(BUILD)/sgio/*.d $(BUILD)/sgio/sim/*.d \
	$(BUILD)/tools/*.d $(BUILD)/tools/*/*.d $(BUILD)/tests/*/*.d)

# Packages

# deps comes before whatever is built in the same call, with -j too.
ifneq ($(filter deps deps-build,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

.PHONY: deps deps-build
deps: KINDS := build|test|guest
deps-build: KINDS := build
deps deps-build:
	apt-get update -q
	sed -nE 's/^($(KINDS))\t//p' packages.txt | \
		DEBIAN_FRONTEND=noninteractive xargs apt-get install -q -y --no-install-recommends

.PHONY: demo
demo: all
	tests/demo.sh $(BUILD)

# Tests

.PHONY: units check check-deps check-sanitized parity vm-check fuzzers fuzz-smoke lint format
units: $(UNITS:%=$(BUILD)/tests/unit/%)

check: all units
	tests/check.sh $(BUILD)

check-deps: $(ARCHIVES)
	tests/check-deps.sh $(BUILD)

check-sanitized:
	LSAN_OPTIONS=suppressions=$(CURDIR)/tests/lsan.supp:print_suppressions=0 \
		$(MAKE) BUILD=build/sanitized CC=clang STATIC= \
		CFLAGS="-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined \
		-fno-sanitize-recover=all" check

parity: all
	tests/parity/run.sh $(BUILD)/ataid $(CORPUS)

vm-check: all
	tests/vm/run.sh

$(BUILD)/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.o $(ARCHIVES)
	$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer -o $@ $^ $(LIBS)

fuzzers: $(FUZZERS:%=$(BUILD)/%)

fuzz-smoke:
	$(MAKE) BUILD=build/fuzz CC=clang CFLAGS="-O1 -g \
		-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all" fuzzers
	tests/fuzz/run.sh build/fuzz 60

lint:
	tests/lint.sh

format:
	clang-format -i $(C_FILES)

.PHONY: check-all golden bench
check-all: all
	tests/check-all.sh

golden: all
	tests/golden.sh $(BUILD) --write

bench: all $(BENCHES:%=$(BUILD)/tests/bench/%)
	tests/bench/run.sh $(BUILD)

# Installation

HEADERS := ata/identify.h ata/names.h ata/oddity.h ata/log.h ata/smart.h \
	sgio/sgio.h sgio/sat.h sgio/ask.h sgio/ask_log.h
DOCS := README.md LICENSE $(wildcard docs/*.md docs/*.json docs/*.sh)
TO := $(DESTDIR)$(PREFIX)

.PHONY: install uninstall clean
install: all
	install -d $(TO)/bin $(TO)/lib/pkgconfig $(TO)/include/ataprobe \
		$(TO)/share/doc/ataprobe $(TO)/share/man/man1
	install -m 755 $(TOOLS:%=$(BUILD)/%) $(TO)/bin
	install -m 644 $(BUILD)/libata.a $(TO)/lib/libataprobe-ata.a
	install -m 644 $(BUILD)/libsgio.a $(TO)/lib/libataprobe-sgio.a
	install -m 644 $(HEADERS) ata/*.def $(TO)/include/ataprobe
	sed -e 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' ataprobe.pc.in \
		>$(TO)/lib/pkgconfig/ataprobe.pc
	install -m 644 $(DOCS) $(TO)/share/doc/ataprobe
	install -m 644 $(wildcard docs/*.1) $(TO)/share/man/man1

uninstall:
	rm -f $(TOOLS:%=$(TO)/bin/%) $(TO)/lib/libataprobe-ata.a \
		$(TO)/lib/libataprobe-sgio.a $(TO)/lib/pkgconfig/ataprobe.pc \
		$(TOOLS:%=$(TO)/share/man/man1/%.1)
	rm -rf $(TO)/include/ataprobe $(TO)/share/doc/ataprobe

clean:
	rm -rf $(BUILD)
