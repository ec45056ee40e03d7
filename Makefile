# jfrtool
#
#   make          the program and the library, in build/
#   make demo     installs what is missing, builds, shows what is wrong with a small slow shop, and its page
#   make test     quick tests, under a minute, with what is installed
#   make check    installs what the tests need and runs the tests; what takes long in turns, another third each day
#   make check-full  the same, with all of what takes long
#   make check-peers  against other tools, fetched from Maven Central, PyPI, the Go proxy and crates
#   make check-fleet  fleet/ on Spark and Dask, fetched from PyPI: killed executors, crashes, the dashboard's SQL
#   make check-python  the Python package against pyarrow, pandas, polars and DuckDB of PyPI
#   make wheel    the Python package as wheels in dist/, for any Linux with glibc 2.17; ARCH=x86_64 or aarch64: one
#   make duckdb   build/jfr.duckdb_extension: read_jfr(path, type) in DuckDB
#   make bench    times it against the JDK's jfr and the floor (makes its recordings first)
#   make bench-peers  times it against other native readers, fetched from the Go proxy and crates
#   make bench-apps  samplers in real programs, fetched from Maven Central, against the kernel's CPU times
#   make bench-cost  what sampling costs them in CPU time, on and off in pairs, beside async-profiler
#   make gate-power  how often the gate errs and what it finds, into docs/gate.md; half an hour
#   make lint     clang-format, clang-tidy, cppcheck, shellcheck
#   make soak     long stress of the agent, and how long things take in it, 15 minutes for each JDK found
#   make mutate   how strong the tests are: N=50 changes of the program, drawn with SEED=1, of FILES="sql parser" alone
#   make fuzz     the fuzz targets, a minute each (clang)
#   make docs     the site of docs/, in build/site/ (pandoc)
#   make pictures the README's pictures of a terminal (tmux, a JDK)
#   make install  PREFIX=/usr/local DESTDIR=
#   make dist     packages in dist/: tarballs with a static program, .deb, .rpm, a container image, and what web,
#             windows, macos and wheel make; dist-static, dist-deb, dist-rpm, dist-oci make one kind (installs what is needed)
#   make web      the program as WebAssembly: dist/jfrtool.html, a page to drop recordings into, and dist/web/jfrtool.js
#             for node (emscripten); SQLITE= leaves SQLite out
#   make check-web  both against the program of this machine, over all recordings
#   make windows  the program for Windows, in dist/ (mingw-w64)
#   make check-windows  it against the program of this machine, under wine
#   make macos    the program for macOS on both processors, in dist/, compiled by zig of PyPI
#   make check-threads  commands that share work between threads, under ThreadSanitizer
#   make check-packages  installs them in fresh systems and uses them there, as root
#   make check-dist-twice  makes all of dist/ twice, of two clones, and compares each file

VERSION    := $(shell sed -n 's/^.define JFR_VERSION "\(.*\)"/\1/p' parser/jfr.h)
# Of libjfr.so, see parser/jfr.h: a program built with one runs with any later library of that number.
ABI        := 1
PREFIX     ?= /usr/local
LIBDIR     ?= $(PREFIX)/lib
DESTDIR    ?=
BUILD      ?= build
CC         ?= cc
CFLAGS     ?= -O2 -g
PKG_CONFIG ?= pkg-config
# These are loaded when they are needed (parser/input/libarchive.h, sql/sqlite.h); only their headers
# are used here.
PKGS       := libpcre2-8 libcjson zlib
HEADERS    := libarchive sqlite3

# Every warning of these is an error in make check. Left out: unused parameters, which callbacks
# have by their nature.
WARN := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith \
        -Wwrite-strings -Wno-unused-parameter
ifneq ($(WERROR),)
WARN += -Werror
endif

