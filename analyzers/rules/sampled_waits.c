/* Threads that wait, by wall-clock samples, where no event tells of it. */
#include "analyzers/rules/busy.h"
#include "analyzers/rules/monitors.h"
#include "analyzers/tables/clocked.h"
#include "base/order.h"
#include "base/search.h"
#include "analyzers/rules/sampled_waits_rows.h"

#define LEAST_SAMPLES 100
#define LEAST_THREADS 2
#define LEAST_BORROWERS 3
#define LEAST_MEAN 1.0   /* threads that wait there on average, */
#define LEAST_ALONE 0.25 /* or one alone: an event loop, or one side of a pipeline */
#define LEAST_SECONDS 10
#define STEADY 0.7 /* of the time, that as many of them wait, */
#define TOGETHER 4 /* samples of a thread by which that is told: they are not taken all at once */
#define TIMES_MORE 2.0   /* time waited than worked meanwhile */
#define LEAST_DONE 0.1   /* of the time that results are waited for: else others bring them about */
#define TIMES_HALTED 5.0 /* more time halted than run there: it was for a monitor */
#define MOST_OF 40.0     /* percent that one thing has to have to be named as what was done */

struct told_wait { /* that an event tells of */
    uint32_t thread;
    struct interval when;
};

ORDERED(compare_waits, struct told_wait, RISING(thread), RISING(when.from_ns), RISING(when.to_ns))

enum done { DONE_IDLE, DONE_TOLD, DONE_RAN, DONE_FORCED, DONE_READ, DONE_SLEPT, DONE_WAITED };

struct place { /* what threads do, and where; names */
    enum done done;
    enum waits_for what;
    bool turn, hands, loop, shared;
    bool monitor, likely; /* waits for one; likely: only by what is on top of the stack */
    uint32_t kind, site, caller, method; /* method: that waits for a monitor */
    uint64_t samples;
    struct tallies threads; /* samples, then ns */
    double ns, served;      /* of all; of them, samples within a request */
};

struct seen { /* a thread */
    int64_t from_ns, to_ns;
    double samples, idle;
};

struct all {
    struct series wall;
    struct sites sites;
    struct map methods, serving, looping, stopping, forcing, taking, halting, index;
    ARRAY(struct told_wait) waits;
    ARRAY(struct seen) threads;
    ARRAY(struct place) places;
    ARRAY(uint32_t) rows; /* their places */
    double each_ns;       /* between two samples of a thread */
};

static void collect_waits(const struct rule_input *input, struct all *all) {
    for (size_t kind = 0; kind < BUSY_WAITS; kind++) {
        const struct busy_wait *of = &busy_waits[kind];
        const struct series series = series_of(input, of->id);
        for (size_t row = 0; row < series.rows; row++)
            array_push(&all->waits,
                       (struct told_wait){series_id(&series, of->thread, row),
                                          {series_start(&series, row), series_end(&series, row)}});
    }
    array_sort(&all->waits, compare_waits);
}

static bool is_told(const struct all *all, uint32_t thread, int64_t time_ns) {
    const struct told_wait *waits = all->waits.items;
    const size_t after = search_first(i, 0, all->waits.len,
                                      waits[i].thread != thread ? waits[i].thread < thread
                                                                : waits[i].when.from_ns <= time_ns);
    return after && waits[after - 1].thread == thread && waits[after - 1].when.to_ns >= time_ns;
}

static enum done done_of(const struct waits_stack *wait) {
    switch (wait->what) {
    case WAITS_LOCK:
    case WAITS_OTHER:
    case WAITS_QUEUE: return DONE_WAITED;
    case WAITS_REPLY: return DONE_READ;
    case WAITS_TIMER: return DONE_SLEPT;
    default: return DONE_IDLE; /* or nobody knows */
    }
}

