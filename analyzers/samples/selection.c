#include "analyzers/samples/selection.h"

#include "analyzers/samples/task.h"
#include "base/mem.h"
#include "parser/wire.h"

#include <stdlib.h>
#include <strings.h>

/* ==== Regexes =============================================================================== */

static pcre2_code *compile(const char *option, const char *pattern, struct jfr_error *error) {
    int code;
    PCRE2_SIZE at;

    pcre2_code *regex =
        pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, PCRE2_UTF, &code, &at, NULL);
    if (regex == NULL) {
        PCRE2_UCHAR text[160];
        pcre2_get_error_message(code, text, sizeof text);
        error_set(error, JFR_IO, at, "%s: '%.150s' is not a regular expression: %s at position %zu",
                  option, pattern, (const char *)text, (size_t)at);
        return NULL;
    }
    pcre2_jit_compile(regex, PCRE2_JIT_COMPLETE); /* without JIT it is interpreted: slower, equal */
    return regex;
}

static bool compile_all(const char *option, const struct text_list *patterns, pcre2_code **out,
                        struct jfr_error *error) {
    if (patterns->len > MAX_REGEXES)
        return error_set(error, JFR_LIMIT, 0, "%s: at most %d can be given, there are %zu", option,
                         MAX_REGEXES, patterns->len);
    for (size_t i = 0; i < patterns->len; i++)
        if ((out[i] = compile(option, patterns->items[i], error)) == NULL) return false;
    return true;
}

bool selection_matches(const pcre2_code *code, pcre2_match_data *data, const char *text,
                       size_t len) {
    return pcre2_match(code, (PCRE2_SPTR)text, len, 0, PCRE2_NO_UTF_CHECK, data, NULL) >= 0;
}

bool selection_state_matches(const char *wanted, const char *state) {
    if (strcasecmp(wanted, state) == 0) return true;
    return strncasecmp(state, "STATE_", 6) == 0 && strcasecmp(wanted, state + 6) == 0;
}

/* ==== Opening =============================================================================== */

bool selection_open(struct selection *s, struct jfr_error *error) {
    s->regexes = mem_zero(1, sizeof *s->regexes);
    if (s->events.len > MAX_LANES)
        return error_set(error, JFR_LIMIT, 0, "--event: at most %d can be given, there are %zu",
                         MAX_LANES, s->events.len);
    if (s->thread && (s->regexes->thread = compile("--thread", s->thread, error)) == NULL)
        return false;
    return compile_all("--include", &s->include, s->regexes->include, error) &&
           compile_all("--exclude", &s->exclude, s->regexes->exclude, error);
}

void selection_close(struct selection *s) {
    if (!s->regexes) return;
    pcre2_code_free(s->regexes->thread);
    for (size_t i = 0; i < MAX_REGEXES; i++) {
        pcre2_code_free(s->regexes->include[i]);
        pcre2_code_free(s->regexes->exclude[i]);
    }
    free(s->regexes);
    s->regexes = NULL;
}

bool selection_filters(const struct selection *s) {
    return s->from.kind != TIME_NONE || s->to.kind != TIME_NONE || s->thread || s->states.len ||
           s->include.len || s->exclude.len;
}
