/* Rules of safepoints and operations of the JVM. */
#include "analyzers/rules/meanwhile.h"
#include "analyzers/rules/sites.h"
#include "base/search.h"
#include "base/units.h"
#include "analyzers/rules/safepoints_rows.h"

#define NEAR_NS (100 * NS_PER_US) /* between the parts of a safepoint and what is done in it */

#define MOST_OF 0.5 /* of the pauses, that one operation or thread has to have to be named */

/* A safepoint in which a collection is, and what leads to it, is the collector's. Both are united.
 */
static void take_off_collections(struct intervals *all, const struct intervals *gc) {
    size_t kept = 0, next = 0;
    for (size_t i = 0; i < all->len; i++) {
        while (next < gc->len && gc->items[next].to_ns < all->items[i].from_ns - NEAR_NS) next++;
        if (next < gc->len && gc->items[next].from_ns <= all->items[i].to_ns + NEAR_NS) continue;
        all->items[kept++] = all->items[i];
    }
    all->len = kept;
}

/* Is it one of the pauses? They are in order, and none overlaps another. */
static bool is_among(const struct intervals *pauses, int64_t at) {
    size_t first = search_first(i, 0, pauses->len, pauses->items[i].to_ns < at);
    return first < pauses->len && pauses->items[first].from_ns <= at;
}

static bool is_pause(const struct series *operations, const struct intervals *pauses, size_t row) {
    return series_true(operations, VM_SAFEPOINT, row) && series_duration(operations, row) > 0 &&
           is_among(pauses, series_start(operations, row));
}

/* What most samples of the thread that asks for it are in. */
static void name_asking(const struct rule_input *input, const char *thread,
                        struct finding *finding) {
    const struct profile *profile = judge_running(input);
    OWNED(sites_free) struct sites sites = {0};
    OWNED(tallies_free) struct tallies places = {0};
    double all = 0;
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread == PROFILE_NONE || sample.stack == PROFILE_NONE ||
            strcmp(thread, strings_get(&profile->frames.strings,
                                       profile->threads.items[sample.thread].name)) != 0)
            continue;
        all += (double)sample.count;
        tallies_add(&places, sites_of_sample(&sites, profile, sample.stack), (double)sample.count);
    }
    tallies_sort(&places);
    if (places.len && places.items[0].sum >= MOST_OF * all)
        judge_name_most(finding, HALT_SITE, &places, &sites.names);
}

/* The operation that most of it is, and the thread that asks for it. */
static void name_operation(const struct rule_input *input, const struct series *operations,
                           const struct intervals *pauses, struct finding *finding) {
    const double pauses_ns = intervals_ns(pauses);
    struct tallies kinds = {0}, callers = {0};
    for (size_t row = 0; row < operations->rows; row++)
        if (is_pause(operations, pauses, row))
            tallies_add(&kinds, series_id(operations, VM_OPERATION, row),
                        (double)series_duration(operations, row));
    tallies_sort(&kinds);
    const struct tally *most = kinds.len ? &kinds.items[0] : NULL;
    for (size_t row = 0; most && row < operations->rows; row++) {
        if (series_id(operations, VM_OPERATION, row) != most->key ||
            !is_pause(operations, pauses, row))
            continue;
        const char *name = series_text(operations, VM_OPERATION, row);
        if (name && most->sum >= MOST_OF * pauses_ns && !finding->values[HALT_OPERATION].given) {
            finding_text(finding, HALT_OPERATION, name);
            finding_number(finding, HALT_COUNT, (int64_t)most->count);
        }
        const char *caller = series_thread(operations, VM_CALLER, row);
        if (caller) tallies_add(&callers, series_id(operations, VM_CALLER, row), 1);
    }
    tallies_sort(&callers);
    if (callers.len && callers.items[0].sum >= MOST_OF * (double)most->count &&
        finding->values[HALT_OPERATION].given)
        for (size_t row = 0; row < operations->rows; row++)
            if (series_id(operations, VM_CALLER, row) == callers.items[0].key) {
                finding_text(finding, HALT_CALLER, series_thread(operations, VM_CALLER, row));
                finding_blame(finding, CULPRIT_POOL, series_thread(operations, VM_CALLER, row));
                name_asking(input, series_thread(operations, VM_CALLER, row), finding);
                break;
            }
    free_each(tallies_free, &kinds, &callers);
}

static void judge_halts(const struct rule_input *input, struct finding *finding) {
    static const enum series_id ids[] = {SERIES_SAFEPOINT_BEGIN, SERIES_SAFEPOINT_CLEANUP,
                                         SERIES_SAFEPOINT_TASK,  SERIES_SAFEPOINT_SYNC,
                                         SERIES_SAFEPOINT_WAIT,  SERIES_SAFEPOINT_END};
    struct series operations = series_of(input, SERIES_VM_OPERATION);
    OWNED(array_release) struct intervals all = {0}, gc = {0};
    struct series dumps = series_of(input, SERIES_HEAP_DUMP);
    intervals_add_pauses(&gc, input);
    intervals_add(&gc, &dumps); /* which has a rule of its own */
    intervals_unite(&gc);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        struct series series = series_of(input, ids[i]);
        intervals_add(&all, &series);
    }
    for (size_t row = 0; row < operations.rows; row++)
        if (series_true(&operations, VM_SAFEPOINT, row) && series_duration(&operations, row) > 0)
            array_push(&all, (struct interval){series_start(&operations, row),
                                               series_end(&operations, row)});
    intervals_unite(&all);
    take_off_collections(&all, &gc);
    int64_t from = 0, to = 0;
    double worst = 100 * intervals_worst(input, &all, 60 * NS_PER_S, &from, &to);
    double ns = intervals_ns(&all), whole = ns / (judge_seconds(input) * 1e7);
    judge_figure(input, finding, worst > whole ? worst : whole < 100 ? whole : 100);
    if (to) judge_window(finding, from, to);
    finding_real(finding, HALT_WHOLE, whole < 100 ? whole : 100);
    finding_number(finding, HALT_TOTAL, ns < 9e18 ? (int64_t)ns : INT64_MAX);
    judge_cost_of_time(input, finding, ns);
    finding_number(finding, HALT_DIFFERS, worst > whole * 1.05);
    name_operation(input, &operations, &all, finding);
}

