/* Charges the time of each thread, step by step, to what it did (account.h has the order). */
#include "analyzers/account/account_make.h"

#include "analyzers/time/threads.h"
#include "base/order.h"
#include "base/search.h"
#include "base/units.h"

#define MOST_LABELS 8 /* of a thread's samples, where a step has none of its own */
#define FEW_SAMPLES 5
#define ROUNDING 1000 /* ns that are left by rounding */

struct amount {
    uint32_t what; /* of out */
    double ns;
};
typedef ARRAY(struct amount) amounts;

/* ==== A thread ============================================================================== */

enum { LIFE, WAITED, PAUSED, CLOCKED, SAMPLED, WALL_RUN, WALL_WAIT, CPU, LEFT, COLUMNS };

struct one { /* a thread, with a column of a number a step */
    uint32_t thread;
    const struct raw_cell *cells, *cells_end;
    size_t first, count; /* its steps */
    double *column[COLUMNS];
    amounts running, native; /* of all its steps; what it waits for of the latter */
    double run_share;        /* of its time outside of waits */
    uint64_t run_samples, native_samples;
};

static double *column_at(struct one *one, int column, size_t step) {
    return &one->column[column][step - one->first];
}

static bool is_run(const struct raw_what *what) {
    return what->source == RAW_CPU || what->source == RAW_RUN ||
           (what->source == RAW_WALL && what->what.state == ACCOUNT_RUNNING);
}

static bool is_out_what(const void *item, const void *content) {
    const struct account_what *a = item, *b = content;
    return a->state == b->state && a->label == b->label && a->by == b->by && a->site == b->site &&
           a->own == b->own;
}

static uint32_t out_what(struct making *m, const struct account_what *what) {
    const uint64_t tells[] = {(uint64_t)what->state << 32 | what->label,
                              (uint64_t)what->by << 32 | what->site, what->own};
    uint64_t hash = hash_bytes(tells, sizeof tells);
    return map_intern(&m->whats, hash, is_out_what, &m->out->whats, what);
}

static uint32_t moved_what(struct making *m, const struct raw_what *raw) {
    struct account_what what = raw->what;
    what.label = strings_take(&m->out->texts, &m->raw->texts, what.label);
    what.by = strings_take(&m->out->texts, &m->raw->texts, what.by);
    what.site = strings_take(&m->out->texts, &m->raw->texts, what.site);
    return out_what(m, &what);
}

static uint32_t worded(struct making *m, enum account_state state, const char *label,
                       const char *by) {
    const struct account_what what = {.state = state,
                                      .label = strings_add(&m->out->texts, label),
                                      .by = strings_add(&m->out->texts, by)};
    return out_what(m, &what);
}

static void add(amounts *all, uint32_t what, double ns) {
    if (!(ns > 0)) return;
    for (size_t i = all->len; i-- > 0;) {
        if (all->items[i].what != what) continue;
        all->items[i].ns += ns;
        return;
    }
    array_push(all, (struct amount){what, ns});
}

ORDERED_IN(compare_amounts, struct amount, FALLING(ns),
           account_order_whats(context, x->what, y->what))

static double sum_of(const amounts *all) {
    double sum = 0;
    for (size_t i = 0; i < all->len; i++) sum += all->items[i].ns;
    return sum;
}

/* Adds the amount, divided as `parts` are. */
static void add_as(amounts *all, const amounts *parts, double ns) {
    double sum = sum_of(parts);
    for (size_t i = 0; sum > 0 && i < parts->len; i++)
        add(all, parts->items[i].what, ns * parts->items[i].ns / sum);
}

