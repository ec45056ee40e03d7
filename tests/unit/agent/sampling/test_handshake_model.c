/* The handshake as a model, all of its interleavings walked through: a sampler that asks one target
 * or both, twice, takes their answers in whatever order, takes requests back, lets them go on; two
 * targets that block the signal or exit whenever they like, a stranger who sends signals, time-outs
 * at any moment. One step of the model is one atomic operation or system call of
 * agent/sampling/handshake.c.
 *
 * In every state: nobody captured at a place that may be another's, or who was not asked, a
 * suspended thread stands still while the sampler looks at it, no more than one token at a place.
 * At the end: no token, nobody in the handler's wait, all words are 0. From every state the end can
 * be reached (no deadlock, no loop without a way out).
 *
 * So that a model that finds nothing means something, each of the rules that the protocol lives by
 * is broken once, and must be caught. */
#include "base/array.h"
#include "base/map.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 2, ROUNDS = 2, STRANGERS = 1, ALL = THREADS };

enum broken {
    NOTHING,
    CANCEL_WITHOUT_COMPARE,   /* a time-out writes RUNNING over whatever is there */
    LOST_CANCEL_LEAVES_TOKEN, /* the cancel was too late, and the token is not taken */
    ANY_SIGNAL_WAKES,         /* the target does not look for WAKEUP_REQUEST */
    NOBODY_NEED_ASK,          /* the handler captures at any signal */
    POST_WITHOUT_WAKE,        /* the token is posted, the sleeper is not woken */
    CAPTURE_BEFORE_SUSPENDED, /* the target captures while it can still be cancelled */
    BACK_WITHOUT_TOKEN,       /* the target is seen RUNNING, its second token is not taken */
    WAKEUP_WITHOUT_COMPARE,   /* WAKEUP_REQUEST is written over what went on by itself */
    SLEEP_WITHOUT_LOOK,       /* the sampler looks for tokens, then reads how many were posted */
    LAWS
};

enum word { RUNNING, REQUEST, SUSPENDED, WAKEUP };

enum sampler { /* what the sampler does next */
               S_CHOOSE,
               S_ASK,
               S_SEND,
               S_GIVE_UP,
               S_LOOK,
               S_WAKEUP,
               S_SEND_WAKEUP,
               S_BACK,
               S_CHECK,
               S_DONE,
               /* token_wait: which of the four waits it is in, times its steps */
               S_WAIT
};
enum wait { W_ANSWER, W_LATE, W_BACK, W_BACK_LATE };
enum wait_step { W_AWAKE, W_WAITS, W_READ, W_TRY, W_FUTEX, W_SLEEP, W_STEPS };
enum phase { FREE, ASKED, RELEASED };

enum target {
    T_APP,
    T_ENTER,
    T_CAPTURE,
    T_CAPTURED,
    T_POST,
    T_WAKE,
    T_LOOK,
    T_SUSPEND,
    T_NESTED,
    T_BACK,
    T_POST_BACK,
    T_WAKE_BACK,
    T_EARLY_CAPTURE,
    T_EARLY_CLAIM,
    T_EXITED
};

struct state {
    uint8_t sampler, rounds, chosen, to_ask, strangers;
    /* posted: since the sampler has read the number of tokens posted */
    uint8_t posted, waiting, timed_out;
    struct { /* each thread has the place of its number */
        uint8_t at, pending, blocked, asked, word, tokens, phase, goes_on;
    } thread[THREADS];
    uint8_t wrong; /* number of the law that was broken, see laws */
};

static const char *const laws[] = {
    "",
    "captured at a place that is given away",
    "captured without being asked",
    "a thread runs while the sampler looks at it",
    "more than one token",
    "something is left at the end",
    "no way to the end",
};
enum law { FINE, GIVEN_AWAY, NOT_ASKED, NOT_STILL, TWO_TOKENS, LEFT_OVER, STUCK };

static ARRAY(struct state) states;
struct edge {
    uint32_t from, to;
};
static ARRAY(struct edge) edges;
static struct map seen;
static enum broken broken;

