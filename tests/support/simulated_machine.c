#include "tests/support/simulated_machine.h"

#include "agent/whatif/debts.h"
#include "agent/whatif/flow.h"
#include "agent/whatif/outside.h"

#include <string.h>

enum { THREADS = 8, THINGS = 4 };
enum state { RUNS, WAITS, SLEEPS };

struct thread {
    const struct sim_op *ops;
    int at;
    enum state state;
    bool begun, has_processor, owes_pause, outside, waited;
    int64_t left, wakes, paused_until, slice, turn;
    struct debtor debtor;
    uint8_t was;
    struct outsider outsider;
};

static struct machine {
    const struct sim_program *program;
    const struct sim_way *way;
    struct thread threads[THREADS];
    int count, queued[THINGS], met[THINGS];
    bool locked[THINGS];
    struct debts debts;
    struct outside outside;
    _Atomic int64_t credited;
    int64_t now, progress, ran, waited, turns, came, left, between;
    struct flow flow;
    uint64_t chance;
    struct sim_result result;
} m;

#define SLICE 3000000 /* of a processor, while others want it */

/* 0 to 1 */
static double chance(void) {
    m.chance = m.chance * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (double)(m.chance >> 11) / (double)(UINT64_C(1) << 53);
}

static void wake(enum sim_kind kind, int what) {
    for (int i = 0; i < m.count; i++) {
        struct thread *t = &m.threads[i];
        const struct sim_op *op = &t->ops[t->at];
        if (t->state != WAITS || op->kind != kind || op->what != what) continue;
        t->state = RUNS;
        if (kind != SIM_MEET) return;
    }
}

static bool wait_here(struct thread *t) {
    t->state = WAITS;
    return false;
}

static int64_t work_of(const struct sim_op *op) {
    bool faster = op->what == m.way->target && !m.way->virtual;
    return faster ? (int64_t)((double)op->ns * (1 - m.way->speed)) : op->ns;
}

/* Begins or ends the thread's operation. False: it waits in it; true: it is over. */
static bool step(struct thread *t, const struct sim_op *op) {
    int what = op->what;
    bool began = t->begun;
    t->begun = true;
    switch (op->kind) {
    case SIM_WORK:
        if (!began) t->left = work_of(op);
        return t->left <= 0;
    case SIM_LOCK:
        if (m.locked[what]) return wait_here(t);
        return m.locked[what] = true;
    case SIM_UNLOCK: m.locked[what] = false; return wake(SIM_LOCK, what), true;
    case SIM_PUT:
        if (m.queued[what] >= m.program->room) return wait_here(t);
        m.queued[what]++;
        return wake(SIM_GET, what), wake(SIM_HEAR, what), true;
    case SIM_GET:
    case SIM_HEAR:
        if (m.queued[what] == 0) return wait_here(t);
        m.queued[what]--;
        return wake(SIM_PUT, what), true;
    case SIM_MEET:
        if (began) return true;
        if (++m.met[what] < m.program->meeting) return wait_here(t);
        m.met[what] = 0;
        return wake(SIM_MEET, what), true;
    case SIM_SLEEP:
        if (began) return true;
        t->wakes = op->ns >= 0 ? m.now + op->ns : (m.now / -op->ns + 1) * -op->ns;
        t->state = SLEEPS;
        return false;
    case SIM_PROGRESS: m.progress++; return true;
    case SIM_COME: m.came++; return true;
    case SIM_LEAVE: m.left++; return true;
    case SIM_END: break;
    }
    return true;
}

/* Until the thread has work, or waits. */
static void advance(struct thread *t) {
    while (t->state == RUNS) {
        if (!step(t, &t->ops[t->at])) return;
        t->begun = false;
        if (t->ops[++t->at].kind == SIM_END) t->at = 0;
    }
}

static bool wants_processor(const struct thread *t) {
    return t->state == RUNS && t->paused_until <= m.now;
}

/* Who has a processor keeps it for its slice, then it is the turn of who waits longest. */
static void schedule(void) {
    int free = m.way->processors;
    for (int i = 0; i < m.count; i++) {
        struct thread *t = &m.threads[i];
        if (!wants_processor(t) || t->slice <= 0) t->has_processor = false;
        free -= t->has_processor;
    }
    for (; free > 0; free--) {
        struct thread *next = NULL;
        for (int i = 0; i < m.count; i++) {
            struct thread *t = &m.threads[i];
            if (!t->has_processor && wants_processor(t) && (!next || t->turn < next->turn))
                next = t;
        }
        if (!next) return;
        next->has_processor = true;
        next->slice = SLICE;
        next->turn = ++m.turns;
    }
}

/* ---- Pauses ---------------------------------------------------------------------------------- */

static enum debtor_state state_of(const struct thread *t) {
    bool hears = t->ops[t->at].kind == SIM_HEAR;
    return t->state == RUNS ? DEBTOR_IN_JAVA
           : t->state == WAITS && !m.way->no_credit && !(hears && m.way->unfollowed)
               ? DEBTOR_BLOCKED
               : DEBTOR_ELSEWHERE;
}

static void pause(struct thread *t) {
    int64_t owed = debts_pause(&m.debts, &t->debtor, state_of(t));
    t->owes_pause = false;
    if (!owed) return;
    if (t->state != RUNS) m.result.outside++;
    if (owed > m.result.longest) m.result.longest = owed;
    int64_t slept = owed + (int64_t)(10000 * chance()); /* it gets a processor late */
    t->paused_until = m.now + slept + m.way->unseen;
    debts_paused(&m.debts, &t->debtor, slept + m.way->unseen, atomic_load(&m.debts.round));
}

