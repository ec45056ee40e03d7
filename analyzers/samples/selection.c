#include "analyzers/samples/selection.h"

#include "analyzers/samples/task.h"
#include "parser/wire.h"

#include <strings.h>

static struct regex *compile(const char *option, const char *pattern, struct jfr_error *error) {
    struct jfr_error wrong;
    struct regex *regex = regex_compile(pattern, REGEX_PART, &wrong);
    if (!regex) error_set(error, wrong.code, wrong.offset, "%s: %s", option, wrong.text);
    return regex;
}

static bool compile_all(const char *option, const struct text_list *patterns, struct regex **out,
                        struct jfr_error *error) {
    if (patterns->len > MAX_REGEXES)
        return error_set(error, JFR_LIMIT, 0, "%s: at most %d can be given, there are %zu", option,
                         MAX_REGEXES, patterns->len);
    return !some_of(i, patterns->len,
                    (out[i] = compile(option, patterns->items[i], error)) == NULL);
}

bool selection_state_matches(const char *wanted, const char *state) {
    if (strcasecmp(wanted, state) == 0) return true;
    return strncasecmp(state, "STATE_", 6) == 0 && strcasecmp(wanted, state + 6) == 0;
}

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
    regex_free(s->regexes->thread);
    for (size_t i = 0; i < MAX_REGEXES; i++) {
        free_each(regex_free, s->regexes->include[i], s->regexes->exclude[i]);
    }
    free(s->regexes);
    s->regexes = NULL;
}

bool selection_has_window(const struct selection *selection) {
    return selection->from.kind != TIME_NONE || selection->to.kind != TIME_NONE;
}

bool selection_filters(const struct selection *s) {
    return s->name || s->within || s->from.kind != TIME_NONE || s->to.kind != TIME_NONE ||
           s->thread || s->states.len || s->include.len || s->exclude.len;
}