static uint32_t number_of(const struct state *s) {
    const uint64_t hash = hash_bytes(s, sizeof *s);
    EACH_KEY (key, hash) {
        bool fresh;
        uint64_t *n = map_put(&seen, key, &fresh);
        if (fresh) {
            *n = states.len;
            array_push(&states, *s);
        }
        if (memcmp(&states.items[*n], s, sizeof *s) == 0) return (uint32_t)*n;
    }
}

static bool capturing(unsigned at) {
    return at == T_CAPTURED || at == T_EARLY_CLAIM;
}

static void reach(uint32_t from, struct state s) {
    for (int t = 0; t < THREADS; t++) {
        if (capturing(s.thread[t].at) && s.thread[t].phase != ASKED) s.wrong = GIVEN_AWAY;
        if (s.thread[t].tokens > 1 + s.thread[t].goes_on) s.wrong = TWO_TOKENS;
    }
    if (s.sampler == S_LOOK || s.sampler == S_WAKEUP) {
        unsigned at = s.thread[s.chosen].at;
        bool still = at == T_WAKE || at == T_LOOK || at == T_SUSPEND || at == T_NESTED;
        still |= s.thread[s.chosen].goes_on; /* it need not: the sampler does not look */
        if (!still) s.wrong = NOT_STILL;
    }
    array_push(&edges, (struct edge){from, number_of(&s)});
}

/* The first thread whose request is in that phase; ALL: none. */
static uint8_t first_in(const struct state *s, enum phase phase) {
    uint8_t t = 0;
    while (t < THREADS && s->thread[t].phase != phase) t++;
    return t;
}

static struct state wait_for(struct state s, enum wait which) {
    s.sampler = (uint8_t)(S_WAIT + which * W_STEPS + W_AWAKE);
    s.timed_out = 0;
    return s;
}

/* Whoever is asked still, is waited for; then those who were let go on. */
static struct state next(struct state s, enum wait answers) {
    s.chosen = ALL;
    if (first_in(&s, ASKED) < ALL) return wait_for(s, answers);
    s.sampler = S_BACK;
    return s;
}

/* token_wait came back: with the token of the chosen thread, or without. */
static struct state waited(struct state s, enum wait which, bool token) {
    s.waiting = s.timed_out = s.posted = 0;
    switch (which) {
    case W_ANSWER: s.sampler = token ? S_LOOK : S_GIVE_UP; break;
    case W_LATE: s.sampler = S_LOOK; break;
    case W_BACK:
    case W_BACK_LATE:
        s.sampler = token ? S_BACK : S_CHECK;
        if (token) s.thread[s.chosen].phase = FREE;
    }
    if (s.sampler == S_GIVE_UP) s.chosen = 0;
    if (s.sampler == S_BACK) s.chosen = ALL;
    return s;
}

/* Takes a token, if there is one that is waited for; false: there is none. */
static bool takes(uint32_t from, struct state s, enum wait which) {
    bool any = false;
    for (int t = 0; t < THREADS; t++) {
        bool wanted = which <= W_LATE ? s.thread[t].phase == ASKED : t == s.chosen;
        if (!wanted || !s.thread[t].tokens) continue;
        struct state n = s;
        n.thread[t].tokens--;
        n.chosen = (uint8_t)t;
        reach(from, waited(n, which, true));
        any = true;
    }
    return any;
}

