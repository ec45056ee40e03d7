/* Rules of exceptions and errors. */
#include "analyzers/rules/cpu.h"
#include "analyzers/rules/judging.h"
#include "analyzers/rules/sites.h"
#include "base/units.h"
#include "analyzers/rules/exceptions_rows.h"

/* JSF's parser throws one for each expression, and means nothing by it; nor do method handles that
 * look for code which was made before (java.lang.invoke.Invokers$Holder). */
static bool is_of_control(const struct series *thrown, size_t row) {
    const char *name = series_text(thrown, THROWN_CLASS, row);
    const char *message = series_text(thrown, THROWN_MESSAGE, row);
    if (name && message && strcmp(name, "java.lang.NoSuchMethodError") == 0)
        return strstr(message, "java.lang.invoke.") != NULL;
    return name && strcmp(name, "com.sun.el.parser.ELParser$LookaheadSuccess") == 0;
}

static void name_thrown(struct finding *finding, const struct series *thrown, size_t name,
                        size_t site) {
    OWNED(tallies_free) struct tallies classes = {0};
    for (size_t row = 0; row < thrown->rows; row++)
        if (series_id(thrown, THROWN_CLASS, row) != JFR_NULL_ID && !is_of_control(thrown, row))
            tallies_add_many(&classes, series_id(thrown, THROWN_CLASS, row),
                             series_count(thrown, row), (double)series_count(thrown, row));
    tallies_sort(&classes);
    for (size_t row = 0; row < thrown->rows && classes.len; row++) {
        if (series_id(thrown, THROWN_CLASS, row) != classes.items[0].key) continue;
        if (!finding->values[name].given)
            finding_text(finding, name, series_text(thrown, THROWN_CLASS, row));
        if (finding->values[site].given) continue;
        judge_site(finding, site, thrown, THROWN_STACK, row);
        finding_text(finding, site, series_text(thrown, THROWN_SITE, row));
    }
}

/* Where the exceptions themselves are not recorded, those that are allocated tell. */
static void name_allocated(const struct rule_input *input, struct finding *finding) {
    struct series samples = series_of(input, SERIES_ALLOCATION);
    OWNED(tallies_free) struct tallies classes = {0};
    for (size_t row = 0; row < samples.rows; row++) {
        const char *name = series_text(&samples, TLAB_CLASS, row);
        double bytes = series_real(&samples, TLAB_SIZE, row);
        if (name && bytes > 0 &&
            (text_ends_with(name, "Exception") || strcmp(name, "java.lang.Throwable") == 0))
            tallies_add(&classes, series_id(&samples, TLAB_CLASS, row), bytes);
    }
    tallies_sort(&classes);
    for (size_t row = 0; row < samples.rows && classes.len; row++) {
        if (series_id(&samples, TLAB_CLASS, row) != classes.items[0].key) continue;
        finding_text(finding, THROW_CLASS, series_text(&samples, TLAB_CLASS, row));
        judge_site(finding, THROW_SITE, &samples, TLAB_STACK, row);
        break;
    }
}

/* Of exceptions there are no stacks, but for those of retries: who asks for what throws most of
 * them is known where some were sampled when they were allocated. */
static void name_asker(const struct rule_input *input, struct finding *finding) {
    const struct finding_value *values = finding->values;
    struct series samples = series_of(input, SERIES_ALLOCATION);
    OWNED(sites_free) struct sites sites = {0};
    OWNED(text_free) struct text asker = {0};
    if (values[THROW_CALLER].given || !values[THROW_CLASS].given || !values[THROW_SITE].given)
        return;
    for (size_t row = 0; row < samples.rows && !asker.len; row++) {
        const char *name = series_text(&samples, TLAB_CLASS, row);
        if (name && strcmp(name, values[THROW_CLASS].text) == 0 &&
            strcmp(strings_get(&sites.names, sites_of(&sites, &samples, TLAB_STACK, row)),
                   values[THROW_SITE].text) == 0)
            sites_add_caller(&samples, TLAB_STACK, row, &asker);
    }
    finding_text(finding, THROW_CALLER, text_str(&asker));
}

/* Who reads a stack makes its elements. */
static void name_reading(const struct rule_input *input, struct finding *finding) {
    static const char element[] = "java.lang.StackTraceElement";
    struct series samples = series_of(input, SERIES_ALLOCATION);
    OWNED(sites_free) struct sites sites = {0};
    if (!finding->values[THROW_SITE].given) return;
    for (size_t row = 0; row < samples.rows; row++) {
        const char *name = series_text(&samples, TLAB_CLASS, row);
        if (!name || strncmp(name, element, sizeof element - 1) != 0 ||
            strcmp(strings_get(&sites.names, sites_of(&sites, &samples, TLAB_STACK, row)),
                   finding->values[THROW_SITE].text) != 0)
            continue;
        finding_number(finding, THROW_READ, 1);
        return;
    }
}

