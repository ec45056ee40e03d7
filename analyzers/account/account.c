#include "analyzers/account/account.h"

#include "analyzers/account/account_make.h"
#include "analyzers/time/load.h"
#include "analyzers/time/threads.h"

#define FULL 0.9 /* of the processors */

/* ==== Time ================================================================================== */

int64_t making_step_start(const struct making *m, size_t step) {
    int64_t start = m->asked->start_ns + (int64_t)step * m->out->step_ns;
    return start > m->from_ns ? start : m->from_ns;
}

int64_t making_step_end(const struct making *m, size_t step) {
    int64_t end = m->asked->start_ns + (int64_t)(step + 1) * m->out->step_ns;
    return end < m->to_ns ? end : m->to_ns;
}

size_t making_step_of(const struct making *m, int64_t time_ns) {
    if (time_ns <= m->asked->start_ns) return 0;
    size_t step = (size_t)((time_ns - m->asked->start_ns) / m->out->step_ns);
    return step < m->out->steps ? step : m->out->steps - 1;
}

double making_overlap(int64_t from, int64_t to, int64_t other_from, int64_t other_to) {
    if (other_from > from) from = other_from;
    if (other_to < to) to = other_to;
    return to > from ? (double)(to - from) : 0;
}

/* Adds the amount to the steps that from..to lies in, by time. */
static void add_over(const struct making *m, int64_t from, int64_t to, double amount,
                     double *steps) {
    if (to <= from || to <= m->from_ns || from >= m->to_ns) return;
    for (size_t s = making_step_of(m, from > m->from_ns ? from : m->from_ns);
         s < m->out->steps && making_step_start(m, s) < to; s++)
        steps[s] += amount *
                    making_overlap(from, to, making_step_start(m, s), making_step_end(m, s)) /
                    (double)(to - from);
}

/* ==== The machine =========================================================================== */

ORDERED(compare_pauses, struct raw_pause, RISING(from_ns), RISING(to_ns), RISING(kind))

/* Of the kinds up to this one; each moment once. */
static void add_pauses(struct making *m, enum pause_kind most, double *steps) {
    int64_t until = INT64_MIN;
    for (size_t i = 0; i < m->raw->pauses.len; i++) {
        struct raw_pause pause = m->raw->pauses.items[i];
        if (pause.kind > most) continue;
        if (pause.from_ns < until) pause.from_ns = until;
        if (pause.to_ns <= pause.from_ns) continue;
        until = pause.to_ns;
        add_over(m, pause.from_ns, pause.to_ns, (double)(pause.to_ns - pause.from_ns), steps);
    }
}

static void add_loads(struct making *m) {
    const struct facts *facts = m->facts;
    struct account_machine *machine = &m->out->machine;
    OWNED(mem_release) int64_t *starts = load_starts(facts, m->asked->start_ns);
    OWNED(mem_release) double *loads = mem_zero(m->out->steps, sizeof *loads);
    OWNED(mem_release) double *known = mem_zero(m->out->steps, sizeof *known);
    double jvm = 0, all = 0, ns = 0;
    for (size_t i = 0; i < facts->loads.len; i++) {
        const struct fact_load *load = &facts->loads.items[i];
        double in = making_overlap(starts[i], load->time_ns, m->from_ns, m->to_ns);
        if (in <= 0 || !(load->machine >= 0)) continue;
        double own = (double)load->jvm_user + (double)load->jvm_system;
        double total = (double)load->machine > own ? (double)load->machine : own;
        jvm += in * own;
        all += in * total;
        ns += in;
        double length = (double)(load->time_ns - starts[i]);
        add_over(m, starts[i], load->time_ns, length * total, loads);
        add_over(m, starts[i], load->time_ns, length, known);
    }
    machine->jvm = ratio_of(jvm, ns);
    machine->machine = ratio_of(all, ns);
    for (size_t s = 0; s < m->out->steps; s++)
        m->full[s] = known[s] > 0 && loads[s] >= FULL * known[s];
}

