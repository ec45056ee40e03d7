/* What grows outside of the heap: direct buffers, classes, threads; and threads that are started
 * again and again. */
#include "analyzers/rules/cpu.h"
#include "analyzers/rules/judging.h"
#include "analyzers/rules/sites.h"
#include "analyzers/time/threads.h"
#include "parser/names.h"
#include "analyzers/rules/growth_rows.h"

#define LEAST_POINTS 5 /* of classes */
#define FEW_POINTS 3   /* of buffers, if they are on a line */
#define ON_A_LINE 0.98
#define STEADY 0.8                    /* correlation with time */
#define LEAST_TIMES 1.5               /* of where it began */
#define LEAST_BYTES (8.0 * (1 << 20)) /* of direct buffers */

static bool is_steady(const struct growth *growth) {
    return growth->correlation > STEADY && growth->last >= LEAST_TIMES * growth->first;
}

/* ==== Direct buffers ======================================================================== */

/* Where most of java.nio.DirectByteBuffer is allocated. */
static void name_buffers(const struct rule_input *input, struct finding *finding) {
    struct series samples = series_of(input, SERIES_ALLOCATION);
    OWNED(tallies_free) struct tallies places = {0};
    OWNED(sites_free) struct sites sites = {0};
    for (size_t row = 0; row < samples.rows; row++) {
        const char *name = series_text(&samples, TLAB_CLASS, row);
        double size = series_real(&samples, TLAB_SIZE, row);
        if (name && strncmp(name, "java.nio.Direct", 15) == 0 && size > 0)
            tallies_add(&places, sites_of(&sites, &samples, TLAB_STACK, row), size);
    }
    tallies_sort(&places);
    if (places.len && *strings_get(&sites.names, (uint32_t)places.items[0].key)) {
        const char *site = strings_get(&sites.names, (uint32_t)places.items[0].key);
        finding_text(finding, BUFFERS_SITE, site);
        finding_blame(finding, CULPRIT_METHOD, site);
    }
}

static void judge_buffer_growth(const struct rule_input *input, struct finding *finding) {
    struct series buffers = series_of(input, SERIES_DIRECT);
    struct growth growth = judge_growth(&buffers, DIRECT_USED, SIZE_MAX, judge_warm_since(input));
    if (growth.points < FEW_POINTS) return judge_as(finding, RULE_NA, 1);
    bool steady = is_steady(&growth) && growth.last - growth.first >= LEAST_BYTES &&
                  (growth.points >= LEAST_POINTS || growth.correlation >= ON_A_LINE);
    judge_figure(input, finding, steady ? 60 * growth.per_second : 0);
    finding_number(finding, BUFFERS_FIRST, (int64_t)growth.first);
    finding_number(finding, BUFFERS_LAST, (int64_t)growth.last);
    finding_number(finding, BUFFERS_COUNT, series_int(&buffers, DIRECT_COUNT, buffers.rows - 1));
    judge_window(finding, growth.from_ns, growth.to_ns);
    name_buffers(input, finding);
}

/* ==== Classes =============================================================================== */

#define MOST_STAY 0.5 /* of those that were loaded */
#define STILL 0.2     /* of what it grew, in the last third */
#define WARM_UP 0.3   /* of the time, in which programs load what they consist of */

/* Where most classes were defined after start-up. */
static void name_definer(struct finding *finding, size_t value, const struct series *defined,
                         size_t column, int64_t since_ns) {
    OWNED(tallies_free) struct tallies places = {0};
    OWNED(sites_free) struct sites sites = {0};
    for (size_t row = 0; row < defined->rows; row++)
        if (series_start(defined, row) >= since_ns)
            tallies_add(&places, sites_of(&sites, defined, column, row), 1);
    tallies_sort(&places);
    if (places.len && *strings_get(&sites.names, (uint32_t)places.items[0].key)) {
        const char *site = strings_get(&sites.names, (uint32_t)places.items[0].key);
        finding_text(finding, value, site);
        finding_blame(finding, CULPRIT_METHOD, site);
    }
}

