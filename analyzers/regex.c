#include "analyzers/regex.h"

#include "base/array.h"
#include "base/library.h"
#include "base/platform.h"
#include "base/posix.h"
#include "parser/wire.h"

#include <stdatomic.h>
#include <string.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#define PCRE2_FUNCTIONS(X)                    \
    X(pcre2_code_free_8)                      \
    X(pcre2_compile_8)                        \
    X(pcre2_config_8)                         \
    X(pcre2_get_error_message_8)              \
    X(pcre2_get_ovector_count_8)              \
    X(pcre2_get_ovector_pointer_8)            \
    X(pcre2_jit_compile_8)                    \
    X(pcre2_jit_stack_assign_8)               \
    X(pcre2_jit_stack_create_8)               \
    X(pcre2_jit_stack_free_8)                 \
    X(pcre2_match_8)                          \
    X(pcre2_match_context_create_8)           \
    X(pcre2_match_context_free_8)             \
    X(pcre2_match_data_create_8)              \
    X(pcre2_match_data_create_from_pattern_8) \
    X(pcre2_match_data_free_8)                \
    X(pcre2_pattern_info_8)                   \
    X(pcre2_set_depth_limit_8)                \
    X(pcre2_set_heap_limit_8)                 \
    X(pcre2_set_match_limit_8)

/* Filled when the first pattern is compiled: without one nothing here is called. */
static struct { LIBRARY_TABLE(PCRE2_FUNCTIONS) } pcre2;
static bool loaded;
static struct text missing;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    static const struct library_function functions[] = {PCRE2_FUNCTIONS(LIBRARY_FUNCTION_BUNDLED)};
    loaded = library_load(PLATFORM_LIBRARY("pcre2-8", "0"), "libpcre2-8-0", functions,
                          sizeof functions / sizeof *functions, &pcre2, &missing);
}

/* Steps until a match is given up: 0.3 ms with the JIT compiler, some ms without. What people look
 * for in names takes some hundred; what takes a few for each byte is never given up. */
#define MOST_STEPS 100000
#define STEPS_A_BYTE 16
#define LONGEST_COUNTED (1 << 24) /* bytes */
#define STACK_BYTES (8 * 1024 * 1024)

struct regex {
    const char *pattern;
    pcre2_code *code;
    _Atomic bool gave_up; /* which is known to all */
};

struct regex_matcher {
    pcre2_match_data *data;
    pcre2_match_context *context;
    pcre2_jit_stack *stack;
};