static void add_throttling(struct making *m) {
    OWNED(array_release) load_throttles all = load_throttling(m->facts);
    double share = 0, ns = 0;
    EACH (const struct load_throttle, t, &all) {
        double in = making_overlap(t->from_ns, t->to_ns, m->from_ns, m->to_ns);
        share += t->share * in;
        ns += in;
        add_over(m, t->from_ns, t->to_ns, (double)t->waited_ns, m->throttled);
    }
    m->out->machine.throttled = ratio_of(share, ns);
    for (size_t s = 0; s < m->out->steps; s++) m->full[s] = m->full[s] || m->throttled[s] > 0;
}

static void look_at_machine(struct making *m) {
    struct account_machine *machine = &m->out->machine;
    double paused = 0, full = 0, known = 0;
    machine->processors = load_processors(m->facts);
    array_sort(&m->raw->pauses, compare_pauses);
    for (int kind = 0; kind < PAUSE_KINDS; kind++)
        add_pauses(m, (enum pause_kind)kind, m->pauses[kind]);
    add_loads(m);
    add_throttling(m);
    for (size_t s = 0; s < m->out->steps; s++) {
        double length = (double)(making_step_end(m, s) - making_step_start(m, s));
        if (length <= 0) continue;
        paused += m->pauses[PAUSE_OPERATION][s];
        full += m->full[s] ? length : 0;
        known += length;
    }
    machine->paused = m->raw->pauses.len ? ratio_of(paused, known) : MISSING_REAL;
    machine->full = is_known(machine->machine) || is_known(machine->throttled)
                        ? ratio_of(full, known)
                        : MISSING_REAL;
}

/* ==== Threads =============================================================================== */

/* The recording's ends, where starts and ends of threads would have been recorded. */
static void set_life(const struct making *m, const struct raw_thread *raw,
                     struct account_thread *thread) {
    bool whole = m->raw->has_starts && !raw->is_virtual;
    int64_t first = raw->first_ns, last = raw->last_ns;
    thread->known_start = is_known(raw->start_ns);
    thread->known_end = is_known(raw->end_ns);
    int64_t from = whole_or(raw->start_ns, whole ? m->from_ns : first);
    int64_t to = whole_or(raw->end_ns, whole ? m->to_ns : last);
    if (first < from) from = first;
    if (last > to) to = last;
    thread->from_ns = from > m->from_ns ? from : m->from_ns;
    thread->to_ns = to < m->to_ns ? to : m->to_ns;
}

/* Behind main() its thread waits as "DestroyJavaVM" for those of the program to end. Samplers that
 * know threads by the system's number call it so from the beginning, with all that main() did. */
static bool waits_for_the_end(const struct raw_thread *raw, const char *name) {
    return !raw->in_java && strcmp(name, "DestroyJavaVM") == 0;
}

static void take_threads(struct making *m) {
    OWNED(text_free) struct text pool = {0};
    EACH (const struct raw_thread, raw, &m->raw->threads) {
        const char *name = strings_get(&m->raw->texts, raw->name);
        struct account_thread thread = {.name =
                                            strings_take(&m->out->texts, &m->raw->texts, raw->name),
                                        .os_id = raw->os_id,
                                        .java_id = raw->java_id,
                                        .is_virtual = raw->is_virtual};
        thread.of_jvm = threads_of_jvm(name) || waits_for_the_end(raw, name) ||
                        (!raw->java_id && !raw->in_java && !raw->is_virtual && raw->os_id);
        text_clear(&pool);
        threads_add_pattern(&pool, name);
        thread.pool = strings_intern(&m->out->texts, text_str(&pool), pool.len);
        set_life(m, raw, &thread);
        array_push(&m->out->threads, thread);
    }
}

ORDERED_IN(compare_raw_whats, uint32_t, raw_order_whats(context, *x, *y))

/* Cells are added up in the order of what they say, whoever read them: sums have the same last
 * digits then, and where amounts are equal the same is first. */