/* Does the number still grow in the last third, by a fifth of all that it grew? */
static bool still_grows(const struct series *classes, int64_t since_ns, double loaded) {
    if (!classes->rows) return false;
    int64_t last = series_start(classes, classes->rows - 1),
            late = since_ns + (last - since_ns) / 3 * 2;
    struct growth grown = judge_growth(classes, CLASSES_LOADED, SIZE_MAX, late);
    return grown.last - grown.first >= STILL * loaded;
}

/* When most classes are loaded depends on how many are loaded at all, so that a leak would be
 * start-up itself: it is the first third of the time here. */
static void judge_class_growth(const struct rule_input *input, struct finding *finding) {
    struct series classes = series_of(input, SERIES_CLASSES);
    int64_t since = INT64_MIN;
    if (classes.rows) {
        int64_t first = series_start(&classes, 0), last = series_start(&classes, classes.rows - 1);
        since = first + (int64_t)(WARM_UP * (double)(last - first));
    }
    struct growth growth = judge_growth(&classes, CLASSES_LOADED, SIZE_MAX, since);
    struct growth gone = judge_growth(&classes, CLASSES_UNLOADED, SIZE_MAX, since);
    if (growth.points < LEAST_POINTS) return judge_as(finding, RULE_NA, 1);
    double loaded = growth.last - growth.first, more = loaded - (gone.last - gone.first);
    bool steady = growth.correlation > 0.95 && more >= MOST_STAY * loaded &&
                  still_grows(&classes, since, loaded);
    judge_figure(input, finding, steady && more > 0 ? more : 0);
    finding_number(finding, CLASSES_FIRST, (int64_t)(growth.first - gone.first));
    finding_number(finding, CLASSES_LAST, (int64_t)(growth.last - gone.last));
    judge_window(finding, growth.from_ns, growth.to_ns);
    struct series defined = series_of(input, SERIES_CLASS_DEFINE);
    name_definer(finding, CLASSES_SITE, &defined, CLASS_DEFINE_STACK, since);
}

/* Who needs metaspace when there is none is most likely who needs most of it. */
static void judge_class_churn(const struct rule_input *input, struct finding *finding) {
    struct series classes = series_of(input, SERIES_CLASSES),
                  defined = series_of(input, SERIES_CLASS_DEFINE),
                  failed = series_of(input, SERIES_METASPACE_FAILURE);
    if (!classes.rows) return judge_as(finding, RULE_NA, 1);
    int64_t first = series_start(&classes, 0), last = series_start(&classes, classes.rows - 1),
            since = first + (int64_t)(WARM_UP * (double)(last - first));
    struct growth growth = judge_growth(&classes, CLASSES_LOADED, SIZE_MAX, since);
    struct growth gone = judge_growth(&classes, CLASSES_UNLOADED, SIZE_MAX, since);
    if (growth.points < LEAST_POINTS || gone.to_ns <= gone.from_ns)
        return judge_as(finding, RULE_NA, 1);
    double loaded = growth.last - growth.first, unloaded = gone.last - gone.first;
    double seconds = (double)(gone.to_ns - gone.from_ns) / 1e9;
    judge_figure(input, finding, unloaded >= MOST_STAY * loaded ? unloaded / seconds : 0);
    finding_number(finding, CHURN_LOADED, loaded > 0 ? (int64_t)loaded : 0);
    judge_window(finding, growth.from_ns, growth.to_ns);
    name_definer(finding, CHURN_SITE, &failed, METASPACE_FAILURE_STACK, since);
    name_definer(finding, CHURN_SITE, &defined, CLASS_DEFINE_STACK, since);
}

/* ==== Threads =============================================================================== */

#define MOST_PARENTS 4 /* a pool starts its threads in those that it has */

/* Where a thread was started: if only the JDK is on that stack, where the thread that did so was.
 */
static uint32_t starter_of(const struct series *started, const struct map *rows,
                           struct sites *sites, size_t row) {
    uint32_t site = sites_of(sites, started, THREAD_START_STACK, row);
    for (int up = 0; up < MOST_PARENTS && names_is_of_jdk(strings_get(&sites->names, site)); up++) {
        const uint64_t *parent = map_get(rows, series_id(started, THREAD_START_PARENT, row));
        if (!parent) break;
        row = (size_t)*parent;
        uint32_t further = sites_of(sites, started, THREAD_START_STACK, row);
        if (!*strings_get(&sites->names, further)) break;
        site = further;
    }
    return site;
}