static void settle(const struct thread *self) {
    for (int i = 0; i < m.count; i++) {
        struct thread *t = &m.threads[i];
        if (t == self || t->outside || t->paused_until > m.now) continue;
        if (debts_settle(&m.debts, &t->debtor, state_of(t), &m.credited) != DEBTS_ASK) continue;
        if (m.way->late) continue;
        if (t->has_processor) pause(t);
        else t->owes_pause = true;
    }
}

static void look(void) {
    flow_look(&m.flow, m.came, m.left, m.now, atomic_load(&m.debts.global));
}

static void look_outside(const struct debts_look *look, int64_t elapsed) {
    bool busy = false;
    for (int i = 0; i < m.count; i++) {
        struct thread *t = &m.threads[i];
        if (t->outside) outside_see(&m.outside, &m.debts, look, &t->outsider, t->state != WAITS);
    }
    for (int i = 0; i < m.count; i++) {
        struct thread *t = &m.threads[i];
        if (t->outside) continue;
        if (t->state == RUNS && !outside_runs(&m.outside, &t->debtor, &t->waited))
            t->was = DEBTOR_RAN;
        else if (t->state == RUNS) busy = true;
        else t->waited = true;
    }
    outside_pass(&m.outside, busy, elapsed);
}

static struct debts_look who_ran(void) {
    struct debts_look look = {.any = false};
    for (int i = 0; i < m.count; i++) {
        struct thread *t = &m.threads[i];
        if (!t->outside) debts_ran(&m.debts, &look, &t->debtor, t->was);
    }
    return look;
}

static void look_at_wakes(const struct debts_look *look) {
    for (int i = 0; i < m.count; i++) {
        struct thread *t = &m.threads[i];
        bool hears = t->state == WAITS && t->ops[t->at].kind == SIM_HEAR && m.program->outside;
        if (!t->outside)
            debts_runs(&m.debts, look, &t->debtor, hears ? DEBTOR_ELSEWHERE : state_of(t), &t->was);
    }
}

static void tick(int64_t worth) {
    look();
    struct debts_look ran = who_ran();
    if (!m.way->unfollowed) look_outside(&ran, worth);
    look_at_wakes(&ran);
    if (m.way->charge > 0 && chance() < 0.5)
        debts_charge(&m.debts, (int64_t)((double)worth * m.way->charge));
    for (int i = 0; i < m.count; i++) {
        struct thread *t = &m.threads[i];
        const struct sim_op *op = &t->ops[t->at];
        if (!t->has_processor || t->outside || t->paused_until > m.now) continue;
        if (op->kind == SIM_WORK && op->what == m.way->target &&
            debts_hit(&m.debts, &t->debtor, (int64_t)((double)worth * m.way->speed)) > 0)
            settle(t);
        if (t->paused_until <= m.now) pause(t);
    }
    settle(NULL);
}

/* ---- The run --------------------------------------------------------------------------------- */

static int64_t sooner(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* How long nothing happens. */
static int64_t quiet(int64_t next) {
    int64_t until = next;
    for (int i = 0; i < m.count; i++) {
        const struct thread *t = &m.threads[i];
        if (t->has_processor) until = sooner(until, m.now + sooner(t->left, t->slice));
        else if (t->state == SLEEPS) until = sooner(until, t->wakes);
        if (t->paused_until > m.now) until = sooner(until, t->paused_until);
    }
    return until > m.now ? until - m.now : 0;
}

static void pass(int64_t ns) {
    for (int i = 0; i < m.count; i++) {
        struct thread *t = &m.threads[i];
        if (t->has_processor) {
            t->left -= ns;
            t->slice -= ns;
            m.ran += ns;
        } else if (wants_processor(t)) {
            m.waited += ns;
        }
    }
    m.now += ns;
    m.between += (m.came - m.left) * ns;
    for (int i = 0; i < m.count; i++) {
        struct thread *t = &m.threads[i];
        if (t->state == SLEEPS && t->wakes <= m.now) t->state = RUNS;
    }
}

struct sim_result sim_run(const struct sim_program *program, const struct sim_way *way) {
    memset(&m, 0, sizeof m);
    m.program = program;
    m.way = way;
    m.chance = 7;
    bool delays = way->virtual;
    m.debts.least = (int64_t)((double)way->period * (way->speed + way->charge) / 3);
    m.debts.longest = 2000000;
    for (; m.count < THREADS && program->threads[m.count]; m.count++) {
        m.threads[m.count].ops = program->threads[m.count];
        debts_join(&m.debts, &m.threads[m.count].debtor);
    }
    for (int i = m.count - program->outside; i < m.count; i++) m.threads[i].outside = true;
    for (int64_t last = 0, next = (int64_t)((double)way->period * (0.5 + chance()));
         m.now < way->length;) {
        for (int i = 0; i < m.count; i++)
            if (wants_processor(&m.threads[i])) advance(&m.threads[i]);
        schedule();
        for (int i = 0; i < m.count; i++)
            if (m.threads[i].owes_pause && m.threads[i].has_processor) pause(&m.threads[i]);
        schedule();
        pass(quiet(next));
        if (m.now < next) continue;
        if (delays) tick(m.now - last);
        else look();
        last = m.now;
        next = m.now + (int64_t)((double)way->period * (0.5 + chance()));
    }
    m.result.growth = atomic_load(&m.debts.global);
    m.result.credited = atomic_load(&m.credited);
    m.result.rate = (double)m.progress / (double)(m.now - m.result.growth) * 1e9;
    m.result.latency = (double)m.flow.spent / (double)m.flow.left;
    m.result.exact = (double)m.between / (double)m.left;
    m.result.lone = m.flow.lone;
    m.result.waited = (double)m.waited / (double)(m.ran + m.waited);
    return m.result;
}