# Recordings come from anywhere: what this compiler has against errors of ours (HARDENING= leaves it
# out). Sanitizers see more, and do not go together with checks of the C library.
can = $(shell printf '\#include <stdio.h>\n' | $(CC) -O2 -Werror $(1) -x c -fsyntax-only - 2>/dev/null && echo '$(1)')
ifeq ($(findstring -fsanitize,$(CFLAGS)),)
HARDENING := $(foreach flag,-fstack-protector-strong -fstack-clash-protection -fcf-protection,$(call can,$(flag)))
# Checks of sizes need an optimiser.
ifneq ($(filter -O1 -O2 -O3 -Os,$(CFLAGS)),)
FORTIFY   := $(or $(call can,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3),$(call can,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
endif
endif

# For which system, linux, darwin, windows or wasm: what differs stands in base/platform/, and what needs
# a JVM or a terminal of POSIX is left out where there is none.
SYSTEM    ?= $(shell uname -s | tr A-Z a-z)
# Threads, and code that may lie anywhere, are what WebAssembly has not.
THREADS   := $(if $(filter wasm,$(SYSTEM)),,-pthread)
ANYWHERE  := $(if $(filter wasm windows,$(SYSTEM)),,-fPIC)

# Positions are data: a path of the machine that builds does not belong into the program. The same
# sources become the same bytes wherever they lie.
ALL_CFLAGS := -std=c17 -D_GNU_SOURCE -I. -I$(BUILD) $(WARN) -fvisibility=hidden $(ANYWHERE) $(THREADS) \
              -ffile-prefix-map=$(CURDIR)=. $(HARDENING) $(FORTIFY) $(CFLAGS) \
              $(shell $(PKG_CONFIG) --cflags $(PKGS) $(HEADERS) 2>/dev/null)
# Debug data make up most of what is linked; gdb, perf and addr2line read them compressed, too.
LINKED := -gz=zlib -Wl,-z,relro -Wl,-z,now
# libc first: most symbols are its, and each is looked for in the order of this line.
LIBS := -lc $(shell $(PKG_CONFIG) --libs $(PKGS) 2>/dev/null) -lm -pthread

# All inside and nothing loaded, for machines that have none of it (packaging/static.sh, which knows
# where the libraries come from).
ifneq ($(STATIC),)
ALL_CFLAGS += -DJFR_STATIC
LIBS       := $(STATIC_LIBS) -lm -pthread
LINKED     += -static-pie
endif

# One short line for each command; V=1 shows the whole of it.
quiet := $(if $(findstring s,$(firstword -$(MAKEFLAGS))),1)
say = $(if $(V),,@$(if $(quiet),,printf '  %-7s %s\n' '$(1)' '$@';) )

# All sources below a folder; a new file needs no line here.
below = $(sort $(shell find $(1) -name '*.c' 2>/dev/null))
PLATFORM  := $(patsubst %,base/platform/%.c,$(or \
                $(if $(filter linux,$(SYSTEM)),linux posix posix_child), \
                $(if $(filter darwin,$(SYSTEM)),darwin others posix posix_child), \
                $(if $(filter wasm,$(SYSTEM)),wasm wasm_memory bare others), \
                $(if $(filter windows,$(SYSTEM)),windows windows_child bare others), \
                $(error no system is called $(SYSTEM): linux, darwin, windows or wasm)))
LEFT_OUT  := $(if $(filter linux,$(SYSTEM)),cmd/elsewhere.c cmd/attach/elsewhere.c) $(if $(filter wasm,$(SYSTEM)), \
               cmd/mcp/% cmd/mcp.c cmd/verify.c,cmd/elsewhere_mcp.c) \
             $(if $(filter darwin,$(SYSTEM)),cmd/elsewhere.c cmd/attach/attach.c cmd/attach/place.c) \
             $(if $(filter windows wasm,$(SYSTEM)),cmd/attach/% cmd/live/% cmd/tui/% cmd/jvms.c cmd/record.c cmd/top.c cmd/tui.c)
PARSER    := $(filter-out base/platform/%,$(call below,base parser)) $(PLATFORM)
ANALYZERS := $(call below,analyzers)
SQL       := $(call below,sql)
CMD       := $(filter-out $(LEFT_OUT),$(call below,cmd))
PYTHON    := $(call below,python/native)
# Its table of options is in the manual page.
AGENTS    := $(if $(filter windows wasm,$(SYSTEM)),,agent/ground/options.c)
RECORDING := $(call below,agent/recording) agent/ground/softly.c
WRITER    := parser/writer.c $(addprefix base/,mem.c map.c naming.c platform/linux.c platform/posix.c text.c strings.c units.c)
ASSETS    := $(sort $(shell find cmd/assets -name '*.js' -o -name '*.css'))
# Those of the page are in one function, so the order is that of their constants; what its worker needs, and he.
PAGE      := $(patsubst %,cmd/assets/%.js,words page/clock page/data page/groups page/model page/join page/worker fit \
             page/state page/events page/derive page/dom page/menu page/top page/lanes page/time page/heat page/threads \
             page/table page/trees page/flame page/statistics page/differ page/plots page/tracks page/sheets page/tabs page/page)
obj = $(patsubst %.c,$(BUILD)/%.o,$(1))

.PHONY: all clean demo test check check-full check-peers bench lint fuzz install uninstall unit docs pictures fuzzers
all: $(BUILD)/jfrtool $(BUILD)/libjfr.a $(BUILD)/libjfr.so $(BUILD)/jfr.so $(BUILD)/libjfrpython.so

# What the program is made of on the system: for builds by other compilers.
sources:
	@printf '%s\n' $(PARSER) $(ANALYZERS) $(SQL) $(CMD) $(AGENTS)
.PHONY: sources

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

# What the program and the tests link: with all names inside.
$(BUILD)/libparser.a: $(call obj,$(PARSER))
	@rm -f $@
	$(call say,AR)$(AR) rcs $@ $^

# What strangers link. An archive knows no visibility: map_free of ours would meet map_free of theirs. So it is
# one object, in which only what jfr.h declares is still a name; the rest is as if it were static.
OBJCOPY ?= $(shell $(CC) -print-prog-name=objcopy)
$(BUILD)/libjfr.a: $(call obj,$(PARSER))
	@rm -f $@
	$(call say,AR)$(CC) -r -nostdlib $^ -o $(@:.a=.all.o) && \
	  $(OBJCOPY) --localize-hidden $(@:.a=.all.o) && $(AR) rcs $@ $(@:.a=.all.o) && rm -f $(@:.a=.all.o)

$(BUILD)/libjfr.so: $(call obj,$(PARSER)) parser/libjfr.map
	$(call say,LINK)$(CC) $(ALL_CFLAGS) $(LINKED) $(LDFLAGS) -shared -Wl,-soname,libjfr.so.$(ABI) \
	  -Wl,--version-script=parser/libjfr.map $(filter %.o,$^) $(LIBS) -o $@

PROGRAM := $(call obj,$(CMD) $(SQL) $(ANALYZERS) $(AGENTS)) $(BUILD)/libparser.a
# For make mutate all that is tested is one library, so that a change is linked once for all tests.
ifneq ($(ONE_LIBRARY),)
PROGRAM := $(BUILD)/tests/libtested.so
endif
$(BUILD)/jfrtool: $(PROGRAM)
	$(call say,LINK)$(CC) $(ALL_CFLAGS) $(LINKED) $(LDFLAGS) $^ -Wl,--as-needed $(LIBS) -o $@

# What systems that are built for elsewhere link (packaging/).
$(BUILD)/program.a: $(call obj,$(CMD) $(SQL) $(ANALYZERS) $(AGENTS) $(PARSER))
	@rm -f $@
	$(call say,AR)$(AR) rcs $@ $^

# The same tables for SQLite itself, which loads it.
$(BUILD)/jfr.so: $(call obj,$(SQL) $(ANALYZERS) $(PARSER))
	$(call say,LINK)$(CC) $(ALL_CFLAGS) $(LINKED) $(LDFLAGS) -shared $^ -Wl,--as-needed $(LIBS) -o $@

# libjfr and conditions on fields, for the Python package.
$(BUILD)/libjfrpython.so: $(call obj,$(PYTHON) $(ANALYZERS) $(PARSER))
	$(call say,LINK)$(CC) $(ALL_CFLAGS) $(LINKED) $(LDFLAGS) -shared -Wl,--gc-sections $^ -Wl,--as-needed $(LIBS) -o $@

# read_jfr for DuckDB. Its header is fetched from npm's registry, pinned; what cannot be had is said.
duckdb: $(BUILD)/jfr.duckdb_extension
.PHONY: duckdb
$(BUILD)/duckdb/duckdb_extension.h: duckdb/header.sh
	duckdb/header.sh $(@D)
$(BUILD)/duckdb/read_jfr.o: ALL_CFLAGS += -isystem $(BUILD)/duckdb
$(BUILD)/duckdb/read_jfr.o: | $(BUILD)/duckdb/duckdb_extension.h
$(BUILD)/duckdb/jfr.so: $(BUILD)/duckdb/read_jfr.o $(call obj,$(PARSER))
	$(call say,LINK)$(CC) $(ALL_CFLAGS) $(LINKED) $(LDFLAGS) -shared -Wl,--gc-sections \
	  -Wl,--version-script=duckdb/exports.map $^ -Wl,--as-needed $(LIBS) -o $@
$(BUILD)/jfr.duckdb_extension: $(BUILD)/duckdb/jfr.so duckdb/footer.py
	python3 duckdb/footer.py $< $@ $(VERSION)

# Assets are plain files; the program carries them as C strings, and those of the page packed.
$(BUILD)/cmd/assets/%.h: cmd/assets/% cmd/assets/embed.sh
	@mkdir -p $(@D)
	sh cmd/assets/embed.sh $< > $@.new && mv $@.new $@
PAGE_HEADERS := $(BUILD)/cmd/assets/page/script.h $(BUILD)/cmd/assets/page/style.h
$(BUILD)/cmd/assets/page/script.h: $(PAGE)
$(BUILD)/cmd/assets/page/style.h: cmd/assets/page/page.css
$(PAGE_HEADERS): cmd/assets/embed.sh
	@mkdir -p $(@D)
	sh cmd/assets/embed.sh --packed page_$(basename $(@F)) $(filter-out %.sh,$^) > $@.new && mv $@.new $@
assets: $(PAGE_HEADERS) $(patsubst cmd/assets/%,$(BUILD)/cmd/assets/%.h,$(filter-out cmd/assets/page/%,$(ASSETS)))
.PHONY: assets
$(call obj,$(CMD)): | assets

# Views are plain files, too: a new one needs no line anywhere.
VIEWS := $(sort $(wildcard sql/views/*.sql))
$(BUILD)/sql/views_table.h: $(VIEWS) sql/views/embed.sh
	@mkdir -p $(@D)
	LC_ALL=C sh sql/views/embed.sh $(VIEWS) > $@.new && mv $@.new $@
$(BUILD)/sql/views.o: $(BUILD)/sql/views_table.h

# Reports, a definition each, likewise.
REPORTS := $(sort $(wildcard reports/*.report))
$(BUILD)/reports/table.h: $(REPORTS) reports sql/views/embed.sh
	@mkdir -p $(@D)
	LC_ALL=C sh sql/views/embed.sh $(REPORTS) > $@.new && mv $@.new $@
$(BUILD)/cmd/reports/shipped.o: $(BUILD)/reports/table.h

# The words of commands.
COMMAND_WORDS := $(sort $(wildcard commands/*.command commands/*.text))
$(BUILD)/commands/table.h: $(COMMAND_WORDS) commands sql/views/embed.sh
	@mkdir -p $(@D)
	LC_ALL=C sh sql/views/embed.sh $(COMMAND_WORDS) > $@.new && mv $@.new $@
$(BUILD)/cmd/cli/words.o: $(BUILD)/commands/table.h

# Rows of rules, which stand beside their judges.
RULE_ROWS := $(patsubst %.rules,$(BUILD)/%_rows.h,$(sort $(wildcard analyzers/rules/*.rules)))
$(RULE_ROWS): $(BUILD)/%_rows.h: %.rules analyzers/rules/rows.awk base/definitions.awk
	@mkdir -p $(@D)
	LC_ALL=C awk -f base/definitions.awk -f analyzers/rules/rows.awk $< > $@.new && mv $@.new $@
$(call obj,$(call below,analyzers/rules)): | $(RULE_ROWS)

# Which fields of which events are read, and other tables of C, beside the sources that use them.
WISHES := $(patsubst %.wishes,$(BUILD)/%_wishes.h,$(sort $(shell find analyzers cmd -name '*.wishes')))
$(WISHES): $(BUILD)/%_wishes.h: %.wishes analyzers/tables/wishes.awk base/lists.awk base/definitions.awk
	@mkdir -p $(@D)
	LC_ALL=C awk -f base/definitions.awk -f base/lists.awk -f analyzers/tables/wishes.awk $< > $@.new && mv $@.new $@
TABLES := $(patsubst %.table,$(BUILD)/%_table.h,$(sort $(shell find parser analyzers sql cmd -name '*.table')))
$(TABLES): $(BUILD)/%_table.h: %.table base/table.awk base/lists.awk base/definitions.awk
	@mkdir -p $(@D)
	LC_ALL=C awk -f base/definitions.awk -f base/lists.awk -f base/table.awk $< > $@.new && mv $@.new $@
$(call obj,$(call below,parser analyzers sql cmd tests)): | $(WISHES) $(TABLES)

# Options of commands, and of groups that they share, beside the sources that use them.
SHARED_OPTIONS := cmd/cli/shared.options
OPTION_ROWS := $(patsubst %.options,$(BUILD)/%_options.h,$(filter-out $(SHARED_OPTIONS),$(sort $(wildcard cmd/*.options cmd/*/*.options))))
$(OPTION_ROWS): $(BUILD)/%_options.h: %.options cmd/cli/options.awk base/definitions.awk $(SHARED_OPTIONS)
	@mkdir -p $(@D)
	LC_ALL=C awk -f base/definitions.awk -f cmd/cli/options.awk $(SHARED_OPTIONS) $< > $@.new && mv $@.new $@