#define LONG_SYNC \
    1e7 /* ns on average: on a busy machine a thread that is to stop waits less for a processor */
#define MUCH_SYNC 10.0 /* percent of the time that threads wait for the last one: a WARNING; */
#define SOME_SYNC 5.0  /* and from which on it is looked for */
#define MOST_RAN 50.0  /* percent of what ran meanwhile, to be named */

/* What ran while all others had stopped, or had to. */
static void name_runner(const struct rule_input *input, const struct intervals *all,
                        struct finding *finding) {
    struct meanwhile m = {.waiters = NULL};
    struct meanwhile_did did;
    for (size_t i = 0; i < all->len; i++)
        meanwhile_add(&m, MEANWHILE_ANY, all->items[i].from_ns, all->items[i].to_ns);
    meanwhile_make(&m, input, &did);
    if (did.did == DID_RUN && did.site && did.percent >= MOST_RAN) {
        finding_text(finding, SYNC_SITE, did.site);
        finding_real(finding, SYNC_PERCENT, did.percent);
        finding_blame(finding, CULPRIT_METHOD, did.site);
    }
    meanwhile_did_free(&did);
    meanwhile_free(&m);
}

static void judge_time_to_safepoint(const struct rule_input *input, struct finding *finding) {
    struct series syncs = judge_syncs(input);
    size_t row = judge_longest(&syncs);
    if (row == SIZE_MAX) {
        finding->unmet = rule_unmet(finding->rule, input);
        return judge_as(finding, finding->unmet ? RULE_NA : RULE_OK, finding->unmet ? 2 : 1);
    }
    OWNED(mem_release) int64_t *durations = judge_durations(&syncs);
    OWNED(array_release) struct intervals all = {0};
    intervals_add(&all, &syncs);
    judge_figure(input, finding, (double)series_duration(&syncs, row));
    judge_cost_of_time(input, finding, intervals_ns(&all));
    const bool starved =
        judge_taken(input) >= 0.5 && intervals_ns(&all) < LONG_SYNC * (double)all.len;
    if (starved) finding_blame(finding, CULPRIT_OUTSIDE, "other processes");
    if (!starved && finding->cost >= SOME_SYNC) name_runner(input, &all, finding);
    if (!starved && finding->cost >= MUCH_SYNC) judge_raise(finding);
    finding_number(finding, SYNC_COUNT, (int64_t)syncs.rows);
    finding_number(finding, SYNC_TOTAL, (int64_t)intervals_ns(&all));
    finding_number(finding, SYNC_P99, judge_percentile(durations, syncs.rows, 99));
    judge_window(finding, series_start(&syncs, row), series_end(&syncs, row));
}

static void judge_vm_operations(const struct rule_input *input, struct finding *finding) {
    struct series operations = series_of(input, SERIES_VM_OPERATION);
    size_t longest = SIZE_MAX;
    int64_t count = 0;
    for (size_t row = 0; row < operations.rows; row++) {
        if (!series_true(&operations, VM_SAFEPOINT, row) &&
            !series_true(&operations, VM_BLOCKING, row))
            continue;
        count++;
        if (longest == SIZE_MAX ||
            series_duration(&operations, row) > series_duration(&operations, longest))
            longest = row;
    }
    if (longest == SIZE_MAX) return judge_as(finding, RULE_OK, 1);
    judge_figure(input, finding, (double)series_duration(&operations, longest));
    finding_text(finding, OPERATION_NAME, series_text(&operations, VM_OPERATION, longest));
    finding_number(finding, OPERATION_COUNT, count);
    judge_window(finding, series_start(&operations, longest), series_end(&operations, longest));
}

static void judge_revoke_pause(const struct rule_input *input, struct finding *finding) {
    struct series operations = series_of(input, SERIES_VM_OPERATION);
    double total = 0;
    int64_t count = 0;
    for (size_t row = 0; row < operations.rows; row++) {
        const char *name = series_text(&operations, VM_OPERATION, row);
        if (!name || (strcmp(name, "RevokeBias") != 0 && strcmp(name, "BulkRevokeBias") != 0))
            continue;
        total += (double)series_duration(&operations, row);
        count++;
    }
    judge_figure(input, finding, total);
    finding_number(finding, REVOKED_COUNT, count);
}

static void judge_revocation(const struct rule_input *input, struct finding *finding) {
    struct series classes = series_of(input, SERIES_BIASED_CLASS);
    OWNED(map_free) struct map disabled = {0};
    const char *name = NULL;
    bool fresh;
    for (size_t row = 0; row < classes.rows; row++) {
        if (!series_true(&classes, BIASED_DISABLED, row)) continue;
        name = series_text(&classes, BIASED_CLASS, row);
        map_put(&disabled, series_id(&classes, BIASED_CLASS, row), &fresh);
    }
    judge_figure(input, finding, (double)disabled.len);
    finding_text(finding, 1, name);
}