static void order_whats(struct raw *raw) {
    size_t len = raw->whats.len;
    OWNED(mem_release) uint32_t *order = mem_resize(NULL, len, sizeof *order);
    OWNED(mem_release) uint32_t *rank = mem_resize(NULL, len, sizeof *rank);
    OWNED(mem_release) struct raw_what *whats = mem_resize(NULL, len, sizeof *whats);
    for (uint32_t i = 0; i < len; i++) order[i] = i;
    if (len) platform_sort(order, len, sizeof *order, compare_raw_whats, raw);
    for (uint32_t i = 0; i < len; i++) {
        rank[order[i]] = i;
        whats[i] = raw->whats.items[order[i]];
    }
    if (len) memcpy(raw->whats.items, whats, len * sizeof *whats);
    for (size_t i = 0; i < raw->cells.len; i++)
        raw->cells.items[i].what = rank[raw->cells.items[i].what];
}

ORDERED(compare_cells, struct raw_cell, RISING(thread), RISING(step), RISING(what))

ORDERED(compare_loads, struct making_load, RISING(thread), RISING(to_ns))

/* A load speaks of no time before the thread was there. Ours divides by all of the time since the
 * recording began or a period ago, the JVM by what of it the thread was there. */
static int64_t load_from(const struct raw *raw, uint32_t number, int64_t from, int64_t to) {
    const struct raw_thread *thread = &raw->threads.items[number];
    int64_t since = raw->of_agent ? whole_or(thread->start_ns, thread->since_ns) : thread->start_ns;
    return is_known(since) && since > from && since < to ? since : from;
}

static void take_loads(struct making *m) {
    const struct facts *facts = m->facts;
    double processors = whole_real(m->out->machine.processors);
    if (is_missing(processors)) return;
    OWNED(mem_release) int64_t *starts = load_thread_starts(facts, m->asked->start_ns);
    for (size_t i = 0; i < facts->thread_loads.len; i++) {
        const struct fact_thread_load *load = &facts->thread_loads.items[i];
        const char *name = strings_get(&facts->strings, load->thread);
        double share = (double)load->user + (double)load->system;
        struct raw_thread who = {.os_id = load->os_id,
                                 .java_id = load->java_id,
                                 .name = raw_text(m->raw, name),
                                 .named_ns = *name ? load->time_ns : INT64_MIN,
                                 .first_ns = load->time_ns,
                                 .last_ns = load->time_ns,
                                 .since_ns = INT64_MAX,
                                 .until_ns = INT64_MIN,
                                 .start_ns = MISSING,
                                 .end_ns = MISSING};
        if (load->time_ns <= starts[i] || !(share >= 0)) continue;
        uint32_t thread = raw_thread(m->raw, &who);
        int64_t from = load_from(m->raw, thread, starts[i], load->time_ns);
        int64_t length = load->time_ns - (m->raw->of_agent ? starts[i] : from);
        array_push(&m->loads, (struct making_load){thread, from, load->time_ns,
                                                   share * processors * (double)length});
    }
    array_sort(&m->loads, compare_loads);
}

/* ==== All of it ============================================================================= */

static int compare_threads(const void *a, const void *b, void *context) {
    const struct account *account = context;
    const struct account_thread *x = &account->threads.items[*(const uint32_t *)a];
    const struct account_thread *y = &account->threads.items[*(const uint32_t *)b];
    int order =
        strcmp(strings_get(&account->texts, x->pool), strings_get(&account->texts, y->pool));
    if (!order)
        order =
            strcmp(strings_get(&account->texts, x->name), strings_get(&account->texts, y->name));
    if (order) return order;
    return ORDER(x->java_id, y->java_id) ?: ORDER(x->os_id, y->os_id);
}

ORDERED(compare_out_cells, struct account_cell, RISING(thread), RISING(step), RISING(what))