/* The name of Java's method on top, which waits for the monitor. */
static uint32_t waiting_method(struct all *all, size_t row) {
    bool fresh;
    uint64_t *name = map_put(&all->methods, series_id(&all->wall, WALL_STACK, row), &fresh);
    struct sites_method method;
    if (fresh && monitors_method(&all->wall, WALL_STACK, row, &method)) {
        OWNED(text_free) struct text text = {0};
        text_addf(&text, "%s.%s", method.of_class, method.method);
        *name = sites_name(&all->sites, &text);
    }
    return (uint32_t)*name;
}

static void find_monitor(struct all *all, size_t row, struct place *place) {
    const struct series *wall = &all->wall;
    const bool taken = judge_stack(&all->taking, wall, WALL_STACK, row, monitors_taken);
    place->likely = !taken && judge_stack(&all->halting, wall, WALL_STACK, row, monitors_likely);
    place->monitor = taken || place->likely;
    if (!place->monitor) return;
    place->done = DONE_WAITED;
    place->what = WAITS_LOCK;
    place->method = waiting_method(all, row);
}

static struct place place_of(struct all *all, size_t row) {
    static const char *const words[] = {[DONE_RAN] = "ran",
                                        [DONE_FORCED] = "waited for the disk (fsync)",
                                        [DONE_READ] = "for a reply",
                                        [DONE_SLEPT] = "slept",
                                        [DONE_WAITED] = "to be woken"};
    const struct series *wall = &all->wall;
    const struct waits_stack wait = *sites_wait(&all->sites, wall, WALL_STACK, row);
    struct place place = {
        .what = wait.what, .turn = wait.turn, .hands = wait.hands, .shared = wait.shared};
    if (waits_idle(&wait)) return place;
    const char *state = series_text(wall, WALL_STATE, row);
    const bool ran = state && clocked_runs(state) &&
                     !judge_stack(&all->stopping, wall, WALL_STACK, row, monitors_stopped);
    place.done = ran ? DONE_RAN : done_of(&wait);
    if (judge_stack(&all->forcing, wall, WALL_STACK, row, monitors_forces))
        place.done = DONE_FORCED;
    else if (!ran && wait.what == WAITS_NOT) find_monitor(all, row, &place);
    if (place.done == DONE_IDLE) return place;
    if (!ran && is_told(all, series_id(wall, WALL_THREAD, row), series_start(wall, row)))
        return (struct place){.done = DONE_TOLD};
    const char *name = place.monitor                            ? "for a monitor"
                       : place.done == DONE_WAITED && wait.name ? wait.name
                                                                : words[place.done];
    place.kind = strings_add(&all->sites.names, name);
    place.site = sites_of(&all->sites, wall, WALL_STACK, row);
    place.loop = place.done == DONE_READ &&
                 judge_stack(&all->looping, wall, WALL_STACK, row, sites_blocks_loop);
    /* Who waits on a condition, or by Object.wait, does so in a queue made by hand. */
    if (place.done == DONE_WAITED && !wait.name && place.what == WAITS_OTHER) {
        place.what = WAITS_QUEUE;
        place.turn = true;
    }
    return place;
}

static double samples_of(const struct series *wall, size_t row) {
    const int64_t count = series_int(wall, WALL_COUNT, row);
    return count > 1 ? (double)count : 1;
}

/* When the last of the samples was taken that the row stands for. */
static int64_t last_of(const struct series *wall, size_t row, double samples) {
    const int64_t start = series_start(wall, row), span = series_int(wall, WALL_SPAN, row);
    return span > 0 && samples > 1 ? start + (int64_t)((double)span * (samples - 1) / samples)
                                   : start;
}

