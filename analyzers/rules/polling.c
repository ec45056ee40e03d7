/* Threads that sleep until something has happened: they look for it again and again. So do those
 * that wait to be notified where nobody does so, as their wait has a time-out. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/sites.h"
#include "base/order.h"
#include "base/search.h"
#include "base/units.h"
#include "analyzers/rules/polling_rows.h"

#define LEAST_SLEEPS 50 /* of a place */
#define MOST_EACH (100 * NS_PER_MS)
#define AT_ONCE                                                                           \
    (100 * NS_PER_US)     /* from a sleep to the next: time to look, and for nothing else \
                           */
#define LEAST_AT_ONCE 0.5 /* of the sleeps, that follow another so */

struct place {
    uint32_t site;              /* a name */
    double sleeps, at_once, ns; /* at_once: of the sleeps; of waits, those that others follow */
    double notified, by_chance; /* waits that were; in whose middle another ends */
    size_t row;                 /* the first */
    struct tallies threads;
};

/* The sleep before of the same thread: when it ended, and where. */
struct before {
    int64_t end_ns;
    uint32_t site;
};

static void add_sleep(struct place *place, const struct series *sleeps, size_t thread, size_t row,
                      bool at_once) {
    const double took = (double)series_duration(sleeps, row);
    place->sleeps++;
    place->at_once += at_once;
    place->ns += took;
    tallies_add(&place->threads, series_id(sleeps, thread, row), took);
}

struct polled {
    ARRAY(struct place) items;
    struct sites sites;
};

static void free_polled(struct polled *polled) {
    for (size_t i = 0; i < polled->items.len; i++) tallies_free(&polled->items.items[i].threads);
    array_free(&polled->items);
    sites_free(&polled->sites);
}

static void tell(const struct rule_input *input, const struct polled *polled,
                 const struct place *worst, const struct series *series, size_t column,
                 struct finding *finding) {
    const double all = (double)worst->threads.len * judge_seconds(input) * 1e7;
    OWNED(sites_free) struct sites sites = {0};
    judge_figure(input, finding, worst->ns < 100 * all ? worst->ns / all : 100);
    finding->weight = 0; /* what it waits for may take that long */
    finding_text(finding, POLLING_SITE, strings_get(&polled->sites.names, worst->site));
    const uint32_t caller = sites_caller(&sites, series, column, worst->row);
    finding_text(finding, POLLING_CALLER, strings_get(&sites.names, caller));
    finding_number(finding, POLLING_THREADS, (int64_t)worst->threads.len);
    finding_number(finding, POLLING_SLEEPS, (int64_t)worst->sleeps);
    finding_number(finding, POLLING_EACH, (int64_t)(worst->ns / worst->sleeps));
}

/* ==== Waits with a time-out ================================================================= */

#define LEAST_TIMED 20       /* waits of a place */
#define SOON (2 * NS_PER_MS) /* from the end of a wait to that of who waited for it */
#define LEAST_FOLLOWED 0.5   /* of the waits, by the end of one of another thread's, */
#define MOST_LOOKS 1000      /* ends of waits that are looked at for one */
#define TIMES_MORE 4         /* more often than in the middle of the wait */

struct woken { /* of a wait */
    int64_t at_ns;
    uint32_t thread;
};
struct woken_all {
    ARRAY(struct woken) items;
};

ORDERED(compare_woken, struct woken, RISING(at_ns), RISING(thread))

/* Of who was woken. */
static void collect_ends(const struct rule_input *input, struct woken_all *out) {
    const struct series parks = series_of(input, SERIES_PARK),
                        waits = series_of(input, SERIES_MONITOR_WAIT);
    for (size_t row = 0; row < parks.rows; row++)
        array_push(&out->items,
                   (struct woken){series_end(&parks, row), series_id(&parks, PARK_THREAD, row)});
    for (size_t row = 0; row < waits.rows; row++)
        if (!series_true(&waits, MONITOR_WAIT_TIMED_OUT, row))
            array_push(&out->items, (struct woken){series_end(&waits, row),
                                                   series_id(&waits, MONITOR_WAIT_THREAD, row)});
    array_sort(&out->items, compare_woken);
}

/* Does a wait of another thread end then? A thread's own waits are no more than a few so soon after
 * one another, whatever a recording says. */