static void wait_steps(uint32_t from, struct state s) {
    enum wait which = (enum wait)((s.sampler - S_WAIT) / W_STEPS);
    uint8_t begin = (uint8_t)(S_WAIT + which * W_STEPS);
    bool timed = which == W_ANSWER || which == W_BACK;
    struct state n = s;
    switch ((enum wait_step)((s.sampler - S_WAIT) % W_STEPS)) {
    case W_AWAKE: /* looks as often as it likes before it says that it waits */
        if (takes(from, s, which)) break;
        n.sampler = (uint8_t)(begin + W_WAITS);
        reach(from, n);
        break;
    case W_WAITS:
        n.waiting = 1;
        n.sampler = (uint8_t)(begin + (broken == SLEEP_WITHOUT_LOOK ? W_TRY : W_READ));
        reach(from, n);
        break;
    case W_READ:
        n.posted = 0;
        n.sampler = (uint8_t)(begin + (broken == SLEEP_WITHOUT_LOOK ? W_FUTEX : W_TRY));
        reach(from, n);
        break;
    case W_TRY:
        if (takes(from, s, which)) break;
        if (s.timed_out) n = waited(s, which, false);
        else n.sampler = (uint8_t)(begin + (broken == SLEEP_WITHOUT_LOOK ? W_READ : W_FUTEX));
        reach(from, n);
        break;
    case W_FUTEX: /* the kernel compares and sleeps in one step */
        n.sampler = (uint8_t)(begin + (s.posted ? W_READ : W_SLEEP));
        if (s.posted && broken == SLEEP_WITHOUT_LOOK) n.sampler = (uint8_t)(begin + W_TRY);
        reach(from, n);
        break;
    default: /* asleep; a wake-up is the target's step */
        if (!timed) break;
        n.sampler = (uint8_t)(begin + (broken == SLEEP_WITHOUT_LOOK ? W_TRY : W_READ));
        n.timed_out = 1;
        reach(from, n);
    }
}

/* Takes back the request of the chosen thread, or leaves it; then the next one's turn. */
static void give_up(uint32_t from, struct state s) {
    uint8_t t = s.chosen;
    if (t ==
        ALL) { /* some are left that would not be taken back, or were not: they are waited for */
        bool late = false;
        for (int i = 0; i < THREADS; i++)
            late |= s.thread[i].phase == ASKED && s.thread[i].word != REQUEST;
        reach(from, next(s, late ? W_LATE : W_ANSWER));
        return;
    }
    struct state n = s;
    n.chosen++;
    if (s.thread[t].phase != ASKED) {
        reach(from, n);
        return;
    }
    reach(from, n);
    if (s.thread[t].word == REQUEST || broken == CANCEL_WITHOUT_COMPARE) {
        n.thread[t].word = RUNNING;
        n.thread[t].asked = 0;
        n.thread[t].phase = FREE;
        reach(from, n);
    } else if (broken == LOST_CANCEL_LEAVES_TOKEN) {
        n.sampler = S_WAKEUP;
        n.chosen = t;
        reach(from, n);
    }
}

static void sampler_steps(uint32_t from, struct state s) {
    struct state n = s;
    switch (s.sampler) {
    case S_CHOOSE:
        if (s.rounds == 0) {
            n.sampler = S_DONE;
            reach(from, n);
            break;
        }
        for (int set = 1; set < 1 << THREADS; set++) {
            n = s;
            n.rounds--;
            n.to_ask = (uint8_t)set;
            n.sampler = S_ASK;
            reach(from, n);
        }
        break;
    case S_ASK:
        if (s.to_ask == 0) {
            reach(from, next(s, W_ANSWER));
            break;
        }
        n.chosen = s.to_ask & 1 ? 0 : 1;
        n.to_ask &= (uint8_t) ~(1u << n.chosen);
        if (s.thread[n.chosen].word != RUNNING) n.wrong = LEFT_OVER;
        n.thread[n.chosen].word = REQUEST;
        n.thread[n.chosen].asked = 1;
        n.thread[n.chosen].phase = ASKED;
        n.sampler = S_SEND;
        for (uint8_t goes_on = 0; goes_on < 2; goes_on++) {
            n.thread[n.chosen].goes_on = goes_on;
            reach(from, n);
        }
        break;
    case S_SEND:
        n.sampler = S_ASK;
        if (s.thread[s.chosen].at == T_EXITED) {
            if (s.thread[s.chosen].word == REQUEST) {
                n.thread[s.chosen].word = RUNNING;
                n.thread[s.chosen].asked = 0;
                n.thread[s.chosen].phase = FREE;
            }
        } else {
            n.thread[s.chosen].pending = 1;
        }
        reach(from, n);
        break;
    case S_GIVE_UP: give_up(from, s); break;
    case S_LOOK:
        n.sampler = S_WAKEUP;
        reach(from, n);
        break;
    case S_WAKEUP:
        n.thread[s.chosen].asked = 0;
        n.thread[s.chosen].phase = RELEASED;
        if (s.thread[s.chosen].word == RUNNING && broken != WAKEUP_WITHOUT_COMPARE) {
            n = next(n, W_ANSWER); /* it went on by itself */
        } else {
            n.thread[s.chosen].word = WAKEUP;
            n.sampler = S_SEND_WAKEUP;
            if (s.thread[s.chosen].goes_on) n = next(n, W_ANSWER);
        }
        reach(from, n);
        break;
    case S_SEND_WAKEUP:
        if (s.thread[s.chosen].at != T_EXITED) n.thread[s.chosen].pending = 1;
        reach(from, next(n, W_ANSWER));
        break;
    case S_BACK:
        n.chosen = first_in(&s, RELEASED);
        n.sampler = S_CHOOSE;
        reach(from, n.chosen < ALL ? wait_for(n, W_BACK) : n);
        break;
    case S_CHECK:
        if (s.thread[s.chosen].word == RUNNING && broken == BACK_WITHOUT_TOKEN) {
            n.thread[s.chosen].phase = FREE;
            n.sampler = S_BACK;
        } else if (s.thread[s.chosen].word == RUNNING) {
            n = wait_for(n, W_BACK_LATE);
        } else { /* the signal again */
            if (s.thread[s.chosen].at != T_EXITED) n.thread[s.chosen].pending = 1;
            n = wait_for(n, W_BACK);
        }
        reach(from, n);
        break;
    case S_DONE: break;
    default: wait_steps(from, s);
    }
}

