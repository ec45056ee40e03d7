/* Threads that wait by Object.wait for one that is busy: for room in a queue made by hand, or for
 * what one thread makes for many. */
#include "analyzers/rules/meanwhile.h"
#include "analyzers/rules/sites.h"
#include "analyzers/rules/notified_rows.h"

#define LEAST_WAITS 10 /* of a place */
#define LEAST_THREADS 2
#define LEAST_BUSY 0.5 /* of the time that they waited, that is known of what those did then */
#define MOST_OF 50.0   /* percent of that, that one thing has to have */

struct place {
    uint32_t site; /* a name */
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

/* Who was notified waited for who did that; what the JDK itself waits for is work. */
static bool counts(struct places *places, const struct series *waits, size_t row) {
    return series_id(waits, MONITOR_WAIT_NOTIFIER, row) != JFR_NULL_ID &&
           series_duration(waits, row) > 0 &&
           !sites_idle(&places->sites, waits, MONITOR_WAIT_STACK, row);
}

static void collect(const struct series *waits, struct places *out) {
    for (size_t row = 0; row < waits->rows; row++) {
        if (!counts(out, waits, row)) continue;
        uint32_t site = sites_of(&out->sites, waits, MONITOR_WAIT_STACK, row);
        size_t at = map_number(&out->index, site, out->items.len);
        if (at == out->items.len) array_push(&out->items, (struct place){.site = site});
        struct place *place = &array_at(&out->items, at);
        double took = (double)series_duration(waits, row);
        place->waits++;
        place->ns += took;
        tallies_add(&place->threads, series_id(waits, MONITOR_WAIT_THREAD, row), took);
        tallies_add(&place->notifiers, series_id(waits, MONITOR_WAIT_NOTIFIER, row), took);
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
static bool name_notifiers(const struct rule_input *input, const struct series *waits,
                           struct places *places, const struct place *place,
                           struct finding *finding) {
    OWNED(meanwhile_free) struct meanwhile m = {.waiters = &place->threads};
    OWNED(meanwhile_did_free) struct meanwhile_did did;
    uint64_t most = MISSING_ID;
    bringers(place, &most);
    for (size_t row = 0; row < waits->rows; row++) {
        uint64_t notifier = series_id(waits, MONITOR_WAIT_NOTIFIER, row);
        if (!counts(places, waits, row) ||
            sites_of(&places->sites, waits, MONITOR_WAIT_STACK, row) != place->site)
            continue;
        meanwhile_add(&m, (uint32_t)(brings(place, notifier) ? notifier : most),
                      series_start(waits, row), series_end(waits, row));
    }
    meanwhile_make(&m, input, &did);
    if (!did.what || did.did == DID_SLEEP || did.by_waiters || did.percent < MOST_OF ||
        did.all_ns < LEAST_BUSY * meanwhile_ns(&m))
        return false;
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
    struct series waits = series_of(input, SERIES_MONITOR_WAIT);
    OWNED(free_places) struct places places = {.items = {0}};
    collect(&waits, &places);
    const struct place *place = worst_of(&places);
    if (!place || !name_notifiers(input, &waits, &places, place, finding))
        return judge_as(finding, RULE_OK, 1);
    double each = 100 * place->ns / (double)place->threads.len / (judge_seconds(input) * 1e9);
    judge_figure(input, finding, each < 100 ? each : 100);
    finding_cost(finding, COST_OF_WAITERS, each < 100 ? each : 100);
    finding_text(finding, NOTIFIED_SITE, strings_get(&places.sites.names, place->site));
    finding_number(finding, NOTIFIED_THREADS, (int64_t)place->threads.len);
    finding_number(finding, NOTIFIED_WAITS, (int64_t)place->waits);
    finding_number(finding, NOTIFIED_TOTAL, (int64_t)place->ns);
}