static void read_cells(struct making *m, struct one *one) {
    for (const struct raw_cell *cell = one->cells; cell < one->cells_end; cell++) {
        const struct raw_what *what = &m->raw->whats.items[cell->what];
        double ns = (double)cell->ns;
        if (cell->step < one->first || cell->step >= one->first + one->count) continue;
        switch (what->source) {
        case RAW_WAIT: *column_at(one, WAITED, cell->step) += ns; break;
        case RAW_PAUSED: *column_at(one, PAUSED, cell->step) += ns; break;
        case RAW_CPU: *column_at(one, CLOCKED, cell->step) += ns; break;
        case RAW_RUN: *column_at(one, SAMPLED, cell->step) += ns; break;
        case RAW_NATIVE:
            add(&one->native, moved_what(m, what), ns);
            one->native_samples += cell->samples;
            break;
        default: *column_at(one, is_run(what) ? WALL_RUN : WALL_WAIT, cell->step) += ns;
        }
        if (!is_run(what)) continue;
        add(&one->running, moved_what(m, what), ns);
        one->run_samples += cell->samples;
    }
    array_sort_with(&one->running, compare_amounts, m->out);
}

/* How long it ran in each step: by the CPU loads where they speak of it, else by samples. */
static void find_cpu(struct making *m, struct one *one, struct account_thread *thread) {
    OWNED(mem_release) double *room = mem_zero(one->count, sizeof *room);
    OWNED(mem_release) double *sampled = mem_zero(one->count, sizeof *sampled);
    OWNED(mem_release) double *covered = mem_zero(one->count, sizeof *covered);
    bool clocked = false, walled = false;
    size_t low = search_first(at, 0, m->loads.len, m->loads.items[at].thread < one->thread);
    for (; low < m->loads.len && m->loads.items[low].thread == one->thread; low++) {
        const struct making_load *load = &m->loads.items[low];
        double in = making_overlap(load->from_ns, load->to_ns, thread->from_ns, thread->to_ns);
        if (in <= 0) continue;
        for (size_t i = 0; i < one->count; i++) {
            size_t s = one->first + i;
            double life = one->column[LIFE][i], part = 0;
            double in_step = making_overlap(load->from_ns, load->to_ns, making_step_start(m, s),
                                            making_step_end(m, s));
            if (life > 0 && in_step > 0) part = in_step < life ? in_step / life : 1;
            double free_ns = life - one->column[WAITED][i];
            double given = one->column[CPU][i];
            covered[i] += part;
            room[i] = part > 0 && free_ns * part > 0 ? given + free_ns * part : given;
            if (room[i] > free_ns) room[i] = free_ns > given ? free_ns : given;
            sampled[i] = part * (one->column[CLOCKED][i] + one->column[SAMPLED][i]);
        }
        double length = (double)(load->to_ns - load->from_ns);
        account_spread(load->ns * in / length, room, sampled, one->count, one->column[CPU]);
    }
    for (size_t i = 0; i < one->count; i++) {
        double wall = one->column[WALL_RUN][i] + one->column[WALL_WAIT][i];
        double life = one->column[LIFE][i], rest = covered[i] < 1 ? 1 - covered[i] : 0;
        double free_ns = life > one->column[WAITED][i] ? life - one->column[WAITED][i] : 0;
        clocked = clocked || covered[i] > 0;
        walled = walled || wall > 0;
        if (one->column[CLOCKED][i] > 0) one->column[CPU][i] += rest * one->column[CLOCKED][i];
        else if (one->column[SAMPLED][i] > 0) one->column[CPU][i] += rest * one->column[SAMPLED][i];
        else if (wall > 0 && rest > 0)
            one->column[CPU][i] += rest * free_ns * one->column[WALL_RUN][i] / wall;
        if (one->column[CPU][i] > free_ns) one->column[CPU][i] = free_ns;
    }
    double clocks = 0, samples = 0;
    for (size_t i = 0; i < one->count; i++)
        clocks += one->column[CLOCKED][i], samples += one->column[SAMPLED][i];
    thread->basis = clocked                 ? BASIS_CPU_LOAD
                    : clocks > 0            ? BASIS_CPU_SAMPLES
                    : samples > 0 || walled ? BASIS_SAMPLES
                                            : BASIS_NONE;
}

