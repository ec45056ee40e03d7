#include "analyzers/rules/holders.h"

#include "analyzers/rules/sites.h"
#include "base/between.h"
#include "base/search.h"
#include "base/units.h"

#define MOST_OF 50.0 /* percent of what a holder did that has to be a wait, to go on */
enum { MOST_LINKS = 6 };

/* ==== Who had it ============================================================================ */

struct ended {
    int64_t to_ns;
    size_t row;
};

ORDERED(compare_ended, struct ended, RISING(to_ns), RISING(row))

struct ends_by_time {
    ARRAY(struct ended) items;
};

static void sort_ends(struct ends_by_time *ends) {
    array_sort(&ends->items, compare_ended);
}

/* The waiter's time from..to, as far as it counts and somebody had the lock from had_ns on. */
static void add_waited(const struct meanwhile *within, uint32_t waiter, uint32_t holder,
                       int64_t had_ns, int64_t from_ns, int64_t to_ns, struct meanwhile *out) {
    struct interval piece = {from_ns, to_ns};
    if (from_ns < had_ns) from_ns = had_ns;
    if (!within) {
        meanwhile_add(out, holder, from_ns, to_ns);
        return;
    }
    while (meanwhile_next(within, waiter, &from_ns, to_ns, &piece))
        meanwhile_add(out, holder, piece.from_ns, piece.to_ns);
}

void holders_of_monitors(const struct rule_input *input, uint32_t class_name,
                         const struct meanwhile *within, struct meanwhile *out) {
    struct series monitors = series_of(input, SERIES_MONITOR);
    struct ends_by_time ends = {.items = {0}};
    OWNED(map_free)
    struct map addresses = {0}, had = {0}; /* (address, thread) -> since when it has the monitor */
    bool fresh;
    out->of_monitor = true;
    out->monitor = class_name;
    for (size_t row = 0; row < monitors.rows; row++)
        if (series_id(&monitors, MONITOR_CLASS, row) == class_name)
            array_push(&ends.items, (struct ended){series_end(&monitors, row), row});
    sort_ends(&ends);
    for (size_t i = 0; i < ends.items.len; i++) {
        size_t row = ends.items.items[i].row;
        uint32_t thread = series_id(&monitors, MONITOR_THREAD, row);
        uint32_t owner = series_id(&monitors, MONITOR_OWNER, row);
        uint64_t *address =
            map_put(&addresses, (uint64_t)series_int(&monitors, MONITOR_ADDRESS, row), &fresh);
        if (fresh) *address = addresses.len;
        uint64_t lock = *address << 32;
        const uint64_t *since = map_get(&had, lock | owner);
        if (owner != JFR_NULL_ID)
            add_waited(within, thread, owner, since ? (int64_t)*since : 0,
                       series_start(&monitors, row), series_end(&monitors, row), out);
        *map_put(&had, lock | thread, &fresh) = (uint64_t)series_end(&monitors, row);
    }
    array_free(&ends.items);
}

/* Rows of parks for locks of that name, each by itself. */
struct turns {
    struct ends_by_time ends;
    struct map locks; /* address -> number */
    struct map again; /* (row) -> when its thread begins to wait for the lock again */
    bool *shared;     /* of each row of the parks: it waits to have the lock together with others */
};

static uint64_t lock_of(struct turns *turns, const struct series *parks, size_t row) {
    bool fresh;
    uint64_t *lock = map_put(&turns->locks, (uint64_t)series_int(parks, PARK_ADDRESS, row), &fresh);
    if (fresh) *lock = turns->locks.len;
    return *lock;
}

static void collect_turns(const struct series *parks, const char *name, struct turns *out) {
    OWNED(sites_free) struct sites sites = {0};
    OWNED(map_free) struct map next = {0}; /* (lock, thread) -> start of the next row */
    bool fresh;
    out->shared = mem_zero(parks->rows, sizeof *out->shared);
    for (size_t row = parks->rows; row-- > 0;) {
        const struct waits_stack wait = *sites_wait(&sites, parks, PARK_STACK, row);
        if (wait.what != WAITS_LOCK || !wait.name || strcmp(wait.name, name) != 0) continue;
        out->shared[row] = wait.shared;
        array_push(&out->ends.items, (struct ended){series_end(parks, row), row});
        uint64_t *at = map_put(
            &next, lock_of(out, parks, row) << 32 | series_id(parks, PARK_THREAD, row), &fresh);
        if (!fresh) *map_put(&out->again, row, &fresh) = *at;
        *at = (uint64_t)series_start(parks, row);
    }
    sort_ends(&out->ends);
}