static void add_row(struct all *all, size_t row) {
    const struct place found = place_of(all, row);
    const uint32_t thread = series_id(&all->wall, WALL_THREAD, row);
    const double samples = samples_of(&all->wall, row);
    const uint64_t key = (uint64_t)found.kind << 40 ^ (uint64_t)found.site << 16 ^
                         (uint64_t)found.loop << 8 ^ (uint64_t)found.done ^ map_mix(found.method);
    const size_t at = map_number(&all->index, key, all->places.len);
    const bool fresh = at == all->places.len;
    if (fresh) array_push(&all->places, found);
    struct place *place = &array_at(&all->places, at);
    if (fresh && found.done >= DONE_RAN) /* of the first sample there */
        place->caller = sites_caller(&all->sites, &all->wall, WALL_STACK, row);
    array_push(&all->rows, (uint32_t)at);
    if (thread == JFR_NULL_ID) return;
    while (all->threads.len <= thread) array_push(&all->threads, (struct seen){.samples = 0});
    struct seen *seen = &all->threads.items[thread];
    if (!(seen->samples > 0)) seen->from_ns = series_start(&all->wall, row);
    seen->to_ns = last_of(&all->wall, row, samples);
    seen->samples += samples;
    if (found.done == DONE_IDLE) seen->idle += samples;
    place->samples += (uint64_t)samples;
    tallies_add(&place->threads, thread, samples);
    if (judge_stack(&all->serving, &all->wall, WALL_STACK, row, sites_serves))
        place->served += samples;
}

static double ns_of(const struct seen *seen) { /* of one of its samples */
    return seen->samples > 1 ? (double)(seen->to_ns - seen->from_ns) / (seen->samples - 1) : 0;
}

static void collect(struct all *all) {
    double ns = 0, samples = 0;
    for (size_t row = 0; row < all->wall.rows; row++) add_row(all, row);
    EACH (const struct seen, seen, &all->threads)
        if (seen->samples > 1) {
            ns += (double)(seen->to_ns - seen->from_ns);
            samples += seen->samples - 1;
        }
    all->each_ns = samples > 0 ? ns / samples : 0;
    EACH (struct place, place, &all->places)
        EACH (struct tally, thread, &place->threads) {
            thread->sum *= ns_of(&all->threads.items[thread->key]);
            place->ns += thread->sum;
        }
}

/* For what share of the time is the number of those that wait the same, and neither none nor all?
 */
static bool is_steady(const struct all *all, uint32_t of, const struct rule_input *input) {
    const struct place *place = &all->places.items[of];
    const double length = TOGETHER * all->each_ns;
    const int64_t from = series_start(&all->wall, 0);
    const size_t threads = place->threads.len,
                 steps = (size_t)(judge_seconds(input) * 1e9 / length) + 1;
    OWNED(mem_release) double *waiting = mem_zero(steps, sizeof *waiting);
    OWNED(mem_release) size_t *times = mem_zero(threads + 1, sizeof *times);
    size_t most = 0, known = 0;
    for (size_t row = 0; row < all->rows.len; row++) {
        const double at = (double)(series_start(&all->wall, row) - from) / length;
        if (all->rows.items[row] == of && at >= 0 && at < (double)steps)
            waiting[(size_t)at] += samples_of(&all->wall, row) / TOGETHER;
    }
    for (size_t step = 0; step < steps; step++) {
        const size_t count = (size_t)(waiting[step] + 0.5);
        if (!count) continue; /* before the first, behind the last */
        times[count < threads ? count : threads]++;
        known++;
    }
    for (size_t i = 1; i <= threads; i++)
        if (times[i] > times[most]) most = i;
    return most && most < threads && (double)times[most] >= STEADY * (double)known;
}

static bool is_served(const struct place *place) {
    return 2 * place->served >= (double)place->samples;
}

/* One of those who wait has what is waited for. */
static bool takes_turns(const struct place *place) {
    return place->turn || place->what == WAITS_LOCK;
}

/* ns by place, of what is done within the method that waits for a monitor: who is in there and does
 * not wait has it. *halted: likewise, of who runs in that method itself. */