static void open_one(struct making *m, uint32_t number, const struct raw_cell **next,
                     struct one *one) {
    struct account_thread *thread = &m->out->threads.items[number];
    const struct raw_cell *end = m->raw->cells.len ? m->raw->cells.items + m->raw->cells.len : NULL;
    double outside = 0, ran = 0;
    *one = (struct one){.thread = number, .cells = *next};
    while (*next < end && (*next)->thread == number) ++*next;
    one->cells_end = *next;
    if (thread->to_ns <= thread->from_ns) return;
    one->first = making_step_of(m, thread->from_ns);
    one->count = making_step_of(m, thread->to_ns - 1) - one->first + 1;
    for (int i = 0; i < COLUMNS; i++) one->column[i] = mem_zero(one->count, sizeof *one->column[i]);
    for (size_t i = 0; i < one->count; i++)
        one->column[LIFE][i] =
            making_overlap(thread->from_ns, thread->to_ns, making_step_start(m, one->first + i),
                           making_step_end(m, one->first + i));
    read_cells(m, one);
    find_cpu(m, one, thread);
    for (size_t i = 0; i < one->count; i++) {
        double free_ns = one->column[LIFE][i] - one->column[WAITED][i];
        outside += free_ns > 0 ? free_ns : 0;
        ran += one->column[CPU][i];
        m->ran[one->first + i] += one->column[CPU][i];
    }
    one->run_share = outside > 0 ? ran / outside : 0;
}

static void close_one(struct one *one) {
    for (int i = 0; i < COLUMNS; i++) free(one->column[i]);
    arrays_free(&one->running, &one->native);
}

/* ==== What is left ========================================================================== */

static const char *reason_of(const struct making *m, const struct account_thread *thread,
                             const struct one *one, size_t step) {
    const struct raw_thread *raw = &m->raw->threads.items[one->thread];
    if (raw->until_ns <= making_step_start(m, step) || raw->since_ns >= making_step_end(m, step))
        return thread->is_virtual ? "nothing recorded of the virtual thread then"
                                  : "nothing recorded of the thread then (a wait is written at its "
                                    "end)";
    if (thread->is_virtual && !m->waits_of_virtual)
        return "waits of virtual threads are not recorded by this JVM";
    if (thread->is_virtual) return "waits of virtual threads for locks are not recorded";
    if (!m->has_waits) return "waits are not recorded";
    if (m->full[step] && one->column[CPU][step - one->first] > 0) return m->reason_full;
    return m->reason;
}

/* Of threads with samples of all states: how much of what is left did they want to run? */
static double ready_share(const struct one *one) {
    double wanted = 0, ran = 0, left = 0, unit = 0;
    for (size_t i = 0; i < one->count; i++) {
        double all = one->column[WALL_RUN][i] + one->column[WALL_WAIT][i];
        if (all <= 0) continue;
        double free_ns = one->column[LIFE][i] - one->column[WAITED][i];
        wanted += free_ns > 0 ? free_ns * one->column[WALL_RUN][i] / all : 0;
        ran += free_ns - one->column[LEFT][i];
        left += one->column[LEFT][i];
    }
    if (one->run_samples) unit = wanted / (double)one->run_samples;
    double sure = 2 * unit * sqrt((double)one->run_samples);
    return left > 0 && wanted - ran > sure ? fmin((wanted - ran) / left, 1) : 0;
}

/* Likewise of samples of threads in Java code, while the processors were taken. */
static double starved_share(const struct making *m, const struct one *one) {
    double sampled = 0, ran = 0, left = 0, all = 0;
    for (size_t i = 0; i < one->count; i++) {
        all += one->column[SAMPLED][i];
        if (!m->full[one->first + i]) continue;
        sampled += one->column[SAMPLED][i];
        ran += one->column[CPU][i];
        left += one->column[LEFT][i];
    }
    double unit = one->run_samples ? all / (double)one->run_samples : 0;
    double sure = unit > 0 ? 2 * unit * sqrt(sampled / unit) : 0;
    return left > 0 && sampled - ran > sure ? fmin((sampled - ran) / left, 1) : 0;
}

struct leaving { /* what becomes of what is left of each step */
    double ready, starved, native;
};