void holders_of_parks(const struct rule_input *input, const char *name,
                      const struct meanwhile *within, struct meanwhile *out) {
    struct series parks = series_of(input, SERIES_PARK);
    struct turns turns = {.ends = {.items = {0}}};
    OWNED(map_free) struct map last = {0}; /* lock -> the row of who stopped waiting for it last */
    bool fresh;
    collect_turns(&parks, name, &turns);
    for (size_t i = 0; i < turns.ends.items.len; i++) {
        size_t row = turns.ends.items.items[i].row;
        uint64_t *before = map_put(&last, lock_of(&turns, &parks, row), &fresh);
        uint32_t thread = series_id(&parks, PARK_THREAD, row);
        uint32_t holder = fresh ? JFR_NULL_ID : series_id(&parks, PARK_THREAD, (size_t)*before);
        /* Readers do not wait for readers. */
        if (!fresh && turns.shared[row] && turns.shared[*before]) holder = JFR_NULL_ID;
        if (holder != JFR_NULL_ID && holder != thread) {
            const uint64_t *again = map_get(&turns.again, *before);
            int64_t to = series_end(&parks, row);
            add_waited(within, thread, holder, series_end(&parks, (size_t)*before),
                       series_start(&parks, row),
                       again && (int64_t)*again < to ? (int64_t)*again : to, out);
        }
        *before = row;
    }
    array_free(&turns.ends.items);
    free_each(map_free, &turns.locks, &turns.again);
    free(turns.shared);
}

/* ==== Lock by lock ========================================================================== */

/* Whoever worked while holders waited for what others do. */
static void others_of_parks(const struct rule_input *input, const char *name,
                            const struct meanwhile *within, struct meanwhile *out) {
    struct series parks = series_of(input, SERIES_PARK);
    OWNED(sites_free) struct sites sites = {0};
    for (size_t row = 0; row < parks.rows; row++) {
        const struct waits_stack wait = *sites_wait(&sites, &parks, PARK_STACK, row);
        if (wait.what == WAITS_OTHER && wait.name && strcmp(wait.name, name) == 0)
            add_waited(within, series_id(&parks, PARK_THREAD, row), MEANWHILE_ANY, 0,
                       series_start(&parks, row), series_end(&parks, row), out);
    }
}

static void add_link(const struct meanwhile_did *before, const struct meanwhile_did *did,
                     struct text *out) {
    text_add(out, out->len ? ", " : "");
    if (before->did == DID_WAIT_OTHERS)
        text_addf(out, "while %s %s", did->threads ? did->threads : "another thread", did->what);
    else text_addf(out, "whose holder %s", did->what);
    if (did->site) text_addf(out, " in %s", did->site);
}

/* Those for which holders waited that did this; false: no wait, or for what is in the chain. */
static bool next_link(const struct rule_input *input, const struct meanwhile_did *did,
                      const struct meanwhile *holders, struct meanwhile *out) {
    static const size_t verb = sizeof "waited " - 1;
    if (did->did == DID_WAIT_MONITOR && did->lock != JFR_NULL_ID)
        holders_of_monitors(input, did->lock, holders, out);
    else if (did->did == DID_WAIT_LOCK) holders_of_parks(input, did->what + verb, holders, out);
    else if (did->did == DID_WAIT_OTHERS) others_of_parks(input, did->what + verb, holders, out);
    return out->stretches.len > 0;
}

static bool is_same(const struct meanwhile_did *a, const struct meanwhile_did *b) {
    return strcmp(a->what, b->what) == 0 && a->site && b->site && strcmp(a->site, b->site) == 0;
}

void chain_follow(const struct rule_input *input, uint32_t lock, struct meanwhile *holders,
                  struct chain *out) {
    uint32_t locks[MOST_LINKS + 1] = {lock};
    struct meanwhile now = *holders, next;
    OWNED(text_free) struct text words = {0};
    *holders = (struct meanwhile){.waiters = NULL};
    *out = (struct chain){.words = NULL};
    now.locks = locks;
    now.lock_count = lock != JFR_NULL_ID;
    meanwhile_make(&now, input, &out->first);
    out->holders_ns = meanwhile_ns(&now);
    const struct meanwhile_did *did = &out->first;
    for (size_t links = 0; links < MOST_LINKS && did->percent >= MOST_OF; links++) {
        struct meanwhile_did found;
        next = (struct meanwhile){.locks = locks, .lock_count = now.lock_count};
        if (did->did == DID_WAIT_MONITOR) locks[next.lock_count++] = did->lock;
        bool goes_on = next_link(input, did, &now, &next);
        meanwhile_free(&now);
        now = next;
        if (!goes_on) break;
        meanwhile_make(&now, input, &found);
        if (!found.what || is_same(&found, did)) {
            meanwhile_did_free(&found);
            break;
        }
        add_link(did, &found, &words);
        meanwhile_did_free(&out->last);
        out->last = found;
        did = &out->last;
    }
    meanwhile_free(&now);
    if (words.len) out->words = text_take(&words);
}

void chain_free(struct chain *chain) {
    free_each(meanwhile_did_free, &chain->first, &chain->last);
    free(chain->words);
}