static bool ends_within(const struct woken_all *ends, uint32_t thread, int64_t from_ns,
                        int64_t to_ns) {
    const struct woken *items = ends->items.items;
    size_t i = search_first(k, 0, ends->items.len, items[k].at_ns < from_ns), looks = MOST_LOOKS;
    for (; looks-- && i < ends->items.len && items[i].at_ns < to_ns; i++)
        if (items[i].thread != thread) return true;
    return false;
}

/* A wait that ends by its time-out and has others go on finds what it waits for, and late. One that
 * nobody waits for is a clock's. */
static bool judge_timed(const struct rule_input *input, struct finding *finding) {
    const struct series waits = series_of(input, SERIES_MONITOR_WAIT);
    OWNED(free_polled) struct polled polled = {.items = {0}};
    OWNED(map_free) struct map index = {0};
    struct woken_all ends = {.items = {0}};
    const struct place *worst = NULL;
    collect_ends(input, &ends);
    for (size_t row = 0; row < waits.rows; row++) {
        if (sites_idle(&polled.sites, &waits, MONITOR_WAIT_STACK, row)) continue;
        const uint32_t thread = series_id(&waits, MONITOR_WAIT_THREAD, row),
                       site = sites_of(&polled.sites, &waits, MONITOR_WAIT_STACK, row);
        const int64_t end = series_end(&waits, row);
        const size_t at = map_number(&index, site, polled.items.len);
        if (at == polled.items.len)
            array_push(&polled.items, (struct place){.site = site, .row = row});
        struct place *place = &array_at(&polled.items, at);
        if (!series_true(&waits, MONITOR_WAIT_TIMED_OUT, row)) {
            place->notified++;
            continue;
        }
        add_sleep(place, &waits, MONITOR_WAIT_THREAD, row,
                  ends_within(&ends, thread, end, end + SOON));
        const int64_t middle = end - series_duration(&waits, row) / 2;
        place->by_chance += ends_within(&ends, thread, middle, middle + SOON);
    }
    EACH (const struct place, place, &polled.items)
        if (place->sleeps >= LEAST_TIMED && place->notified < place->sleeps / TIMES_MORE &&
            place->at_once >= LEAST_FOLLOWED * place->sleeps &&
            place->by_chance * TIMES_MORE <= place->at_once && (!worst || place->ns > worst->ns))
            worst = place;
    array_free(&ends.items);
    if (!worst) return false;
    tell(input, &polled, worst, &waits, MONITOR_WAIT_STACK, finding);
    finding->outcome = &finding->rule->outcomes[3];
    return true;
}

/* ==== Sleeps ================================================================================ */

static void judge_polling(const struct rule_input *input, struct finding *finding) {
    const struct series sleeps = series_of(input, SERIES_SLEEP);
    OWNED(free_polled) struct polled polled = {.items = {0}};
    OWNED(map_free) struct map index = {0}, threads = {0}, asked = {0};
    OWNED(array_release) ARRAY(struct before) befores = {0};
    const struct place *worst = NULL;
    if (judge_timed(input, finding)) return;
    for (size_t row = 0; row < sleeps.rows; row++) {
        const int64_t each = series_int(&sleeps, SLEEP_TIME, row);
        const uint32_t thread = series_id(&sleeps, SLEEP_THREAD, row);
        if (each <= 0 || each > MOST_EACH || thread == JFR_NULL_ID ||
            !judge_stack(&asked, &sleeps, SLEEP_STACK, row, sites_asked))
            continue;
        const uint32_t site = sites_of(&polled.sites, &sleeps, SLEEP_STACK, row);
        const size_t at = map_number(&index, site, polled.items.len);
        if (at == polled.items.len)
            array_push(&polled.items, (struct place){.site = site, .row = row});
        const size_t of = map_number(&threads, thread, befores.len);
        const bool first = of == befores.len;
        if (first) array_push(&befores, (struct before){0});
        struct before *before = &array_at(&befores, of);
        add_sleep(&array_at(&polled.items, at), &sleeps, SLEEP_THREAD, row,
                  !first && before->site == site &&
                      series_start(&sleeps, row) - before->end_ns <= AT_ONCE);
        *before = (struct before){series_end(&sleeps, row), site};
    }
    EACH (const struct place, place, &polled.items)
        if (place->sleeps >= LEAST_SLEEPS && place->at_once >= LEAST_AT_ONCE * place->sleeps &&
            (!worst || place->ns > worst->ns))
            worst = place;
    if (worst) tell(input, &polled, worst, &sleeps, SLEEP_STACK, finding);
    else judge_as(finding, sleeps.rows ? RULE_OK : RULE_NA, 1 + !sleeps.rows);
}