static void add_within(const struct all *all, uint32_t of, struct tallies *done, double *halted) {
    const struct series *wall = &all->wall;
    struct sites_method method, top;
    OWNED(map_free) struct map known = {0};
    size_t first = 0;
    *halted = 0;
    while (all->rows.items[first] != of) first++;
    if (!monitors_method(wall, WALL_STACK, first, &method)) return;
    for (size_t row = 0; row < all->rows.len; row++) {
        const uint32_t at = all->rows.items[row], thread = series_id(wall, WALL_THREAD, row);
        const struct place *place = &all->places.items[at];
        bool fresh;
        if (place->done < DONE_RAN || thread == JFR_NULL_ID) continue;
        if (place->monitor && place->method == all->places.items[of].method) continue;
        uint64_t *within = map_put(&known, series_id(wall, WALL_STACK, row), &fresh);
        if (fresh) {
            *within = sites_is_in(wall, WALL_STACK, row, &method);
            if (*within && monitors_method(wall, WALL_STACK, row, &top))
                *within += strcmp(top.method, method.method) == 0 &&
                           strcmp(top.of_class, method.of_class) == 0;
        }
        const double ns = samples_of(wall, row) * ns_of(&all->threads.items[thread]);
        if (*within) tallies_add(done, at, ns);
        if (*within > 1 && place->done == DONE_RAN) *halted += ns;
    }
}

/* Threads that a collection halts do so where they run, and as often as they do. */
static bool is_halted(const struct all *all, uint32_t of) {
    OWNED(tallies_free) struct tallies done = {0};
    double halted;
    add_within(all, of, &done, &halted);
    return TIMES_HALTED * halted > all->places.items[of].ns;
}

/* What was done while others waited there: for a turn by those who wait there themselves otherwise,
 * else by others, as who waits to read does not wait for who reads. */
static double done_ns(const struct place *done, const struct place *waits) {
    const bool turns = takes_turns(waits) && !waits->shared;
    double ns = 0;
    if (done == waits || done->done < DONE_RAN || (done->done > DONE_READ && !turns)) return 0;
    EACH (const struct tally, thread, &done->threads)
        if ((map_get(&waits->threads.index, thread->key) != NULL) == turns) ns += thread->sum;
    return ns;
}

/* What was done most then, if it is most of it; *all_ns: of all that was done. Or NULL. */
static const struct place *most_done(const struct all *all, const struct place *waits,
                                     double *most_ns, double *all_ns) {
    const struct place *most = NULL;
    OWNED(tallies_free) struct tallies done = {0};
    double halted;
    *most_ns = *all_ns = 0;
    if (waits->monitor) add_within(all, (uint32_t)(waits - all->places.items), &done, &halted);
    for (size_t i = 0; i < all->places.len && !waits->monitor; i++)
        tallies_add(&done, i, done_ns(&all->places.items[i], waits));
    EACH (const struct tally, tally, &done) {
        *all_ns += tally->sum;
        if (tally->sum > *most_ns) *most_ns = tally->sum, most = &all->places.items[tally->key];
    }
    return 100 * *most_ns >= MOST_OF * *all_ns ? most : NULL;
}

/* Who waits there wants what somebody else has to bring about, and it is no work. */
static bool counts(const struct all *all, uint32_t of, const struct rule_input *input) {
    const struct place *place = &all->places.items[of];
    const bool alone = place->hands && place->threads.len < LEAST_THREADS;
    const double least = place->loop || alone ? LEAST_ALONE : LEAST_MEAN;
    if (place->samples < LEAST_SAMPLES || place->ns < least * judge_seconds(input) * 1e9)
        return false;
    if (place->done == DONE_READ) return place->loop || is_served(place);
    if (place->done != DONE_WAITED || (place->threads.len < LEAST_THREADS && !alone)) return false;
    if (place->what == WAITS_QUEUE)
        return place->threads.len >= LEAST_BORROWERS &&
               (is_served(place) || is_steady(all, of, input));
    double most, done;
    if (place->likely && is_halted(all, of)) return false;
    return takes_turns(place) ||
           (most_done(all, place, &most, &done) && done >= LEAST_DONE * place->ns &&
            (alone || TIMES_MORE * done <= place->ns));
}