/* Threads that have no time are none. */
static void put_in_order(struct account *out) {
    OWNED(mem_release) uint32_t *order = mem_resize(NULL, out->threads.len, sizeof *order);
    OWNED(mem_release) uint32_t *place = mem_resize(NULL, out->threads.len, sizeof *place);
    size_t kept = 0;
    for (uint32_t i = 0; i < out->threads.len; i++)
        if (out->threads.items[i].to_ns > out->threads.items[i].from_ns) order[kept++] = i;
    if (kept) platform_sort(order, kept, sizeof *order, compare_threads, out);
    struct account_thread *sorted = mem_resize(NULL, kept, sizeof *sorted);
    for (size_t i = 0; i < kept; i++) {
        sorted[i] = out->threads.items[order[i]];
        place[order[i]] = (uint32_t)i;
    }
    free(out->threads.items);
    out->threads.items = sorted;
    out->threads.len = out->threads.cap = kept;
    for (size_t i = 0; i < out->cells.len; i++)
        out->cells.items[i].thread = place[out->cells.items[i].thread];
    array_sort(&out->cells, compare_out_cells);
}

static void sum_up(struct account *out) {
    EACH (const struct account_cell, cell, &out->cells) {
        struct account_thread *thread = &out->threads.items[cell->thread];
        enum account_state state = out->whats.items[cell->what].state;
        thread->ns[state] += cell->ns;
        if (!thread->of_jvm) {
            out->ns[state] += cell->ns;
            out->total_ns += cell->ns;
        } else if (state == ACCOUNT_RUNNING) {
            out->jvm_ns += cell->ns;
        }
    }
}

bool account_of_raw(struct raw *raw, const struct facts *facts, struct account *out) {
    struct making m = {.raw = raw, .facts = facts, .out = out};
    *out = (struct account){
        .machine = {MISSING, MISSING_REAL, MISSING_REAL, MISSING_REAL, MISSING_REAL, MISSING_REAL}};
    if (raw && raw->step_ns) {
        const struct account_asked *asked = m.asked = raw->asked;
        int64_t from = asked->window.from_ns, to = asked->window.to_ns;
        m.from_ns = from > asked->start_ns ? from : asked->start_ns;
        m.to_ns = to < asked->end_ns ? to + 1 : asked->end_ns;
    }
    if (m.to_ns > m.from_ns) {
        out->range = (struct time_range){.start_ns = m.from_ns, .end_ns = m.to_ns - 1};
        out->step_ns = raw->step_ns;
        out->steps = (size_t)((m.to_ns - 1 - m.asked->start_ns) / out->step_ns) + 1;
        making_open(&m);
        look_at_machine(&m);
        take_loads(&m);
        take_threads(&m);
        order_whats(raw);
        array_sort(&raw->cells, compare_cells);
        making_weigh_all(&m);
        making_close(&m);
        put_in_order(out);
        sum_up(out);
    }
    return out->threads.len > 0;
}

bool account_make(const struct walk_run *run, struct account *out) {
    OWNED(facts_free) struct facts facts = facts_take(run);
    return account_of_raw(walk_result(run, &account_reader), &facts, out);
}

bool account_has_threads(const struct walk_run *run) {
    const struct raw *raw = walk_result(run, &account_reader);
    return raw && raw->threads.len > 0;
}

void account_free(struct account *account) {
    strings_free(&account->texts);
    arrays_free(&account->whats, &account->threads, &account->cells);
}

/* ==== Words ================================================================================= */

const char *account_state_words(enum account_state state) {
    static const char *const words[ACCOUNT_STATES] = {"running",
                                                      "ready, but stopped",
                                                      "waiting for a lock",
                                                      "waiting for a reply",
                                                      "waiting for a file",
                                                      "waiting for others",
                                                      "asleep",
                                                      "idle",
                                                      "unexplained"};
    return words[state];
}

const char *account_state_key(enum account_state state) {
    static const char *const keys[ACCOUNT_STATES] = {
        "running", "ready", "lock", "reply", "file", "other", "timer", "idle", "unexplained"};
    return keys[state];
}

const char *account_basis_words(enum account_basis basis) {
    static const char *const words[ACCOUNT_BASES] = {"nothing", "samples", "CPU samples",
                                                     "CPU clock"};
    return words[basis];
}
