/* Threads that wait by Object.wait, or on a condition, for one that is busy: for room in a queue
 * made by hand, or for what one thread makes for many. */
#include "analyzers/rules/meanwhile.h"
#include "analyzers/time/threads.h"
#include "analyzers/rules/sites.h"
#include "analyzers/rules/notified_rows.h"

#define LEAST_WAITS 10 /* of a place */
#define LEAST_THREADS 2
#define LEAST_BUSY 0.5 /* of the time that they waited, that is known of what those did then */
#define MOST_OF 50.0   /* percent of that, that one thing has to have */
#define MOST_OTHERS                                                              \
    0.1 /* of the waits, what is known to have been done by threads that are not \
           meant */

struct columns { /* of waits; notifier: SIZE_MAX: nobody is told who that is */
    enum series_id series;
    size_t thread, stack, notifier;
};

static const struct columns of_waits = {SERIES_MONITOR_WAIT, MONITOR_WAIT_THREAD,
                                        MONITOR_WAIT_STACK, MONITOR_WAIT_NOTIFIER},
                            of_parks = {SERIES_PARK, PARK_THREAD, PARK_STACK, SIZE_MAX};

static const struct {
    enum series_id series;
    size_t thread;
} met_in[] = {{SERIES_NATIVE_SAMPLE, SAMPLE_THREAD},
              {SERIES_PARK, PARK_THREAD},
              {SERIES_MONITOR_WAIT, MONITOR_WAIT_THREAD},
              {SERIES_MONITOR, MONITOR_THREAD},
              {SERIES_SLEEP, SLEEP_THREAD},
              {SERIES_SOCKET_READ, IO_THREAD},
              {SERIES_SOCKET_WRITE, IO_THREAD},
              {SERIES_FILE_READ, IO_THREAD},
              {SERIES_FILE_WRITE, IO_THREAD},
              {SERIES_FILE_FORCE, IO_THREAD}};

struct place {
    uint32_t site; /* a name */
    const struct columns *of;
    uint64_t waits;
    double ns;
    struct tallies threads, notifiers; /* of the tables */
};

/* Who waits there as well and wakes the others (notifyAll) brings nothing: they wait on. */
static bool brings(const struct place *place, uint64_t notifier) {
    return !map_get(&place->threads.index, notifier);
}

/* How many do; most: the one for which most is waited. */
static size_t bringers(const struct place *place, uint64_t *most) {
    const struct tally *largest = NULL;
    size_t count = 0;
    EACH (const struct tally, notifier, &place->notifiers) {
        if (!brings(place, notifier->key)) continue;
        count++;
        if (!largest || notifier->sum > largest->sum) largest = notifier;
    }
    if (largest) *most = largest->key;
    return count;
}

struct places {
    ARRAY(struct place) items;
    struct sites sites;
    struct map index; /* site -> place */
};

/* Who was notified waited for who did that; what the JDK itself waits for is work. Of who parks, on
 * a condition or by hand, only who is woken does. */
static bool counts(struct places *places, const struct series *waits, const struct columns *of,
                   size_t row) {
    if (series_duration(waits, row) <= 0 || sites_idle(&places->sites, waits, of->stack, row))
        return false;
    if (of->notifier != SIZE_MAX) return series_id(waits, of->notifier, row) != JFR_NULL_ID;
    const struct waits_stack *wait = sites_wait(&places->sites, waits, of->stack, row);
    return wait->what == WAITS_OTHER && !wait->name && !judge_timed_out(waits, row);
}

static void collect(const struct series *waits, const struct columns *of, struct places *out) {
    for (size_t row = 0; row < waits->rows; row++) {
        if (!counts(out, waits, of, row)) continue;
        uint32_t site = sites_of(&out->sites, waits, of->stack, row);
        size_t at = map_number(&out->index, (uint64_t)of->series << 32 | site, out->items.len);
        if (at == out->items.len) array_push(&out->items, (struct place){.site = site, .of = of});
        struct place *place = &array_at(&out->items, at);
        double took = (double)series_duration(waits, row);
        place->waits++;
        place->ns += took;
        tallies_add(&place->threads, series_id(waits, of->thread, row), took);
        if (of->notifier != SIZE_MAX)
            tallies_add(&place->notifiers, series_id(waits, of->notifier, row), took);
    }
}

/* ==== Who wakes those that park ============================================================= */

/* How often each thread but the JVM's was met, be it in a sample or in an event. */
static void count_met(const struct rule_input *input, struct tallies *out) {
    const struct profile *profile = input->profile;
    OWNED(mem_release) uint32_t *threads = judge_threads(input);
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread != PROFILE_NONE && !is_missing(threads[sample.thread]))
            tallies_add(out, threads[sample.thread], (double)sample.count);
    }
    for (size_t kind = 0; kind < COUNT_OF(met_in); kind++) {
        const struct series rows = series_of(input, met_in[kind].series);
        for (size_t row = 0; row < rows.rows; row++)
            tallies_add(out, series_id(&rows, met_in[kind].thread, row), 1);
    }
}

/* Nobody is told who wakes them: but if of all other threads those of one pool alone are met as
 * often as a part of the waits, it can be nobody else. */