#define LITTLE_COST 5.0 /* percent of the CPU, below which they are no WARNING, */
#define NO_COST 1.0     /* or are fine */
#define MUCH_COST 20.0  /* from which on they are one, whatever their number */

/* What they cost decides whether they matter. */
static void judge_cost(const struct rule_input *input, struct finding *finding) {
    const double cost = 100 * cpu_of(input)->exceptions;
    finding_cost(finding, COST_OF_CPU, cost);
    if (cost < LITTLE_COST) judge_cap(finding);
    if (cost < NO_COST) judge_as_fine(finding);
    if (cost >= MUCH_COST && finding->severity == RULE_INFO) judge_raise(finding);
}

static void judge_exceptions(const struct rule_input *input, struct finding *finding) {
    struct series totals = series_of(input, SERIES_THROWABLES);
    struct series thrown = series_of(input, SERIES_EXCEPTION);
    int64_t from = 0, to = 0;
    if (totals.rows < 2) return judge_as(finding, RULE_NA, 1);
    double worst = series_most_per_second(&totals, THROWABLES, &from, &to);
    judge_figure(input, finding, worst);
    if (to) judge_window(finding, from, to);
    finding_real(finding, THROW_MEAN, cpu_mean_rate(&totals, THROWABLES));
    judge_cost(input, finding);
    name_thrown(finding, &thrown, THROW_CLASS, THROW_SITE);
    if (!finding->values[THROW_CLASS].given && finding->severity >= RULE_INFO)
        name_allocated(input, finding);
    name_asker(input, finding);
    name_reading(input, finding);
}

/* The most within a window, of rows of the series for which the key is this one. */
static size_t most_within(const struct series *series, size_t column, uint64_t key,
                          int64_t window_ns, int64_t *from_ns, int64_t *to_ns) {
    size_t most = 0, inside = 0, first = 0;
    for (size_t row = 0; row < series->rows; row++) {
        if (series_id(series, column, row) != key) continue;
        inside++;
        for (; series_start(series, row) - series_start(series, first) > window_ns ||
               series_id(series, column, first) != key;
             first++)
            inside -= series_id(series, column, first) == key;
        if (inside <= most) continue;
        most = inside;
        *from_ns = series_start(series, first);
        *to_ns = series_start(series, row);
    }
    return most;
}

static void judge_errors(const struct rule_input *input, struct finding *finding) {
    struct series thrown = series_of(input, SERIES_ERROR);
    int64_t from = 0, to = 0;
    size_t most = 0, all = 0, first = 0, inside = 0;
    for (size_t row = 0; row < thrown.rows; row++) {
        if (is_of_control(&thrown, row)) continue;
        all++;
        inside++;
        for (; series_start(&thrown, row) - series_start(&thrown, first) > 60 * NS_PER_S; first++)
            inside -= !is_of_control(&thrown, first);
        if (inside <= most) continue;
        most = inside;
        from = series_start(&thrown, first);
        to = series_start(&thrown, row);
    }
    judge_figure(input, finding, (double)most);
    if (most) judge_window(finding, from, to);
    finding_number(finding, ERRORS_ALL, (int64_t)all);
    if (all) name_thrown(finding, &thrown, ERRORS_CLASS, ERRORS_SITE);
}

/* One stack that fails again and again: of what has to do with connections and time. */
static void judge_retry_storm(const struct rule_input *input, struct finding *finding) {
    struct series thrown = series_of(input, SERIES_EXCEPTION);
    OWNED(tallies_free) struct tallies stacks = {0};
    for (size_t row = 0; row < thrown.rows; row++)
        if (series_id(&thrown, THROWN_STACK, row) != JFR_NULL_ID)
            tallies_add(&stacks, series_id(&thrown, THROWN_STACK, row), 1);
    tallies_sort(&stacks);
    int64_t from = 0, to = 0;
    size_t most = stacks.len ? most_within(&thrown, THROWN_STACK, stacks.items[0].key,
                                           10 * NS_PER_S, &from, &to)
                             : 0;
    judge_figure(input, finding, (double)most);
    for (size_t row = 0; row < thrown.rows && stacks.len; row++) {
        if (series_id(&thrown, THROWN_STACK, row) != stacks.items[0].key) continue;
        judge_window(finding, from, to);
        finding_text(finding, STORM_CLASS, series_text(&thrown, THROWN_CLASS, row));
        judge_site(finding, STORM_SITE, &thrown, THROWN_STACK, row);
        finding_text(finding, STORM_MESSAGE, series_text(&thrown, THROWN_MESSAGE, row));
        break;
    }
}
