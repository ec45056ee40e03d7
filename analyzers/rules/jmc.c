#include "analyzers/rules/jmc.h"

#include "analyzers/rules/windows.h"
#include "base/units.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ==== Formulas =============================================================================== */

const struct jmc_formula *jmc_formula_of(const char *id) {
    static const struct jmc_formula *const lists[] = {jmc_formulas_gc, jmc_formulas_heap,
                                                      jmc_formulas_jvm, jmc_formulas_load};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const struct jmc_formula *f = lists[i]; f->id; f++)
            if (strcmp(f->id, id) == 0) return f;
    return NULL;
}

struct jmc_verdict jmc_judge(const struct jmc_formula *formula, const struct rule_input *input) {
    if (formula->after_collections && !census_count(input->census, "jdk.GarbageCollection"))
        return jmc_is(RULE_NA);
    for (size_t i = 0; i < RULE_NEEDS && formula->needs[i].event; i++) {
        const struct rule_need *need = &formula->needs[i];
        if (jmc_availability(input, need->event) <
            (need->how == RULE_AVAILABLE ? JMC_AVAILABLE : JMC_ENABLED))
            return jmc_is(RULE_NA);
    }
    return formula->judge(input);
}

/* Exactly one setting has to say so; each chunk says all of them again. */
enum jmc_availability jmc_availability(const struct rule_input *input, const char *event) {
    struct series settings = series_of(input, SERIES_SETTING);
    size_t enabled = 0, disabled = 0;
    if (census_count(input->census, event)) return JMC_AVAILABLE;
    for (size_t row = 0; row < settings.rows; row++) {
        const char *of = series_text(&settings, SETTING_EVENT, row);
        const char *name = series_text(&settings, SETTING_NAME, row);
        const char *value = series_text(&settings, SETTING_VALUE, row);
        if (!of || !name || !value || strcmp(of, event) != 0 || strcmp(name, "enabled") != 0)
            continue;
        enabled += strcmp(value, "true") == 0;
        disabled += strcmp(value, "false") == 0;
    }
    if (enabled == 1) return JMC_ENABLED;
    if (disabled == 1) return JMC_DISABLED;
    return census_find(input->census, event) ? JMC_NONE : JMC_UNKNOWN;
}

/* ==== Texts ================================================================================== */

char *jmc_texts(const struct series *series, size_t column) {
    ARRAY(const char *) seen = {0};
    struct text joined = {0};
    for (size_t row = 0; row < series->rows; row++) {
        const char *text = series_text(series, column, row);
        bool fresh = text != NULL;
        for (size_t i = 0; fresh && i < seen.len; i++) fresh = strcmp(seen.items[i], text) != 0;
        if (!fresh) continue;
        array_push(&seen, text);
        if (seen.len > 1) text_add(&joined, ", ");
        text_add(&joined, text);
    }
    bool any = seen.len > 0;
    array_free(&seen);
    if (any && !joined.len) return mem_copy_text("");
    return any ? text_take(&joined) : NULL;
}

char *jmc_jvm_text(const struct rule_input *input, size_t column) {
    struct series jvms = series_of(input, SERIES_JVM);
    return jvms.rows ? jmc_texts(&jvms, column) : NULL;
}

char *jmc_old_collector(const struct rule_input *input) {
    struct series configs = series_of(input, SERIES_GC_CONFIG);
    return jmc_texts(&configs, CONFIG_OLD);
}

/* ==== Versions =============================================================================== */

/* "17.0.2", "1.8.0_292", "17-ea". */
struct jmc_version jmc_version_of(const char *text) {
    struct jmc_version version = {0};
    size_t parts = 0;
    while (text && isdigit((unsigned char)*text) && parts < 5) {
        char *end;
        long number = strtol(text, &end, 10);
        if (parts == 0 && number == 1 && *end == '.') { /* 1.8.0_292 is 8.0.292 */
            text = end + 1;
            continue;
        }
        if (parts < 4) version.parts[parts] = number < 1000000 ? (int)number : 1000000;
        parts++;
        text = end;
        if ((*end == '.' || *end == '_') && isdigit((unsigned char)end[1])) text = end + 1;
        else break;
    }
    version.known = parts > 0;
    version.early_access = parts > 0 && strncmp(text, "-ea", 3) == 0;
    return version;
}

struct jmc_version jmc_jvm_version(const struct rule_input *input) {
    char *text = jmc_jvm_text(input, JVM_VERSION);
    const char *at = text ? strstr(text, "JRE (") : NULL;
    struct jmc_version version = jmc_version_of(at ? at + 5 : NULL);
    free(text);
    return version;
}

int jmc_version_compare(const struct jmc_version *a, const struct jmc_version *b) {
    for (size_t i = 0; i < 4; i++)
        if (a->parts[i] != b->parts[i]) return a->parts[i] < b->parts[i] ? -1 : 1;
    return (int)b->early_access - (int)a->early_access;
}

/* ==== Numbers ================================================================================ */

int64_t jmc_max(const struct series *series, size_t column) {
    int64_t most = JFR_NULL_INT;
    for (size_t row = 0; row < series->rows; row++) {
        int64_t value = series_int(series, column, row);
        if (value > most) most = value;
    }
    return most;
}

int64_t jmc_min(const struct series *series, size_t column) {
    int64_t least = JFR_NULL_INT;
    for (size_t row = 0; row < series->rows; row++) {
        int64_t value = series_int(series, column, row);
        if (value != JFR_NULL_INT && (least == JFR_NULL_INT || value < least)) least = value;
    }
    return least;
}