static void infer_notifiers(const struct rule_input *input, const struct tallies *met,
                            struct place *place) {
    const struct things *things = &input->tables->things;
    OWNED(text_free) struct text pool = {0}, own = {0};
    EACH (const struct tally, tally, met) {
        const uint32_t thread = (uint32_t)tally->key;
        if (tally->sum < MOST_OTHERS * (double)place->waits || thread >= things->threads.len ||
            !brings(place, thread))
            continue;
        const uint32_t name = things->threads.items[thread].name;
        const char *called = name == JFR_NULL_ID ? "" : strings_get(&things->texts, name);
        if (threads_of_jvm(called)) continue;
        text_clear(&own);
        threads_add_pattern(&own, called);
        if (pool.len && strcmp(text_str(&own), text_str(&pool)) != 0) {
            tallies_free(&place->notifiers);
            place->notifiers = (struct tallies){0};
            return;
        }
        if (!pool.len) text_add(&pool, text_str(&own));
        tallies_add(&place->notifiers, thread, tally->sum);
    }
}

static void infer_all(const struct rule_input *input, struct places *places) {
    OWNED(tallies_free) struct tallies met = {0};
    EACH (struct place, place, &places->items) {
        if (place->of->notifier != SIZE_MAX || place->waits < LEAST_WAITS ||
            place->threads.len < LEAST_THREADS)
            continue;
        if (!met.len) count_met(input, &met);
        infer_notifiers(input, &met, place);
    }
}

static void free_places(struct places *places) {
    for (size_t i = 0; i < places->items.len; i++) {
        free_each(tallies_free, &places->items.items[i].threads, &places->items.items[i].notifiers);
    }
    array_free(&places->items);
    sites_free(&places->sites);
    map_free(&places->index);
}

/* Where most is waited of the places at which more wait than bring. */
static const struct place *worst_of(const struct places *places) {
    const struct place *worst = NULL;
    EACH (const struct place, place, &places->items) {
        uint64_t most;
        size_t bring = bringers(place, &most);
        if (place->waits >= LEAST_WAITS && place->threads.len >= LEAST_THREADS && bring &&
            bring < place->threads.len && (!worst || place->ns > worst->ns))
            worst = place;
    }
    return worst;
}

/* What those who notify did meanwhile. False: they were idle as well, or nobody knows; a thread
 * that sleeps between rounds is a clock. */
static bool name_notifiers(const struct rule_input *input, struct places *places,
                           const struct place *place, struct finding *finding) {
    const struct columns *of = place->of;
    const struct series waits = series_of(input, of->series);
    OWNED(meanwhile_free) struct meanwhile m = {.waiters = &place->threads};
    OWNED(meanwhile_did_free) struct meanwhile_did did;
    uint64_t most = MISSING_ID;
    bringers(place, &most);
    for (size_t row = 0; row < waits.rows; row++) {
        if (!counts(places, &waits, of, row) ||
            sites_of(&places->sites, &waits, of->stack, row) != place->site)
            continue;
        uint64_t notifier = of->notifier == SIZE_MAX ? most : series_id(&waits, of->notifier, row);
        meanwhile_add(&m, (uint32_t)(brings(place, notifier) ? notifier : most),
                      series_start(&waits, row), series_end(&waits, row));
    }
    meanwhile_make(&m, input, &did);
    if (!did.what || did.did == DID_SLEEP || did.by_waiters || did.percent < MOST_OF ||
        did.all_ns < LEAST_BUSY * meanwhile_ns(&m))
        return false;
    finding_text(finding, NOTIFIED_HOW,
                 of->notifier == SIZE_MAX ? "to be woken" : "to be notified (Object.wait)");
    finding_text(finding, NOTIFIED_WHO,
                 of->notifier == SIZE_MAX ? "the only other thread that is busy"
                                          : "which notifies them");
    finding_text(finding, NOTIFIED_DID, did.what);
    finding_text(finding, NOTIFIED_DID_SITE, did.site);
    if (did.threads) {
        finding_text(finding, NOTIFIED_BY, did.threads);
        finding_blame(finding, CULPRIT_POOL, did.threads);
    }
    finding_real(finding, NOTIFIED_DID_PERCENT, did.percent);
    return true;
}

static void judge_notified(const struct rule_input *input, struct finding *finding) {
    const struct series waits = series_of(input, SERIES_MONITOR_WAIT),
                        parks = series_of(input, SERIES_PARK);
    OWNED(free_places) struct places places = {.items = {0}};
    collect(&waits, &of_waits, &places);
    collect(&parks, &of_parks, &places);
    infer_all(input, &places);
    const struct place *place = worst_of(&places);
    if (!place || !name_notifiers(input, &places, place, finding))
        return judge_as(finding, RULE_OK, 1);
    double each = 100 * place->ns / (double)place->threads.len / (judge_seconds(input) * 1e9);
    judge_figure(input, finding, each < 100 ? each : 100);
    finding_cost(finding, COST_OF_WAITERS, each < 100 ? each : 100);
    finding_text(finding, NOTIFIED_SITE, strings_get(&places.sites.names, place->site));
    finding_number(finding, NOTIFIED_THREADS, (int64_t)place->threads.len);
    finding_number(finding, NOTIFIED_WAITS, (int64_t)place->waits);
    finding_number(finding, NOTIFIED_TOTAL, (int64_t)place->ns);
}