/* Where most threads were started that started in the time: a method of the program. */
static void name_starter(const struct rule_input *input, int64_t since_ns, size_t value,
                         struct finding *finding) {
    struct series started = series_of(input, SERIES_THREAD_START);
    OWNED(tallies_free) struct tallies places = {0};
    OWNED(sites_free) struct sites sites = {0};
    OWNED(map_free) struct map rows = {0};
    bool fresh;
    for (size_t row = 0; row < started.rows; row++)
        *map_put(&rows, series_id(&started, THREAD_START_THREAD, row), &fresh) = row;
    for (size_t row = 0; row < started.rows; row++)
        if (series_start(&started, row) >= since_ns)
            tallies_add(&places, starter_of(&started, &rows, &sites, row), 1);
    judge_name_most(finding, value, &places, &sites.names);
}

struct called { /* threads by what they are called: "watcher-*" */
    struct tallies pools;
    struct strings names;
    struct text name;
    size_t threads;
};

static void call(struct called *all, const char *thread) {
    all->threads++;
    text_clear(&all->name);
    threads_add_pattern(&all->name, thread);
    if (all->name.len)
        tallies_add(&all->pools, strings_intern(&all->names, text_str(&all->name), all->name.len),
                    1);
}

/* What half of them are called, at least. */
static void name_pool(struct called *all, size_t value, struct finding *finding) {
    tallies_sort(&all->pools);
    if (all->pools.len && 2 * all->pools.items[0].count >= all->threads)
        finding_text(finding, value, strings_get(&all->names, (uint32_t)all->pools.items[0].key));
    tallies_free(&all->pools);
    strings_free(&all->names);
    text_free(&all->name);
}

static void judge_thread_growth(const struct rule_input *input, struct finding *finding) {
    struct series threads = series_of(input, SERIES_THREADS);
    int64_t since = judge_warm_since(input);
    struct growth growth = judge_growth(&threads, THREADS_ACTIVE, SIZE_MAX, since);
    if (growth.points < LEAST_POINTS) return judge_as(finding, RULE_NA, 1);
    bool steady = growth.correlation > STEADY && growth.last > growth.first;
    judge_figure(input, finding, steady ? growth.last - growth.first : 0);
    finding_number(finding, GROWN_FROM, (int64_t)growth.first);
    finding_number(finding, GROWN_TO, (int64_t)growth.last);
    judge_window(finding, growth.from_ns, growth.to_ns);
    name_starter(input, since, GROWN_SITE, finding);
    struct called called = {.threads = 0}; /* of those that the recording names */
    for (size_t i = 0; input->tables && i < input->tables->things.threads.len; i++)
        call(&called, strings_get(&input->tables->things.texts,
                                  input->tables->things.threads.items[i].name));
    name_pool(&called, GROWN_POOL, finding);
}

static void judge_threads_started(const struct rule_input *input, struct finding *finding) {
    struct series totals = series_of(input, SERIES_THREADS);
    if (totals.rows < 2) return judge_as(finding, RULE_NA, 1);
    double count = series_real(&totals, THREADS_STARTED, totals.rows - 1) -
                   series_real(&totals, THREADS_STARTED, 0);
    double ns = (double)series_start(&totals, totals.rows - 1) - (double)series_start(&totals, 0);
    judge_figure(input, finding, ns > 0 && count > 0 ? count / (ns / 1e9) : 0);
    finding_number(finding, STARTED_COUNT, count > 0 ? (int64_t)count : 0);
    name_starter(input, INT64_MIN, STARTED_SITE, finding);
    const struct series started = series_of(input, SERIES_THREAD_START);
    struct called called = {.threads = 0};
    for (size_t row = 0; row < started.rows; row++)
        if (series_thread(&started, THREAD_START_THREAD, row))
            call(&called, series_thread(&started, THREAD_START_THREAD, row));
    name_pool(&called, STARTED_POOL, finding);
    finding_cost(finding, COST_OF_CPU, 100 * cpu_of(input)->starting);
}
