# jfrtool: make builds, make demo shows, make check proves. See README.md.

VERSION   := 0.1.0
PREFIX    ?= /usr/local
DESTDIR   ?=
BUILD     ?= build
CC        ?= cc
CFLAGS    ?= -O2 -g
PKGS      := libzstd libpcre2-8 libcjson libarchive
PKG_CONFIG ?= pkg-config

WARN := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith \
        -Wwrite-strings -Wno-unused-parameter
ifneq ($(WERROR),)
WARN += -Werror
endif

ALL_CFLAGS := -std=c17 -D_GNU_SOURCE -I. -I$(BUILD) $(WARN) -fvisibility=hidden -pthread $(CFLAGS) \
              $(shell $(PKG_CONFIG) --cflags $(PKGS) 2>/dev/null)
LIBS := $(shell $(PKG_CONFIG) --libs $(PKGS) 2>/dev/null) -lm -pthread

PARSER    := $(wildcard parser/*.c)
ANALYZERS := $(wildcard analyzers/*.c)
CMD       := $(wildcard cmd/*.c cmd/render/*.c)
obj = $(patsubst %.c,$(BUILD)/%.o,$(1))

.PHONY: all clean
all: $(BUILD)/jfrtool

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

# cmd/assets/flame.js -> $(BUILD)/cmd/assets/flame.js.h, which holds it as a C string
ASSETS := $(patsubst %,$(BUILD)/%.h,$(wildcard cmd/assets/*.js cmd/assets/*.css))
$(BUILD)/cmd/assets/%.h: cmd/assets/% cmd/assets/embed.sh
	@mkdir -p $(@D)
	sh cmd/assets/embed.sh $< >$@.new && mv $@.new $@
$(call obj,$(CMD)): | $(ASSETS)

$(BUILD)/libjfr.a: $(call obj,$(PARSER))
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/jfrtool: $(call obj,$(CMD) $(ANALYZERS)) $(BUILD)/libjfr.a
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) $^ $(LIBS) -o $@

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
