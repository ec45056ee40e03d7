#include "analyzers/samples/selection.h"
#include "analyzers/tables/kinds.h"
#include "parser/wire.h"

#include <strings.h>

/* ==== Event types that are samples ========================================================== */

static void add_to_group(struct lane *lane, size_t rank, const char *event) {
    size_t t = 0;
    while (t + 1 < GROUP_TYPES && lane->groups[rank - 1][t]) t++;
    lane->groups[rank - 1][t] = event;
    if (lane->group_count < rank) lane->group_count = rank;
}

static struct lane lane_of_group(enum kind_group group) {
    struct lane lane = {.group_count = 0};
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].group == group) add_to_group(&lane, kinds[i].rank, kinds[i].event);
    return lane;
}

static struct lane default_lane(void) {
    struct lane lane = {.group_count = 0};
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].usual) add_to_group(&lane, kinds[i].usual, kinds[i].event);
    add_to_group(&lane, lane.group_count + 1, OTHER_PROFILE);
    return lane;
}

static void add_lane(struct selection *q, const char *event) {
    struct lane lane = {.groups = {{event}}, .group_count = 1};
    enum kind_group group = kind_group_named(event);
    if (group) lane = lane_of_group(group);
    for (size_t i = 0; i < q->lane_count; i++)
        if (strcmp(q->lanes[i].groups[0][0], lane.groups[0][0]) == 0) return; /* said twice */
    q->lanes[q->lane_count++] = lane;
}

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

static bool compile_all(const char *option, const char *const *patterns, size_t count,
                        pcre2_code **out, struct jfr_error *error) {
    if (count > MAX_REGEXES)
        return error_set(error, JFR_LIMIT, 0, "%s: at most %d can be given, there are %zu", option,
                         MAX_REGEXES, count);
    for (size_t i = 0; i < count; i++)
        if ((out[i] = compile(option, patterns[i], error)) == NULL) return false;
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

/* ==== Time ================================================================================== */

void selection_set_window(void *context, int64_t start_ns, int64_t end_ns) {
    struct selection *q = context;
    q->from_ns = time_point_resolve(&q->options->from, start_ns, end_ns, INT64_MIN);
    q->to_ns = time_point_resolve(&q->options->to, start_ns, end_ns, INT64_MAX);
}

bool selection_needs_span(const struct selection *q) {
    return time_point_is_relative(&q->options->from) || time_point_is_relative(&q->options->to);
}

/* ==== Opening =============================================================================== */

bool selection_open(const struct samples_options *options, struct selection *q,
                    struct jfr_error *error) {
    *q = (struct selection){.options = options};
    if (options->event_count > MAX_LANES)
        return error_set(error, JFR_LIMIT, 0, "--event: at most %d can be given, there are %zu",
                         MAX_LANES, options->event_count);
    for (size_t i = 0; i < options->event_count; i++) add_lane(q, options->events[i]);
    if (options->event_count == 0) q->lanes[q->lane_count++] = default_lane();
    if (options->thread && (q->thread = compile("--thread", options->thread, error)) == NULL)
        return false;
    if (!compile_all("--include", options->include, options->include_count, q->include, error) ||
        !compile_all("--exclude", options->exclude, options->exclude_count, q->exclude, error))
        return false;
    q->has_window = options->from.kind != TIME_NONE || options->to.kind != TIME_NONE;
    selection_set_window(q, 0, 0);
    q->needs_context = options->thread || options->state_count || options->thread_roots ||
                       options->clusters || options->keep & PROFILE_SAMPLES;
    q->needs_time = q->has_window || options->clusters ||
                    (options->keep & PROFILE_SAMPLES && options->time_grain != SAMPLES_NO_TIMES);
    return true;
}

void selection_free(struct selection *q) {
    pcre2_code_free(q->thread);
    for (size_t i = 0; i < MAX_REGEXES; i++) {
        pcre2_code_free(q->include[i]);
        pcre2_code_free(q->exclude[i]);
    }
}

bool samples_check(const struct samples_options *options, struct jfr_error *error) {
    struct selection selection;
    bool ok = selection_open(options, &selection, error);
    selection_free(&selection);
    return ok;
}