/* ==== Who has it without ever waiting for it ================================================ */

#define AT_ONCE_NS (20 * NS_PER_MS) /* from its end to that of a wait, at most, */
#define AT_ONCE_OF 10.0             /* and of the wait no more than one part of so many */
#define MOST_OF_WAIT 0.7            /* of a wait, in which it was going on */
#define MOST_OF_WAITS 0.6           /* of the time waited, that ends so */
#define LEAST_ENDS 5                /* of its own: one ends anywhere */
#define MOST_LOOKS 1000             /* for a wait, of what ends with it: input may be hostile */

struct doing { /* what one thread did, from when to when */
    struct interval when;
    uint32_t by;   /* of the candidates */
    bool released; /* a wait ended so */
};

struct candidate { /* a thread and what it does at one place */
    const struct meanwhile_kind *kind;
    size_t row;
    double ns; /* of the waits that end when it does */
    size_t ends;
};

struct doings {
    ARRAY(struct doing) items;
    ARRAY(struct candidate) by;
};

ORDERED(compare_doings, struct doing, RISING(when.to_ns), RISING(when.from_ns), RISING(by))

static void collect_doings(const struct rule_input *input, struct doings *out) {
    for (size_t kind = 0; kind < MEANWHILE_ALONE; kind++) {
        const struct meanwhile_kind *of = &meanwhile_kinds[kind];
        const struct series rows = series_of(input, of->id);
        OWNED(sites_free) struct sites sites = {0};
        OWNED(map_free) struct map index = {0};
        for (size_t row = 0; row < rows.rows; row++) {
            const uint32_t thread = series_id(&rows, of->thread, row),
                           site = sites_of(&sites, &rows, of->stack, row);
            if (thread == JFR_NULL_ID || series_duration(&rows, row) <= 0) continue;
            const size_t at = map_number(&index, (uint64_t)site << 32 | thread, out->by.len);
            if (at == out->by.len) array_push(&out->by, (struct candidate){of, row, 0, 0});
            array_push(&out->items,
                       (struct doing){{series_start(&rows, row), series_end(&rows, row)},
                                      (uint32_t)at,
                                      false});
        }
    }
    array_sort(&out->items, compare_doings);
}

/* The one that ends last of those that end with the wait and went on for most of it. */
static void credit(struct doings *doings, const struct interval *wait) {
    const double ns = ns_between(wait->from_ns, wait->to_ns);
    const double near = ns / AT_ONCE_OF < AT_ONCE_NS ? ns / AT_ONCE_OF : AT_ONCE_NS;
    size_t at =
        search_first(i, 0, doings->items.len, doings->items.items[i].when.to_ns <= wait->to_ns);
    for (size_t looks = 0; looks < MOST_LOOKS && at-- > 0; looks++) {
        struct doing *doing = &doings->items.items[at];
        if (ns_between(doing->when.to_ns, wait->to_ns) > near) return;
        if (doing->when.from_ns > wait->from_ns &&
            ns_between(wait->from_ns, doing->when.from_ns) > (1 - MOST_OF_WAIT) * ns)
            continue;
        struct candidate *by = &doings->by.items[doing->by];
        by->ends += !doing->released;
        by->ns += ns;
        doing->released = true;
        return;
    }
}

static void tell_candidate(const struct rule_input *input, const struct candidate *by,
                           struct meanwhile_did *out) {
    const struct series rows = series_of(input, by->kind->id);
    OWNED(text_free) struct text site = {0}, caller = {0};
    sites_add(&rows, by->kind->stack, by->row, &site);
    sites_add_caller(&rows, by->kind->stack, by->row, &caller);
    out->did = by->kind->did;
    out->what = mem_copy_text(meanwhile_words[by->kind->did]);
    out->site = site.len ? text_take(&site) : NULL;
    out->caller = caller.len ? text_take(&caller) : NULL;
}

bool holder_by_ends(const struct rule_input *input, const struct interval *waits, size_t len,
                    struct meanwhile_did *out) {
    struct doings doings = {.items = {0}};
    const struct candidate *most = NULL;
    double all = 0;
    *out = (struct meanwhile_did){.lock = JFR_NULL_ID};
    collect_doings(input, &doings);
    for (size_t i = 0; i < len; i++) {
        credit(&doings, &waits[i]);
        all += ns_between(waits[i].from_ns, waits[i].to_ns);
    }
    EACH (const struct candidate, by, &doings.by)
        if (by->ends >= LEAST_ENDS && by->ns >= MOST_OF_WAITS * all && (!most || by->ns > most->ns))
            most = by;
    if (most) {
        tell_candidate(input, most, out);
        out->percent = 100 * most->ns / all;
        out->all_ns = most->ns;
    }
    arrays_free(&doings.items, &doings.by);
    return most != NULL;
}