$(call obj,$(call below,cmd)): | $(OPTION_ROWS)

# Names that other tools have for commands and options, and the tools of the server of MCP.
MADE_TABLES := $(BUILD)/cmd/cli/habits_table.h $(BUILD)/cmd/mcp/tools_table.h
$(MADE_TABLES): $(BUILD)/%_table.h: %.text %.awk base/definitions.awk
	@mkdir -p $(@D)
	LC_ALL=C awk -f base/definitions.awk -f $*.awk $< > $@.new && mv $@.new $@
$(BUILD)/cmd/cli/habits.o: $(BUILD)/cmd/cli/habits_table.h
$(BUILD)/cmd/mcp/tool.o $(BUILD)/cmd/mcp/list.o: $(BUILD)/cmd/mcp/tools_table.h
definitions: $(RULE_ROWS) $(WISHES) $(TABLES) $(OPTION_ROWS) $(MADE_TABLES)
.PHONY: definitions

# Keys of JSON outputs, a file for each room of commands, from which schemas and docs/json.md are made.
# Where they say it, so are the functions that write them (cmd/keys/shown.awk), which documents do not show.
KEYS := $(sort $(wildcard cmd/keys/*.keys))
MEANT_KEYS := $(addprefix $(BUILD)/,$(KEYS))
$(MEANT_KEYS): $(BUILD)/%: %
	@mkdir -p $(@D)
	LC_ALL=C sed -E -e '/^ *(<-|>>|-) /d' -e 's/  <- .*//' $< > $@.new && mv $@.new $@
$(BUILD)/cmd/keys/keys_table.h: $(MEANT_KEYS) cmd/keys sql/views/embed.sh
	LC_ALL=C sh sql/views/embed.sh $(MEANT_KEYS) > $@.new && mv $@.new $@
$(BUILD)/cmd/keys/keys.o: $(BUILD)/cmd/keys/keys_table.h
# Of what several sources write each has a header of its own: diff.changes of the functions in diff.keys that say changes.
SHOWN_ROOMS := everywhere.counts diff.changes live.jvms overview.contrast overview.standing
SHOWN_KEYS := $(KEYS:%.keys=$(BUILD)/%_shown.h) $(SHOWN_ROOMS:%=$(BUILD)/cmd/keys/%_shown.h)
$(SHOWN_KEYS): cmd/keys/shown.awk
	@mkdir -p $(@D)
	LC_ALL=C awk -v room=$(patsubst .%,%,$(suffix $(@:_shown.h=))) -f cmd/keys/shown.awk $(filter %.keys,$+) > $@.new && mv $@.new $@
$(KEYS:%.keys=$(BUILD)/%_shown.h): $(BUILD)/%_shown.h: cmd/keys/everywhere.keys %.keys
$(foreach room,$(SHOWN_ROOMS),$(eval $(BUILD)/cmd/keys/$(room)_shown.h: cmd/keys/everywhere.keys cmd/keys/$(basename $(room)).keys))
$(call obj,$(call below,cmd)): | $(SHOWN_KEYS)
definitions: $(SHOWN_KEYS)

# What a language model is told about how to investigate a recording.
$(BUILD)/cmd/mcp/documents.h: docs/agents.md sql/views/embed.sh
	@mkdir -p $(@D)
	LC_ALL=C sh sql/views/embed.sh docs/agents.md > $@.new && mv $@.new $@
$(BUILD)/cmd/mcp/list.o: $(BUILD)/cmd/mcp/documents.h

# What "version --build" says of the sources; written only when it is another.
COMMIT ?= $(shell git rev-parse --short=12 HEAD 2>/dev/null)
$(BUILD)/commit.h: always
	@mkdir -p $(@D)
	@echo '#define JFR_COMMIT "$(COMMIT)"' | cmp -s - $@ || echo '#define JFR_COMMIT "$(COMMIT)"' > $@
$(BUILD)/cmd/version.o: $(BUILD)/commit.h
.PHONY: always

# ---- The agent ---------------------------------------------------------------------------------

# libjfragent.so is loaded into other people's JVMs: it links libc only, and takes of the rest of the
# tree just what the recording's writer needs. It is built where a JDK's JVMTI headers are.
JVMTI_INCLUDE ?= $(firstword $(wildcard $(addsuffix /include,$(JAVA_HOME) $(wildcard /usr/lib/jvm/*))))
AGENT_SOURCES := $(call below,agent) parser/writer.c \
                 $(addprefix base/,hsperf.c mem.c map.c naming.c platform/linux.c platform/posix.c text.c strings.c \
                                   suggest.c units.c)
AGENT         := $(if $(wildcard $(JVMTI_INCLUDE)/jvmti.h),$(BUILD)/libjfragent.so)
agent: $(AGENT)
ifeq ($(AGENT),)
	@echo "libjfragent.so is not built: no jvmti.h under JAVA_HOME or /usr/lib/jvm"
endif
all: agent
.PHONY: agent

# Never sanitized: it goes into a JVM. Nor does the C library check its jumps: they lead out of
# handlers of signals, and what it takes for an error ends the process.
AGENT_CFLAGS = $(filter-out -fsanitize% -fno-sanitize% -D_FORTIFY_SOURCE%,$(ALL_CFLAGS))
$(BUILD)/agent-pic/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(AGENT_CFLAGS) -isystem $(JVMTI_INCLUDE) -isystem $(JVMTI_INCLUDE)/linux -MMD -MP -c $< -o $@

# A JVM that a first attach was refused in closes the library; its threads and callbacks must not go
# with it.
AGENT_LDFLAGS := -shared -Wl,-z,defs -Wl,-z,nodelete
$(BUILD)/libjfragent.so: $(patsubst %.c,$(BUILD)/agent-pic/%.o,$(AGENT_SOURCES))
	$(call say,LINK)$(CC) $(AGENT_CFLAGS) $(LINKED) $(LDFLAGS) $(AGENT_LDFLAGS) -Wl,-soname,libjfragent.so $^ -pthread -ldl -o $@

# For tests: the same, whose allocations fail when told to (tests/agent/run.py makes it).
$(BUILD)/tests/agent/libjfragent-memory.so: \
    $(patsubst %.c,$(BUILD)/agent-pic/%.o,$(AGENT_SOURCES) tests/agent/failing_memory.c)
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(AGENT_CFLAGS) $(LDFLAGS) $(AGENT_LDFLAGS) \
	  -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc $^ -pthread -ldl -o $@

# For tests: the same, which stores walks of the JVM's frames (tests/agent/capture_walks.c).
$(BUILD)/tests/agent/libjfragent-capture.so: \
    $(patsubst %.c,$(BUILD)/agent-pic/%.o,$(AGENT_SOURCES) tests/agent/capture_walks.c)
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(AGENT_CFLAGS) $(LDFLAGS) $(AGENT_LDFLAGS) \
	  -Wl,--wrap=framewalk $^ -pthread -ldl -o $@

# Stress of half a minute each (SOAK_SECONDS), kill -9, and times as ratios of what is expected, on each
# JDK; a million random handshakes.
soak: all
	$(MAKE) --no-print-directory BUILD=$(BUILD) $(BUILD)/tests/unit/agent/sampling/test_handshake
	HANDSHAKE_ROUNDS=1000000 $(BUILD)/tests/unit/agent/sampling/test_handshake
	JFRTOOL=$(abspath $(BUILD)/jfrtool) JFRAGENT=$(abspath $(BUILD)/libjfragent.so) \
	  python3 tests/agent/run.py soak
.PHONY: soak

# The handshake under ThreadSanitizer, which does not go together with the other sanitizers.
$(BUILD)/tests/handshake_tsan: tests/unit/agent/sampling/test_handshake.c agent/sampling/handshake.c agent/sampling/handshake.h
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(AGENT_CFLAGS) -O1 -fsanitize=thread $(filter %.c,$^) \
	  $(shell $(PKG_CONFIG) --libs check) -o $@

# ---- End of the agent --------------------------------------------------------------------------

# ---- Tests -------------------------------------------------------------------------------------

# Unit tests are built with ASan and UBSan in a tree of their own.
SAN        := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
UNIT_TESTS := $(patsubst tests/unit/%.c,$(BUILD)/tests/unit/%,$(call below,tests/unit))
TEST_TOOLS := $(patsubst tests/tools/%.c,$(BUILD)/tests/tools/%,$(wildcard tests/tools/*.c))
SUPPORT    := $(wildcard tests/support/*.c)
# All of the program but its main, so that renderers can be tested too.
# Archives: a test links only what it uses.
TESTED     := $(BUILD)/tests/libsupport.a $(BUILD)/tests/libprogram.a \
              $(if $(filter linux,$(SYSTEM)),$(BUILD)/tests/libagent.a) $(BUILD)/libparser.a

# What of the agent runs without a JVM.
AGENT_TESTED   := $(RECORDING) $(addprefix agent/,sampling/handshake.c ground/options.c jvm/nativewalk.c \
                                 sampling/signalframe.c whatif/debts.c whatif/flow.c whatif/windows.c whatif/peers.c \
                                 whatif/connections.c whatif/outside.c whatif/entries.c \
                                 whatif/entries_class.c jvm/vmstructs.c jvm/layout.c \
                                 jvm/guard.c jvm/codeblobs.c jvm/scopes.c jvm/prologue.c jvm/framewalk.c)
$(BUILD)/tests/libprogram.a: $(call obj,$(filter-out cmd/cli/main.c,$(CMD)) $(SQL) $(ANALYZERS))
	@rm -f $@
	$(call say,AR)$(AR) rcs $@ $^
$(BUILD)/tests/libagent.a: $(call obj,$(AGENT_TESTED))
	@rm -f $@
	$(call say,AR)$(AR) rcs $@ $^
$(BUILD)/tests/libsupport.a: $(call obj,$(SUPPORT))
	@rm -f $@
	$(call say,AR)$(AR) rcs $@ $^

# Where a test has a function of its own in the place of the program's, it calls that one __real_.
WRAPPED := jfr_cursor_open unpack_open
wrapped = -Wl,--wrap=$(1)
ifneq ($(ONE_LIBRARY),)
TESTED  := $(BUILD)/tests/libsupport.a $(BUILD)/tests/libtested.so
wrapped = -Wl,--defsym=$(1)=__wrap_$(1)
endif
$(BUILD)/tests/libtested.so: $(sort $(call obj,$(CMD) $(SQL) $(ANALYZERS) $(AGENT_TESTED) $(PARSER)))
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(@F) \
	  $(foreach name,$(WRAPPED),-Wl,--defsym=__real_$(name)=$(name)) $^ $(LIBS) -o $@

# A test says of a struct what it is about; what a compiler thinks of its numbers is no error.
$(BUILD)/tests/%.o: ALL_CFLAGS += -Wno-missing-field-initializers -Wno-error
# Sanitized, tests are compiled as they stand, in half the time: they are not what is tested. For them what reads no
# bytes and computes little is compiled so, too, in a third of the time; not what whatif draws anew, ten thousand times.
ifneq ($(findstring -fsanitize,$(CFLAGS)),)
$(BUILD)/tests/unit/%.o: ALL_CFLAGS += -O0
endif
$(BUILD)/cmd/%.o $(BUILD)/analyzers/%.o: ALL_CFLAGS += $(if $(findstring -fsanitize=address,$(CFLAGS)),-O0)
$(BUILD)/analyzers/whatif/%.o: ALL_CFLAGS += $(if $(findstring -fsanitize=address,$(CFLAGS)),-O1)
# What this test walks are its own frames.
$(BUILD)/tests/unit/agent/jvm/test_nativewalk.o: ALL_CFLAGS += -fno-omit-frame-pointer
# This one counts how often a chunk is walked.
$(BUILD)/tests/unit/analyzers/walk/test_walk: LDFLAGS += $(call wrapped,jfr_cursor_open)
# And this one, how often an archive is unpacked.
$(BUILD)/tests/unit/cmd/ci/test_report_entry: LDFLAGS += $(call wrapped,unpack_open)
$(BUILD)/tests/unit/%: $(BUILD)/tests/unit/%.o $(TESTED)
	$(call say,LINK)$(CC) $(ALL_CFLAGS) $(LDFLAGS) $^ $(shell $(PKG_CONFIG) --libs check $(HEADERS)) $(LIBS) -o $@

$(BUILD)/tests/tools/%: $(BUILD)/tests/tools/%.o $(TESTED)
	$(call say,LINK)$(CC) $(ALL_CFLAGS) $(LDFLAGS) $^ $(LIBS) -o $@

# Programs of tests/agent: one that writes a recording, stand-ins for the agent and for a JVM.
AGENT_TESTS := $(BUILD)/tests/agent/write_recording $(BUILD)/tests/agent/libfakeagent.so \
               $(BUILD)/tests/agent/hostile/java
# Static: it runs where no library is.
$(BUILD)/tests/agent/hostile/java: tests/agent/hostile_jvm.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) -std=c17 -D_GNU_SOURCE $(WARN) -O1 -static $< -o $@
$(BUILD)/tests/agent/write_recording: $(BUILD)/tests/agent/write_recording.o \
                                      $(BUILD)/tests/libagent.a $(BUILD)/libparser.a
	$(call say,LINK)$(CC) $(ALL_CFLAGS) $(LDFLAGS) $^ -ldl -pthread -o $@
# Not sanitized: it goes into a JVM.
$(BUILD)/tests/agent/libfakeagent.so: tests/agent/fake_agent.c agent/sampling/handshake.c $(RECORDING) $(WRITER)
	@mkdir -p $(@D)
	$(call say,CC)$(CC) -std=c17 -D_GNU_SOURCE -I. $(WARN) -fvisibility=hidden -fPIC -O2 -shared \
	  -Wl,-z,defs $^ -ldl -pthread -o $@

# A JVM's tables without a JVM.
$(BUILD)/tests/agent/tables/libjvm.so: tests/agent/fake_libjvm.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) -std=c17 $(WARN) -fPIC -shared $< -o $@
$(BUILD)/tests/unit/agent/jvm/test_layout $(BUILD)/tests/unit/agent/jvm/test_vmstructs: | $(BUILD)/tests/agent/tables/libjvm.so

unit: $(UNIT_TESTS) $(TEST_TOOLS) $(AGENT_TESTS)

# What stands at the top of this file.
help:
	@sed -n 's/^#   make/make/p' Makefile
.PHONY: help

test: all
	+tests/run.sh quick

check:
	.ci/deps.sh check
	+tests/run.sh full
check-full:
	.ci/deps.sh check
	+ALL=1 tests/run.sh full

# Real peers as second sources; what cannot be fetched is said and skipped.
check-peers: all
	+tests/run.sh peers

# Half a gigabyte from PyPI, some minutes; see tests/fleet/fetch.sh for its cache.
check-fleet: all
	python3 tests/fleet/check.py spark
.PHONY: check-fleet

# What experiments foretell in real JVMs, beside what really comes of it; minutes, and a quiet machine.
check-whatif: all
	python3 tests/whatif/points.py
	python3 tests/whatif/run.py
	python3 tests/whatif/harm.py
.PHONY: check-whatif

# FULL=1: what survives the quick suite has the full one before it, which takes hours. JVM=1: changes of what
# of the agent runs in a JVM alone.
mutate:
	+tests/mutate.py --count $(or $(N),50) --seed $(or $(SEED),1) $(if $(FULL),--full) $(if $(JVM),--jvm) \
	  $(if $(NEAR),--near) $(addprefix --in ,$(FILES))
.PHONY: mutate

demo:
	@.ci/deps.sh build
	+@$(MAKE) --no-print-directory -s all
	@$(BUILD)/jfrtool page -q testdata/shop-17.jfr.zst -o $(BUILD)/shop.html
	@echo
	@echo "A small shop that is slow (testdata/workloads/Shop.java):"
	@echo
	@$(BUILD)/jfrtool testdata/shop-17.jfr.zst
	@echo
	@echo "As a page, for a browser: $(CURDIR)/$(BUILD)/shop.html"
	@echo "Now yours: build/jfrtool your.jfr"

# overview on programs whose fault is known, recorded anew with each JDK found; COST=--cost measures what
# mending gains.
causes: all
	JFRTOOL=$(BUILD)/jfrtool python3 tests/causes/run.py $(COST)
.PHONY: causes

bench: all
	+bench/run.sh

# How often the gate fails for nothing, and how often it finds what is there: sixty recordings of half
# a minute. On a machine that does nothing else.
gate-power: all
	bench/gate_power.py
bench-peers: all
	+bench/peers.sh
# The agent's samples in real programs of Maven Central, beside async-profiler's and the JVM's.
bench-apps: all
	bench/apps/run.py $(APPS)
	bench/apps/callers.py $(APPS)
bench-cost: all
	bench/apps/cost.py $(APPS)
.PHONY: gate-power bench-peers bench-apps bench-cost

lint:
	.ci/lint.sh

# The package against pyarrow, pandas, polars and DuckDB of PyPI, and the notebook.
check-python: all
	tests/python/run.sh
# The Python package, with all that it needs inside; the compiler comes from PyPI, sources of
# libraries from crates.io, both pinned.
# In make dist it comes last: what it takes from build/ others make, too.
wheel: | $(if $(filter wheel,$(MAKECMDGOALS)),,macos)
	.ci/deps.sh wheel
	+@$(MAKE) --no-print-directory -s all
	python3 python/wheel/build.py $(if $(ARCH),--arch $(ARCH))
.PHONY: wheel check-python

# Archives again, so that a target may bring its own input.
FUZZERS := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
$(BUILD)/fuzz/%: $(BUILD)/tests/fuzz/%.o $(TESTED)
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer $(LDFLAGS) $^ $(LIBS) -o $@
fuzzers: $(FUZZERS)
fuzz:
	+$(MAKE) --no-print-directory BUILD=$(BUILD)-fuzz CC=clang \
	  CFLAGS="-O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined" fuzzers
	tests/fuzz/run.sh $(patsubst $(BUILD)/%,$(BUILD)-fuzz/%,$(FUZZERS))

# ---- Installation ------------------------------------------------------------------------------

# A page for each command, too: the table of commands says which there are.
COMMANDS := $(shell sed -n 's/^COMMAND(\(.*\))/\1/p; s/^REPORT(\(.*\))/\1/p' cmd/cli/commands.h | tr _ -)
PAGES := $(patsubst %,$(BUILD)/man/jfrtool-%.1,$(filter-out generate,$(COMMANDS)))
$(PAGES): $(BUILD)/man/jfrtool-%.1: $(BUILD)/jfrtool
	@mkdir -p $(@D)
	$< generate man $* > $@
MANUALS := $(PAGES) $(BUILD)/jfrtool.1 $(BUILD)/jfrtool.bash $(BUILD)/_jfrtool $(BUILD)/jfrtool.fish
# Pages of HTML for a web server or for reading at home; its links are checked.
docs: all
	docs/site/build.sh $(BUILD)/site

pictures: all
	JFRTOOL=$(BUILD)/jfrtool python3 docs/pictures/make.py

# The sections of docs/rules.md, from its first topic on.
rules-md: $(BUILD)/jfrtool
	sed '/^## /,$$d' docs/rules.md > $(BUILD)/rules.md
	$< generate rules >> $(BUILD)/rules.md && mv $(BUILD)/rules.md docs/rules.md
# Tables of the documents below a comment that says what writes them.
tables-md: $(BUILD)/jfrtool
	for file in $$(grep -l '^<!-- jfrtool generate ' docs/*.md); do \
	  awk -v tool=$< '/^$$/ {skip = 0} !skip {print} /^<!-- jfrtool generate / {system(tool " generate " $$4); skip = 1}' $$file > $(BUILD)/tables.md && \
	  cp $(BUILD)/tables.md $$file || exit 1; done
.PHONY: rules-md tables-md

# Schemas of JSON outputs, which the program writes.
$(BUILD)/schemas: $(BUILD)/jfrtool
	rm -rf $@ $@.new && mkdir -p $@.new
	for name in $$($< generate schema); do $< generate schema $$name > $@.new/$$name.json || exit 1; done
	mv $@.new $@

manuals: $(MANUALS) $(BUILD)/schemas
.PHONY: manuals
$(BUILD)/jfrtool.1: $(BUILD)/jfrtool
	$< generate man > $@
$(BUILD)/jfrtool.bash: $(BUILD)/jfrtool
	$< generate bash > $@
$(BUILD)/_jfrtool: $(BUILD)/jfrtool
	$< generate zsh > $@
$(BUILD)/jfrtool.fish: $(BUILD)/jfrtool
	$< generate fish > $@
$(BUILD)/libjfr.pc: Makefile
	@mkdir -p $(@D)
	printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(LIBDIR)' 'includedir=$${prefix}/include' '' \
	  'Name: libjfr' 'Description: Reads Java Flight Recorder recordings' 'Version: $(VERSION)' \
	  'Libs: -L$${libdir} -ljfr' 'Libs.private: -lm -pthread -ldl' 'Cflags: -I$${includedir}' > $@

install: all $(MANUALS) $(BUILD)/schemas $(BUILD)/libjfr.pc
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(PREFIX)/include \
	  $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	  $(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install -m 755 $(BUILD)/jfrtool $(DESTDIR)$(PREFIX)/bin/jfrtool
	install -m 644 $(BUILD)/libjfr.a $(DESTDIR)$(LIBDIR)/libjfr.a
	install -m 755 $(BUILD)/libjfr.so $(DESTDIR)$(LIBDIR)/libjfr.so.$(VERSION)
	ln -sf libjfr.so.$(VERSION) $(DESTDIR)$(LIBDIR)/libjfr.so.$(ABI)
	ln -sf libjfr.so.$(ABI) $(DESTDIR)$(LIBDIR)/libjfr.so
	[ -z "$(AGENT)" ] || install -m 755 $(BUILD)/libjfragent.so $(DESTDIR)$(PREFIX)/lib/libjfragent.so
	install -d $(DESTDIR)$(PREFIX)/lib/jfrtool
	install -m 755 $(BUILD)/jfr.so $(DESTDIR)$(PREFIX)/lib/jfrtool/jfr.so
	install -m 644 parser/jfr.h parser/jfr_chunks.h $(DESTDIR)$(PREFIX)/include/
	install -d $(DESTDIR)$(PREFIX)/share/doc/jfrtool
	install -m 644 docs/gate.schema.json docs/gate.md docs/library.md $(DESTDIR)$(PREFIX)/share/doc/jfrtool/
	install -d $(DESTDIR)$(PREFIX)/share/doc/jfrtool/examples $(DESTDIR)$(PREFIX)/share/doc/jfrtool/schemas
	install -m 644 $(BUILD)/schemas/*.json $(DESTDIR)$(PREFIX)/share/doc/jfrtool/schemas/
	install -m 644 $(wildcard examples/*.c) $(DESTDIR)$(PREFIX)/share/doc/jfrtool/examples/
	install -m 644 $(BUILD)/libjfr.pc $(DESTDIR)$(LIBDIR)/pkgconfig/libjfr.pc
	install -m 644 $(BUILD)/jfrtool.1 $(PAGES) $(DESTDIR)$(PREFIX)/share/man/man1/
	install -m 644 $(BUILD)/jfrtool.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/jfrtool
	install -m 644 $(BUILD)/_jfrtool $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_jfrtool
	install -m 644 $(BUILD)/jfrtool.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/jfrtool.fish

uninstall:
	cd $(DESTDIR)$(LIBDIR) && rm -f libjfr.a libjfr.so libjfr.so.$(ABI) libjfr.so.$(VERSION) pkgconfig/libjfr.pc
	rm -rf $(DESTDIR)$(PREFIX)/share/doc/jfrtool/schemas
	cd $(DESTDIR)$(PREFIX) && rm -f bin/jfrtool lib/jfrtool/jfr.so lib/libjfragent.so include/jfr.h include/jfr_chunks.h share/man/man1/jfrtool.1 share/man/man1/jfrtool-*.1 \
	  share/doc/jfrtool/gate.schema.json share/doc/jfrtool/gate.md share/doc/jfrtool/library.md \
	  $(patsubst %,share/doc/jfrtool/%,$(wildcard examples/*.c)) \
	  share/bash-completion/completions/jfrtool share/zsh/site-functions/_jfrtool \
	  share/fish/vendor_completions.d/jfrtool.fish

# ---- Packages ----------------------------------------------------------------------------------

# What each needs, and where it comes from, stands in the scripts (packaging/).
STATICS := dist-static-x86_64 dist-static-aarch64
dist: dist-static dist-deb dist-rpm dist-oci dist-formula web windows macos wheel
	bash -c '. packaging/lib.sh && sums'
dist-tools:
	.ci/deps.sh dist
dist-static: $(STATICS)
$(STATICS): dist-static-%: dist-tools
	+packaging/static.sh $*
dist-deb: dist-tools
	+packaging/deb.sh
	[ "$$(uname -m)" = aarch64 ] || packaging/deb_static.sh aarch64
dist-rpm: $(STATICS)
	packaging/rpm.sh x86_64
	packaging/rpm.sh aarch64
dist-oci: $(STATICS)
	packaging/oci.sh
# The two processors share build/, which the manual comes from; .debs of the other one hold its static program.
dist-static-aarch64: | dist-static-x86_64
dist-deb: | $(STATICS)
# For Homebrew: with the sums of all tarballs.
dist-formula: $(STATICS) | macos
	packaging/formula.sh
check-packages: dist
	tests/packages/run.sh
check-dist-twice: dist-tools
	tests/packages/twice.sh
.PHONY: check-dist-twice dist dist-tools dist-static $(STATICS) dist-deb dist-rpm dist-oci dist-formula check-packages

# For a browser's tab and for Windows, with sources of libraries from the distribution.
web:
	.ci/deps.sh web
	+packaging/web.sh
check-web: all web
	SQLITE= DIST=$(CURDIR)/$(BUILD)/without-sql packaging/web.sh
	tests/elsewhere/web.sh full
windows:
	.ci/deps.sh windows
	+packaging/windows.sh
check-windows: all windows
	tests/elsewhere/units.sh make
	tests/elsewhere/units.sh
	tests/elsewhere/windows.sh full
# Their manual comes from build/, too, which others use before.
macos: | $(if $(filter macos,$(MAKECMDGOALS)),,dist-deb)
	.ci/deps.sh macos
	+packaging/macos.sh arm64
	+packaging/macos.sh x86_64
.PHONY: web check-web windows check-windows macos

# What several threads do, under ThreadSanitizer.
check-threads:
	$(MAKE) -s BUILD=$(BUILD)-tsan CC=clang CFLAGS="-O1 -g1 -fsanitize=thread" $(BUILD)-tsan/jfrtool
	JFRTOOL=$(BUILD)-tsan/jfrtool tests/threads.sh
.PHONY: check-threads

clean:
	rm -rf $(BUILD) $(BUILD)-* dist

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