int64_t jmc_longest(const struct series *series) {
    int64_t longest = 0;
    for (size_t row = 0; row < series->rows; row++) {
        int64_t duration = series_duration(series, row);
        if (duration > longest) longest = duration;
    }
    return longest;
}

int64_t jmc_size_flag(const struct rule_input *input, const char *name) {
    struct series flags = series_of(input, SERIES_SIZE_FLAG);
    int64_t most = JFR_NULL_INT;
    for (size_t row = 0; row < flags.rows; row++) {
        const char *flag = series_text(&flags, FLAG_NAME, row);
        int64_t value = series_int(&flags, FLAG_VALUE, row);
        if (flag && strcmp(flag, name) == 0 && value > most) most = value;
    }
    return most;
}

/* ==== Spans ================================================================================== */

double jmc_density(const struct jmc_span *span) {
    return span->value * (span->value / (span->end - span->start));
}

static bool join(const struct jmc_span *a, const struct jmc_span *b, double limit,
                 struct jmc_span *out) {
    *out = (struct jmc_span){a->start, b->end, a->value + b->value};
    if (limit < 0) {
        double density = jmc_density(out);
        return density > jmc_density(a) && density > jmc_density(b);
    }
    out->value = (a->value + b->value) / 2;
    return out->value > limit;
}

/* The last one is never joined; after a pass that joined something it is lost, and what was left of
 * earlier passes stands in its place. */
size_t jmc_join_spans(struct jmc_span *spans, size_t count, double limit) {
    size_t last = count ? count - 1 : 0;
    while (last > 0) {
        size_t keep = 0;
        for (size_t i = 0; i < last; i++) {
            struct jmc_span joined;
            if (i + 1 < last && join(&spans[i], &spans[i + 1], limit, &joined)) {
                spans[keep++] = joined;
                i++;
            } else {
                spans[keep++] = spans[i];
            }
        }
        if (keep == last) break;
        last = keep;
    }
    return count ? last + 1 : 0;
}

static int compare_intervals(const void *a, const void *b) {
    const struct jmc_interval *x = a, *y = b;
    if (x->start_ns != y->start_ns) return x->start_ns < y->start_ns ? -1 : 1;
    return (x->end_ns < y->end_ns) - (x->end_ns > y->end_ns);
}

double jmc_worst_window(const struct jmc_interval *items, size_t count, int64_t first_ns,
                        int64_t last_ns, int64_t window_ns) {
    struct windows windows = windows_over(first_ns, last_ns, window_ns);
    double worst = 0;
    size_t first = 0;
    do {
        while (first < count && items[first].end_ns < windows.from_ns) first++;
        if (first == count || !windows_reach(&windows, items[first].start_ns)) break;
        double sum = 0;
        for (size_t i = first; i < count && items[i].start_ns <= windows.to_ns; i++) {
            int64_t from =
                items[i].start_ns > windows.from_ns ? items[i].start_ns : windows.from_ns;
            int64_t to = items[i].end_ns < windows.to_ns ? items[i].end_ns : windows.to_ns;
            if (to > from) sum += (double)(to - from);
        }
        if (sum / (double)window_ns > worst) worst = sum / (double)window_ns;
    } while (windows_slide(&windows));
    return worst;
}

size_t jmc_pauses(const struct rule_input *input, struct jmc_interval **out) {
    struct series pauses = series_of(input, SERIES_PAUSE);
    *out = mem_resize(NULL, pauses.rows + 1, sizeof **out);
    for (size_t row = 0; row < pauses.rows; row++)
        (*out)[row] = (struct jmc_interval){series_start(&pauses, row), series_end(&pauses, row)};
    if (pauses.rows) qsort(*out, pauses.rows, sizeof **out, compare_intervals);
    return pauses.rows;
}

/* ==== Groups ================================================================================= */

struct jmc_group *jmc_group_at(struct jmc_groups *groups, uint64_t key) {
    bool fresh;
    uint64_t *index = map_put(&groups->index, key, &fresh);
    if (fresh) {
        *index = groups->len;
        array_push(groups, (struct jmc_group){.key = key});
    }
    return &array_at(groups, *index);
}

static int compare_groups(const void *a, const void *b) {
    const struct jmc_group *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? 1 : -1;
    return (x->key > y->key) - (x->key < y->key);
}

void jmc_groups_sort(struct jmc_groups *groups) {
    if (groups->len) qsort(groups->items, groups->len, sizeof *groups->items, compare_groups);
    map_clear(&groups->index);
}

double jmc_balance(const struct jmc_groups *groups) {
    double total = 0, balance = 0;
    for (size_t i = 0; i < groups->len; i++) total += (double)groups->items[i].value;
    for (size_t i = 0; i < groups->len; i++)
        balance += (double)groups->items[i].value / total / (double)(i + 1);
    return balance;
}

void jmc_groups_free(struct jmc_groups *groups) {
    map_free(&groups->index);
    array_free(groups);
}

/* ==== Growth ================================================================================= */

double jmc_growth(const struct series *series, size_t when, size_t size) {
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, first = 0;
    for (size_t row = 0; row < series->rows; row++) {
        const char *text = series_text(series, when, row);
        int64_t bytes = series_int(series, size, row);
        if (!text || strcmp(text, "After GC") != 0 || bytes == JFR_NULL_INT) continue;
        double x = floor(((double)series_end(series, row) + 5e8) / 1e9);
        double y = floor((double)bytes / 1048576 + 0.5);
        if (n == 0) first = x;
        x -= first;
        n++;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    return isfinite(slope) ? slope : 0;
}