static const struct place *worst_of(const struct all *all, const struct rule_input *input) {
    const struct place *worst = NULL;
    for (uint32_t i = 0; i < all->places.len; i++) {
        const struct place *place = &all->places.items[i];
        if ((!worst || place->ns > worst->ns) && counts(all, i, input)) worst = place;
    }
    return worst;
}

static void name_done(const struct all *all, const struct place *worst, struct finding *finding) {
    const struct strings *names = &all->sites.names;
    double ns, known;
    const struct place *most = most_done(all, worst, &ns, &known);
    if (!most) return;
    OWNED(text_free) struct text words = {0};
    const bool waited = most->done == DONE_WAITED || most->done == DONE_READ;
    text_addf(&words, "%s%s", waited ? "waited " : "", strings_get(names, most->kind));
    finding_text(finding, SAMPLED_DID, text_str(&words));
    finding_text(finding, SAMPLED_DID_SITE, strings_get(names, most->site));
    finding_text(finding, SAMPLED_DID_CALLER, strings_get(names, most->caller));
    finding_real(finding, SAMPLED_DID_PERCENT, 100 * ns / known);
}

static void name_cost(const struct all *all, const struct place *worst, struct finding *finding) {
    double busy = 0;
    EACH (const struct tally, thread, &worst->threads) {
        const struct seen *seen = &all->threads.items[thread->key];
        busy += (seen->samples - seen->idle) * ns_of(seen);
    }
    if (busy > 0) finding_cost(finding, COST_OF_WAITERS, 100 * worst->ns / busy);
}

static void name_worst(const struct rule_input *input, const struct all *all,
                       const struct place *worst, struct finding *finding) {
    const struct strings *names = &all->sites.names;
    const double recorded = judge_seconds(input) * 1e9,
                 each = worst->ns / (double)worst->threads.len / recorded;
    judge_figure(input, finding, 100 * (each < 1 ? each : 1));
    finding_text(finding, SAMPLED_WHAT, strings_get(names, worst->kind));
    finding_text(finding, SAMPLED_SITE, strings_get(names, worst->site));
    finding_text(finding, SAMPLED_CALLER, strings_get(names, worst->caller));
    finding_number(finding, SAMPLED_THREADS, (int64_t)worst->threads.len);
    judge_name_pool(input, &worst->threads, finding, SAMPLED_POOL);
    finding_real(finding, SAMPLED_MEAN, worst->ns / recorded);
    finding_number(finding, SAMPLED_SAMPLES, (int64_t)worst->samples);
    name_cost(all, worst, finding);
    if (judge_seconds(input) < LEAST_SECONDS) judge_cap(finding);
    if (worst->what == WAITS_QUEUE && !is_served(worst)) judge_cap(finding);
    if (worst->hands && worst->threads.len < LEAST_THREADS) judge_cap(finding);
    if (worst->loop) finding_number(finding, SAMPLED_LOOP, 1);
    else if (worst->done != DONE_READ) name_done(all, worst, finding);
}

static void judge_sampled_waits(const struct rule_input *input, struct finding *finding) {
    struct all all = {.wall = series_of(input, SERIES_WALL)};
    collect_waits(input, &all);
    collect(&all);
    const struct place *worst = worst_of(&all, input);
    /* Samples alone do not tell that all is well: of monitors they say little. */
    if (worst) name_worst(input, &all, worst, finding);
    else judge_as(finding, all.waits.len ? RULE_OK : RULE_NA, 1);
    EACH (struct place, place, &all.places) tallies_free(&place->threads);
    sites_free(&all.sites);
    free_each(map_free, &all.methods, &all.serving, &all.looping, &all.stopping, &all.forcing,
              &all.taking, &all.halting, &all.index);
    arrays_free(&all.waits, &all.threads, &all.places, &all.rows);
}