/* Whenever it was met it was in one wait, and it is not known to have done much else. */
static bool is_always(const struct making *m, const struct one *one) {
    enum account_state state = m->out->whats.items[one->native.items[0].what].state;
    double life = 0, cpu = 0;
    if (state == ACCOUNT_UNEXPLAINED || one->native_samples < FEW_SAMPLES) return false;
    for (size_t i = 1; i < one->native.len; i++)
        if (m->out->whats.items[one->native.items[i].what].state != state) return false;
    for (size_t i = 0; i < one->count; i++) {
        if (one->column[WAITED][i] > 0) return false;
        life += one->column[LIFE][i];
        cpu += one->column[CPU][i];
    }
    return cpu < 0.05 * life;
}

static struct leaving leaving_of(const struct making *m, const struct one *one) {
    struct leaving out = {ready_share(one), starved_share(m, one), 0};
    double left = 0, met = sum_of(&one->native) * m->native_scale;
    for (size_t i = 0; i < one->count; i++) left += one->column[LEFT][i];
    if (left > 0 && met > 0) out.native = met >= 0.9 * left || is_always(m, one) ? 1 : met / left;
    return out;
}

static void charge_left(struct making *m, const struct one *one, size_t i,
                        const struct leaving *leaving, amounts *all) {
    const struct account_thread *thread = &m->out->threads.items[one->thread];
    double left = one->column[LEFT][i];
    size_t step = one->first + i;
    if (m->full[step] && leaving->starved > 0) {
        add(all, worded(m, ACCOUNT_READY, "no processor was free", ""), left * leaving->starved);
        left -= left * leaving->starved;
    }
    if (one->column[WALL_RUN][i] + one->column[WALL_WAIT][i] > 0) {
        double ready = left * leaving->ready;
        add(all, worded(m, ACCOUNT_READY, "no processor was free", ""), ready);
        left -= ready;
        if (one->column[WALL_WAIT][i] > 0) {
            OWNED(array_release) amounts own = {0};
            for (const struct raw_cell *cell = one->cells; cell < one->cells_end; cell++) {
                const struct raw_what *what = &m->raw->whats.items[cell->what];
                if (cell->step == step && what->source == RAW_WALL && !is_run(what))
                    add(&own, moved_what(m, what), (double)cell->ns);
            }
            add_as(all, &own, left);
            left = 0;
        }
    }
    if (leaving->native > 0) {
        add_as(all, &one->native, left * leaving->native);
        left -= left * leaving->native;
    }
    if (thread->of_jvm) add(all, worded(m, ACCOUNT_IDLE, "the JVM's own threads", ""), left);
    else add(all, worded(m, ACCOUNT_UNEXPLAINED, reason_of(m, thread, one, step), ""), left);
}

/* ==== Charging ============================================================================== */

static void charge_waits(struct making *m, const struct raw_cell *cell, const struct raw_cell *end,
                         uint32_t step, double part, amounts *all) {
    for (; cell < end && cell->step == step; cell++)
        if (m->raw->whats.items[cell->what].source == RAW_WAIT)
            add(all, moved_what(m, &m->raw->whats.items[cell->what]), part * (double)cell->ns);
}

static void charge_running(struct making *m, const struct one *one, const struct raw_cell *cell,
                           uint32_t step, double ns, amounts *all) {
    const struct account_thread *thread = &m->out->threads.items[one->thread];
    const char *name = strings_get(&m->out->texts, thread->name);
    const char *of_jvm = threads_of_jvm(name);
    OWNED(array_release) amounts own = {0};
    for (; cell < one->cells_end && cell->step == step; cell++)
        if (is_run(&m->raw->whats.items[cell->what]))
            add(&own, moved_what(m, &m->raw->whats.items[cell->what]), (double)cell->ns);
    size_t labels = own.len ? 0 : one->running.len;
    for (size_t i = 0; i < labels && i < MOST_LABELS; i++) array_push(&own, one->running.items[i]);
    if (thread->of_jvm || !own.len) {
        const char *by = of_jvm ? of_jvm : thread->of_jvm ? "native" : "";
        const char *label =
            thread->of_jvm ? strings_get(&m->out->texts, thread->pool) : "(not sampled)";
        add(all, worded(m, ACCOUNT_RUNNING, label, by), ns);
    } else {
        add_as(all, &own, ns);
    }
}

