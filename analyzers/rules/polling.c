/* Threads that sleep until something has happened: they look for it again and again. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/sites.h"
#include "base/units.h"
#include "analyzers/rules/polling_rows.h"

#include <string.h>

#define LEAST_SLEEPS 50 /* of a place */
#define MOST_EACH (100 * NS_PER_MS)
#define AT_ONCE                                                                           \
    (100 * NS_PER_US)     /* from a sleep to the next: time to look, and for nothing else \
                           */
#define LEAST_AT_ONCE 0.5 /* of the sleeps, that follow another so */

struct place {
    uint32_t site; /* a name */
    double sleeps, at_once, ns;
    size_t row; /* the first */
    struct tallies threads;
};

/* The sleep before of the same thread: when it ended, and where. */
struct before {
    int64_t end_ns;
    uint32_t site;
};

static void add_sleep(struct place *place, const struct series *sleeps, size_t row, bool at_once) {
    const double took = (double)series_duration(sleeps, row);
    place->sleeps++;
    place->at_once += at_once;
    place->ns += took;
    tallies_add(&place->threads, series_id(sleeps, SLEEP_THREAD, row), took);
}

static void judge_polling(const struct rule_input *input, struct finding *finding) {
    const struct series sleeps = series_of(input, SERIES_SLEEP);
    OWNED(sites_free) struct sites sites = {0};
    OWNED(map_free) struct map index = {0}, threads = {0}, asked = {0};
    ARRAY(struct place) places = {0};
    ARRAY(struct before) befores = {0};
    const struct place *worst = NULL;
    for (size_t row = 0; row < sleeps.rows; row++) {
        const int64_t each = series_int(&sleeps, SLEEP_TIME, row);
        const uint32_t thread = series_id(&sleeps, SLEEP_THREAD, row);
        if (each <= 0 || each > MOST_EACH || thread == JFR_NULL_ID ||
            !judge_stack(&asked, &sleeps, SLEEP_STACK, row, sites_asked))
            continue;
        const uint32_t site = sites_of(&sites, &sleeps, SLEEP_STACK, row);
        const size_t at = map_number(&index, site, places.len);
        if (at == places.len) array_push(&places, (struct place){.site = site, .row = row});
        const size_t of = map_number(&threads, thread, befores.len);
        const bool first = of == befores.len;
        if (first) array_push(&befores, (struct before){0});
        struct before *before = &array_at(&befores, of);
        add_sleep(&array_at(&places, at), &sleeps, row,
                  !first && before->site == site &&
                      series_start(&sleeps, row) - before->end_ns <= AT_ONCE);
        *before = (struct before){series_end(&sleeps, row), site};
    }
    EACH (const struct place, place, &places)
        if (place->sleeps >= LEAST_SLEEPS && place->at_once >= LEAST_AT_ONCE * place->sleeps &&
            (!worst || place->ns > worst->ns))
            worst = place;
    if (!worst) judge_as(finding, sleeps.rows ? RULE_OK : RULE_NA, 1 + !sleeps.rows);
    else {
        const double all = (double)worst->threads.len * judge_seconds(input) * 1e7;
        judge_figure(input, finding, worst->ns < 100 * all ? worst->ns / all : 100);
        finding->weight = 0; /* what it waits for may take that long */
        finding_text(finding, POLLING_SITE, strings_get(&sites.names, worst->site));
        const uint32_t caller = sites_caller(&sites, &sleeps, SLEEP_STACK, worst->row);
        const char *name = strings_get(&sites.names, caller);
        finding_text(finding, POLLING_CALLER, name);
        finding_number(finding, POLLING_THREADS, (int64_t)worst->threads.len);
        finding_number(finding, POLLING_SLEEPS, (int64_t)worst->sleeps);
        finding_number(finding, POLLING_EACH, (int64_t)(worst->ns / worst->sleeps));
    }
    for (size_t i = 0; i < places.len; i++) tallies_free(&places.items[i].threads);
    arrays_free(&places, &befores);
}