static struct state woken(struct state s) {
    bool asleep = s.sampler >= S_WAIT && (s.sampler - S_WAIT) % W_STEPS == W_SLEEP;
    if (s.waiting && asleep && broken != POST_WITHOUT_WAKE)
        s.sampler =
            (uint8_t)(s.sampler - W_SLEEP + (broken == SLEEP_WITHOUT_LOOK ? W_TRY : W_READ));
    return s;
}

/* The token is there, then the number of tokens posted is larger; two steps that are one here,
 * because the sampler looks for the token after it has read the number. */
static void post(struct state *s, unsigned t) {
    s->thread[t].tokens++;
    s->posted = 1;
}

static void target_steps(uint32_t from, struct state s, uint8_t t) {
    struct state n = s;
    uint8_t word = s.thread[t].word;
    uint8_t *at = &n.thread[t].at;
    switch (s.thread[t].at) {
    case T_APP:
        if (s.thread[t].pending && !s.thread[t].blocked) {
            n.thread[t].pending = 0;
            *at = broken == CAPTURE_BEFORE_SUSPENDED ? T_EARLY_CAPTURE : T_ENTER;
            reach(from, n);
            n = s;
        }
        n.thread[t].blocked ^= 1;
        reach(from, n);
        n = s;
        n.thread[t].pending = 0;
        *at = T_EXITED;
        reach(from, n);
        break;
    case T_ENTER:
        if (word == REQUEST || broken == NOBODY_NEED_ASK) {
            n.thread[t].word = SUSPENDED;
            *at = T_CAPTURE;
        } else {
            *at = T_APP;
        }
        reach(from, n);
        break;
    case T_CAPTURE:
        if (!s.thread[t].asked) n.wrong = NOT_ASKED;
        *at = T_CAPTURED;
        reach(from, n);
        break;
    case T_CAPTURED:
        *at = T_POST;
        reach(from, n);
        break;
    case T_POST:
        post(&n, t);
        *at = T_WAKE;
        reach(from, n);
        break;
    case T_WAKE:
        n = woken(n);
        *at = T_LOOK;
        reach(from, n);
        break;
    case T_LOOK: /* once or many times */
        *at = word == WAKEUP || s.thread[t].goes_on ? T_BACK : T_SUSPEND;
        reach(from, n);
        break;
    case T_SUSPEND:
        if (!s.thread[t].pending) break;
        n.thread[t].pending = 0;
        *at = T_NESTED;
        reach(from, n);
        break;
    case T_NESTED: /* the handler within the handler: finds no request */
        if (word == REQUEST) n.wrong = NOT_ASKED;
        *at = broken == ANY_SIGNAL_WAKES ? T_BACK : T_LOOK;
        reach(from, n);
        break;
    case T_BACK:
        if (word == WAKEUP || s.thread[t].goes_on || broken == ANY_SIGNAL_WAKES)
            n.thread[t].word = RUNNING;
        *at = T_POST_BACK;
        reach(from, n);
        break;
    case T_POST_BACK:
        post(&n, t);
        *at = T_WAKE_BACK;
        reach(from, n);
        break;
    case T_WAKE_BACK:
        n = woken(n);
        *at = T_APP;
        reach(from, n);
        break;
    case T_EARLY_CAPTURE:
        if (word == REQUEST) *at = T_EARLY_CLAIM;
        else *at = T_APP;
        reach(from, n);
        break;
    case T_EARLY_CLAIM:
        if (word == REQUEST) {
            n.thread[t].word = SUSPENDED;
            *at = T_POST;
        } else {
            *at = T_APP;
        }
        reach(from, n);
        break;
    default: break;
    }
}