/* Whole ns that add up to the step's life: what rounding leaves is the largest part's. */
static void take_step(struct making *m, uint32_t thread, uint32_t step, int64_t life,
                      const amounts *all) {
    size_t first = m->out->cells.len, largest = first;
    int64_t left = life;
    for (size_t i = 0; i < all->len; i++) {
        int64_t ns = (int64_t)all->items[i].ns;
        if (ns > left) ns = left;
        if (ns <= 0) continue;
        left -= ns;
        array_push(&m->out->cells, (struct account_cell){thread, step, all->items[i].what, ns});
        if (ns > m->out->cells.items[largest].ns) largest = m->out->cells.len - 1;
    }
    if (left > ROUNDING || m->out->cells.len == first) {
        uint32_t what = worded(m, ACCOUNT_UNEXPLAINED, m->reason, "");
        for (size_t i = first; i < m->out->cells.len; i++)
            if (m->out->cells.items[i].what == what) {
                m->out->cells.items[i].ns += left;
                return;
            }
        if (left > 0) array_push(&m->out->cells, (struct account_cell){thread, step, what, left});
    } else {
        m->out->cells.items[largest].ns += left;
    }
}

static void weigh_steps(struct making *m, struct one *one, struct weighed *steps) {
    for (size_t i = 0; i < one->count; i++) {
        size_t s = one->first + i;
        double length = (double)(making_step_end(m, s) - making_step_start(m, s));
        double part = length > 0 ? one->column[LIFE][i] / length : 0;
        const struct weigh step = {
            .life = one->column[LIFE][i],
            .waits = one->column[WAITED][i],
            .paused_in_waits = one->column[PAUSED][i],
            .cpu = one->column[CPU][i],
            .pauses = m->pauses[PAUSE_REACHING][s] * part,
            .throttled = m->ran[s] > 0 ? m->throttled[s] * one->column[CPU][i] / m->ran[s] : 0,
            .run_share = one->run_share};
        steps[i] = account_weigh(&step);
        one->column[LEFT][i] = steps[i].left;
    }
}

static void charge_paused(struct making *m, size_t step, double ns, amounts *all) {
    static const char *const words[PAUSE_KINDS] = {"GC pause", "safepoint",
                                                   "other threads on their way to a safepoint"};
    double whole = m->pauses[PAUSE_REACHING][step], before = 0;
    for (int kind = 0; kind < PAUSE_KINDS && whole > 0; kind++) {
        double own = m->pauses[kind][step] - before;
        add(all, worded(m, ACCOUNT_READY, words[kind], ""), ns * own / whole);
        before = m->pauses[kind][step];
    }
}

static void charge_one(struct making *m, struct one *one) {
    OWNED(mem_release) struct weighed *steps = mem_zero(one->count, sizeof *steps);
    const struct raw_cell *cell = one->cells;
    OWNED(array_release) amounts all = {0};
    weigh_steps(m, one, steps);
    const struct leaving leaving = leaving_of(m, one);
    for (size_t i = 0; i < one->count; i++) {
        uint32_t step = (uint32_t)(one->first + i);
        const struct weighed *w = &steps[i];
        while (cell < one->cells_end && cell->step < step) cell++;
        all.len = 0;
        if (one->column[WAITED][i] > 0)
            charge_waits(m, cell, one->cells_end, step, w->waits / one->column[WAITED][i], &all);
        if (w->running > 0) charge_running(m, one, cell, step, w->running, &all);
        if (w->paused > 0) charge_paused(m, step, w->paused, &all);
        add(&all, worded(m, ACCOUNT_READY, "throttled by the container's quota", ""), w->throttled);
        if (w->left > 0) charge_left(m, one, i, &leaving, &all);
        take_step(m, one->thread, step, (int64_t)one->column[LIFE][i], &all);
    }
}

/* ==== All threads =========================================================================== */

/* The JVM looks at one thread in native code each time, in turn: the one that was met most often
 * was there all the time, as far as anybody knows. */