struct regex *regex_compile(const char *pattern, enum regex_fit fit, struct jfr_error *error) {
    pthread_once(&once, load);
    if (!loaded) {
        error_set(error, JFR_IO, 0, "regular expressions need PCRE2: %s", text_str(&missing));
        return NULL;
    }
    uint32_t flags = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF;
    if (fit == REGEX_WHOLE) flags |= PCRE2_ANCHORED | PCRE2_ENDANCHORED;
    int code;
    PCRE2_SIZE at;
    pcre2_code *compiled =
        pcre2.pcre2_compile_8((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, flags, &code, &at, NULL);
    if (!compiled) {
        PCRE2_UCHAR text[160];
        pcre2.pcre2_get_error_message_8(code, text, sizeof text);
        error_set(error, JFR_IO, at, "'%.150s' is not a regular expression: %s at position %zu",
                  pattern, (const char *)text, (size_t)at);
        return NULL;
    }
    pcre2.pcre2_jit_compile_8(compiled,
                              PCRE2_JIT_COMPLETE); /* without JIT it is interpreted: slower */
    struct regex *regex = mem_zero(1, sizeof *regex);
    regex->pattern = pattern;
    regex->code = compiled;
    return regex;
}

void regex_free(struct regex *regex) {
    if (!regex) return;
    pcre2.pcre2_code_free_8(regex->code);
    free(regex);
}

struct regex_matcher *regex_matcher_open(void) {
    return mem_zero(1, sizeof(struct regex_matcher));
}

/* What PCRE2 needs, made for the first text: most readings have no pattern. */
static void make_ready(struct regex_matcher *m) {
    m->data = pcre2.pcre2_match_data_create_8(1, NULL);
    m->context = pcre2.pcre2_match_context_create_8(NULL);
    m->stack = pcre2.pcre2_jit_stack_create_8(32 * 1024, STACK_BYTES, NULL);
    pcre2.pcre2_set_heap_limit_8(m->context, STACK_BYTES / 1024); /* where there is no JIT */
    pcre2.pcre2_jit_stack_assign_8(m->context, NULL, m->stack);
}

void regex_matcher_close(struct regex_matcher *m) {
    if (!m) return;
    if (m->context) {
        pcre2.pcre2_match_data_free_8(m->data);
        pcre2.pcre2_match_context_free_8(m->context);
        pcre2.pcre2_jit_stack_free_8(m->stack);
    }
    free(m);
}

/* ==== Given up ============================================================================== */

static struct {
    pthread_mutex_t lock;
    ARRAY(char *) patterns;
} given_up = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void keep_given_up(struct regex *regex) {
    if (regex->gave_up) return;
    pthread_mutex_lock(&given_up.lock);
    size_t i = 0;
    while (i < given_up.patterns.len && strcmp(given_up.patterns.items[i], regex->pattern) != 0)
        i++;
    if (i == given_up.patterns.len) array_push(&given_up.patterns, mem_copy_text(regex->pattern));
    regex->gave_up = true;
    pthread_mutex_unlock(&given_up.lock);
}

const char *regex_given_up(size_t i) {
    return i < given_up.patterns.len ? given_up.patterns.items[i] : NULL;
}

/* ==== Matching ============================================================================== */

/* data: NULL is the matcher's own. */
static enum regex_found try(struct regex *regex, struct regex_matcher *m, const char *text,
                            size_t len, size_t from, pcre2_match_data *data) {
    if (!m->context) make_ready(m);
    uint32_t counted = len < LONGEST_COUNTED ? (uint32_t)len : LONGEST_COUNTED;
    pcre2.pcre2_set_match_limit_8(m->context, MOST_STEPS + STEPS_A_BYTE * counted);
    pcre2.pcre2_set_depth_limit_8(m->context, MOST_STEPS + STEPS_A_BYTE * counted);
    int found = pcre2.pcre2_match_8(regex->code, (PCRE2_SPTR)text, len, from, 0,
                                    data ? data : m->data, m->context);
    if (found >= 0) return REGEX_FOUND;
    return found < PCRE2_ERROR_PARTIAL ? REGEX_GAVE_UP : REGEX_NONE;
}

static bool matches(struct regex *regex, struct regex_matcher *m, const char *text, size_t len,
                    pcre2_match_data *data) {
    enum regex_found found = try(regex, m, text, len, 0, data);
    if (found == REGEX_GAVE_UP) keep_given_up(regex);
    return found == REGEX_FOUND;
}

enum regex_found regex_try(struct regex *regex, struct regex_matcher *m, const char *text,
                           size_t len) {
    return try(regex, m, text, len, 0, NULL);
}

bool regex_matches(struct regex *regex, struct regex_matcher *m, const char *text, size_t len) {
    return matches(regex, m, text, len, NULL);
}

bool regex_find(struct regex *regex, struct regex_matcher *m, const char *text, size_t len,
                size_t from, size_t *begin, size_t *end) {
    enum regex_found found = try(regex, m, text, len, from, NULL);
    if (found == REGEX_GAVE_UP) keep_given_up(regex);
    if (found != REGEX_FOUND) return false;
    const PCRE2_SIZE *places = pcre2.pcre2_get_ovector_pointer_8(m->data);
    *begin = places[0];
    *end = places[1] < places[0] ? places[0] : places[1]; /* \K in a lookahead does that */
    return true;
}

/* ==== Groups that have names ================================================================ */

size_t regex_names(const struct regex *regex) {
    uint32_t count = 0;
    pcre2.pcre2_pattern_info_8(regex->code, PCRE2_INFO_NAMECOUNT, &count);
    return count;
}

/* An entry is the group's number in two bytes, then its name. */
static const uint8_t *entry_of(const struct regex *regex, size_t i) {
    PCRE2_SPTR table = NULL;
    uint32_t size = 0;
    pcre2.pcre2_pattern_info_8(regex->code, PCRE2_INFO_NAMETABLE, &table);
    pcre2.pcre2_pattern_info_8(regex->code, PCRE2_INFO_NAMEENTRYSIZE, &size);
    return table + i * size;
}

const char *regex_name(const struct regex *regex, size_t i) {
    return (const char *)entry_of(regex, i) + 2;
}

bool regex_groups(struct regex *regex, struct regex_matcher *m, const char *text, size_t len,
                  void (*each)(void *context, const char *name, const char *text, size_t len),
                  void *context) {
    pcre2_match_data *data = pcre2.pcre2_match_data_create_from_pattern_8(regex->code, NULL);
    bool found = matches(regex, m, text, len, data);
    const PCRE2_SIZE *places = pcre2.pcre2_get_ovector_pointer_8(data);
    uint32_t groups = found ? pcre2.pcre2_get_ovector_count_8(data) : 0;
    for (size_t i = 0; found && i < regex_names(regex); i++) {
        const uint8_t *entry = entry_of(regex, i);
        uint32_t number = (uint32_t)entry[0] << 8 | entry[1];
        if (number >= groups || places[2 * number] == PCRE2_UNSET) continue;
        if (places[2 * number + 1] < places[2 * number]) continue; /* \K in a lookahead does that */
        each(context, (const char *)entry + 2, text + places[2 * number],
             places[2 * number + 1] - places[2 * number]);
    }
    pcre2.pcre2_match_data_free_8(data);
    return found;
}

void regex_version(struct text *out) {
    char version[64] = "";
    uint32_t jit = 0;
    pthread_once(&once, load);
    if (!loaded) {
        text_add(out, text_str(&missing));
        return;
    }
    pcre2.pcre2_config_8(PCRE2_CONFIG_VERSION, version);
    pcre2.pcre2_config_8(PCRE2_CONFIG_JIT, &jit);
    text_addf(out, "%s%s", version, jit ? " (JIT)" : " (no JIT)");
}