static bool in_handler(unsigned at) {
    return at != T_APP && at != T_EXITED && at != T_WAKE_BACK && at != T_ENTER &&
           at != T_EARLY_CAPTURE;
}

/* The first law that some state breaks; FINE if none does. */
static enum law explore(enum broken rule) {
    broken = rule;
    struct state first = {.sampler = S_CHOOSE, .rounds = ROUNDS, .strangers = STRANGERS};
    number_of(&first);
    enum law found = FINE;
    for (uint32_t i = 0; i < states.len && found == FINE; i++) {
        struct state s = states.items[i];
        found = (enum law)s.wrong;
        if (s.sampler == S_DONE) {
            bool left = false;
            for (int t = 0; t < THREADS; t++)
                left |=
                    s.thread[t].tokens || s.thread[t].word != RUNNING || in_handler(s.thread[t].at);
            if (left) found = LEFT_OVER;
        }
        if (found != FINE) break;
        sampler_steps(i, s);
        for (unsigned t = 0; t < THREADS; t++) {
            target_steps(i, s, (uint8_t)t);
            if (s.strangers && s.thread[t].at != T_EXITED && !s.thread[t].pending) {
                struct state n = s;
                n.strangers--;
                n.thread[t].pending = 1;
                reach(i, n);
            }
        }
    }
    /* Backwards from the ends: every state must be reached. Edges lead forward in most cases, so
     * going through them from the last to the first needs few passes. */
    bool *ends = mem_zero(states.len, sizeof *ends);
    bool again = found == FINE;
    for (uint32_t i = 0; i < states.len; i++) ends[i] = states.items[i].sampler == S_DONE;
    while (again) {
        again = false;
        for (size_t e = edges.len; e-- > 0;)
            if (ends[edges.items[e].to] && !ends[edges.items[e].from])
                ends[edges.items[e].from] = again = true;
    }
    for (uint32_t i = 0; i < states.len && found == FINE; i++)
        if (!ends[i]) found = STUCK;
    printf("%8zu states, %8zu steps: %s\n", states.len, edges.len,
           found ? laws[found] : "all laws kept");
    free(ends);
    array_free(&states);
    array_free(&edges);
    map_free(&seen);
    seen = (struct map){0};
    return found;
}

START_TEST(every_interleaving_keeps_the_laws) {
    ck_assert_int_eq(explore(NOTHING), FINE);
}
END_TEST

START_TEST(breaking_a_rule_is_found) {
    ck_assert_int_ne(explore((enum broken)_i), FINE);
}
END_TEST

int main(void) {
    Suite *s = suite_create("handshake model");
    TCase *t = tcase_create("interleavings");
    tcase_add_test(t, every_interleaving_keeps_the_laws);
    tcase_add_loop_test(t, breaking_a_rule_is_found, NOTHING + 1, LAWS);
    suite_add_tcase(s, t);
    return suite_run(s);
}