static double native_scale(const struct making *m) {
    double *met = mem_zero(m->raw->threads.len, sizeof *met), all = 0, most = 0;
    EACH (const struct raw_cell, cell, &m->raw->cells) {
        if (m->raw->whats.items[cell->what].source != RAW_NATIVE) continue;
        met[cell->thread] += (double)cell->ns;
        all += (double)cell->ns;
        if (met[cell->thread] > most) most = met[cell->thread];
    }
    free(met);
    return most > 0 ? all / most : 0;
}

static bool is_on(const struct facts *facts, const char *event) {
    uint32_t type = strings_find(&facts->strings, event, strlen(event));
    uint32_t enabled = strings_find(&facts->strings, "enabled", 7);
    uint32_t yes = strings_find(&facts->strings, "true", 4);
    EACH (const struct fact_setting, setting, &facts->settings) {
        if (setting->event == type && setting->name == enabled && setting->value == yes)
            return true;
    }
    return false;
}

/* "waits shorter than 20 ms are not recorded" */
static void find_reason(struct making *m) {
    static const char *const events[] = {"jdk.ThreadPark", "jdk.JavaMonitorEnter",
                                         "jdk.JavaMonitorWait", "jdk.ThreadSleep",
                                         "jdk.SocketRead"};
    const struct facts *facts = m->facts;
    uint32_t threshold = strings_find(&facts->strings, "threshold", 9);
    OWNED(text_free) struct text text = {0};
    int64_t most = 0;
    for (size_t e = 0; e < sizeof events / sizeof *events; e++) {
        uint32_t type = strings_find(&facts->strings, events[e], strlen(events[e]));
        m->has_waits = m->has_waits || is_on(facts, events[e]);
        EACH (const struct fact_setting, setting, &facts->settings) {
            int64_t ns;
            if (setting->event == type && setting->name == threshold &&
                units_parse_period(strings_get(&facts->strings, setting->value), &ns) && ns > most)
                most = ns;
        }
    }
    for (size_t i = 0; i < m->raw->whats.len; i++)
        m->has_waits = m->has_waits || m->raw->whats.items[i].source == RAW_WAIT;
    if (most > 0) {
        text_add(&text, "waits shorter than ");
        units_add_duration(&text, most);
        text_add(&text, ", or in native code, are not recorded");
    } else {
        text_add(&text, "waiting in native code is not recorded");
    }
    m->reason = text_take(&text);
    text_addf(&text, "all processors were busy: it waited for one, or %s", m->reason);
    m->reason_full = text_take(&text);
}

/* Some virtual thread has a wait of its own. */
static void find_virtual(struct making *m) {
    for (size_t i = 0; i < m->raw->cells.len && !m->waits_of_virtual; i++) {
        const struct raw_cell *cell = &m->raw->cells.items[i];
        m->waits_of_virtual = m->raw->threads.items[cell->thread].is_virtual &&
                              m->raw->whats.items[cell->what].source == RAW_WAIT;
    }
}

void making_open(struct making *m) {
    size_t steps = m->out->steps + 1;
    for (int kind = 0; kind < PAUSE_KINDS; kind++)
        m->pauses[kind] = mem_zero(steps, sizeof *m->pauses[kind]);
    m->throttled = mem_zero(steps, sizeof *m->throttled);
    m->ran = mem_zero(steps, sizeof *m->ran);
    m->full = mem_zero(steps, sizeof *m->full);
    find_reason(m);
    find_virtual(m);
}

void making_close(struct making *m) {
    for (int kind = 0; kind < PAUSE_KINDS; kind++) free(m->pauses[kind]);
    mem_free(m->throttled, m->ran, m->full, m->reason, m->reason_full);
    array_free(&m->loads);
    map_free(&m->whats);
}

void making_weigh_all(struct making *m) {
    const struct raw_cell *next = m->raw->cells.items;
    OWNED(array_release) ARRAY(struct one) all = {0};
    m->native_scale = native_scale(m);
    array_reserve(&all, m->out->threads.len);
    for (uint32_t i = 0; i < m->out->threads.len; i++) {
        struct one one;
        open_one(m, i, &next, &one);
        array_push(&all, one);
    }
    for (size_t i = 0; i < all.len; i++) { /* when all are known to have run how long */
        if (all.items[i].count) charge_one(m, &all.items[i]);
        close_one(&all.items[i]);
    }
}
