/* The handshake as a model, all of its interleavings walked through: a sampler that makes three
 * handshakes, two targets that block the signal or exit whenever they like, a stranger who sends
 * signals, time-outs at any moment. One step of the model is one atomic operation or system call of
 * agent/sampling/handshake.c.
 *
 * In every state: never two captures at a time, nobody captured who was not asked, a suspended
 * thread stands still while the sampler looks at it, no more than one token. At the end: no token,
 * nobody in the handler's wait, the word is 0. From every state the end can be reached (no
 * deadlock, no loop without a way out).
 *
 * So that a model that finds nothing means something, each of the rules that the protocol lives by
 * is broken once, and must be caught. */
#include "base/array.h"
#include "base/map.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 2, ROUNDS = 3, STRANGERS = 2 };

enum broken {
    NOTHING,
    CANCEL_WITHOUT_COMPARE,   /* a time-out writes RUNNING over whatever is there */
    LOST_CANCEL_LEAVES_TOKEN, /* the cancel was too late, and the token is not taken */
    ANY_SIGNAL_WAKES,         /* the target does not look for WAKEUP_REQUEST */
    NOBODY_NEED_ASK,          /* the handler captures at any signal */
    POST_WITHOUT_WAKE,        /* the token is posted, the sleeper is not woken */
    CAPTURE_BEFORE_SUSPENDED, /* the target captures while it can still be cancelled */
    BACK_WITHOUT_TOKEN,       /* the target is seen RUNNING, its second token is not taken */
    LAWS
};

enum word { RUNNING, REQUEST, SUSPENDED, WAKEUP };

enum sampler { /* what the sampler does next */
               S_CHOOSE,
               S_SEND,
               S_CANCEL,
               S_LATE_TOKEN,
               S_LOOK,
               S_WAKEUP,
               S_SEND_WAKEUP,
               S_CHECK,
               S_DONE,
               /* token_wait: which of the four waits it is in, times four steps */
               S_WAIT
};
enum wait { W_ANSWER, W_LATE, W_BACK, W_BACK_LATE };
enum wait_step { W_AWAKE, W_TRY, W_FUTEX, W_SLEEP, W_STEPS };

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
    uint8_t sampler, rounds, chosen, strangers;
    uint8_t word, word_thread, tokens, waiting, timed_out;
    struct {
        uint8_t at, pending, blocked, asked;
    } thread[THREADS];
    uint8_t wrong; /* number of the law that was broken, see laws */
};

static const char *const laws[] = {
    "",
    "two captures at a time",
    "captured without being asked",
    "a thread runs while the sampler looks at it",
    "more than one token",
    "something is left at the end",
    "no way to the end",
};
enum law { FINE, TWO_CAPTURES, NOT_ASKED, NOT_STILL, TWO_TOKENS, LEFT_OVER, STUCK };

static ARRAY(struct state) states;
struct edge {
    uint32_t from, to;
};
static ARRAY(struct edge) edges;
static struct map seen;
static enum broken broken;

static uint32_t number_of(const struct state *s) {
    uint64_t key = hash_bytes(s, sizeof *s);
    for (;; key = map_next_key(key)) {
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
    unsigned captures = 0;
    for (int t = 0; t < THREADS; t++) captures += capturing(s.thread[t].at);
    if (captures > 1) s.wrong = TWO_CAPTURES;
    if (s.tokens > 1) s.wrong = TWO_TOKENS;
    if (s.sampler == S_LOOK || s.sampler == S_WAKEUP) {
        unsigned at = s.thread[s.chosen].at;
        bool still = at == T_WAKE || at == T_LOOK || at == T_SUSPEND || at == T_NESTED;
        if (!still) s.wrong = NOT_STILL;
    }
    array_push(&edges, (struct edge){from, number_of(&s)});
}

static struct state wait_for(struct state s, enum wait which) {
    s.sampler = (uint8_t)(S_WAIT + which * W_STEPS + W_AWAKE);
    s.timed_out = 0;
    return s;
}

/* token_wait came back. */
static struct state waited(struct state s, enum wait which, bool token) {
    s.waiting = 0;
    s.timed_out = 0;
    switch (which) {
    case W_ANSWER: s.sampler = token ? S_LOOK : S_CANCEL; break;
    case W_LATE: s.sampler = S_LOOK; break;
    case W_BACK: s.sampler = token ? S_CHOOSE : S_CHECK; break;
    case W_BACK_LATE: s.sampler = S_CHOOSE; break;
    }
    return s;
}

static void wait_steps(uint32_t from, struct state s) {
    enum wait which = (enum wait)((s.sampler - S_WAIT) / W_STEPS);
    bool timed = which == W_ANSWER || which == W_BACK;
    struct state n = s;
    switch ((s.sampler - S_WAIT) % W_STEPS) {
    case W_AWAKE: /* looks as often as it likes before it says that it waits */
        if (s.tokens) {
            n.tokens--;
            n = waited(n, which, true);
        } else {
            n.sampler++;
            n.waiting = 1;
        }
        reach(from, n);
        break;
    case W_TRY:
        if (s.tokens) {
            n.tokens--;
            n = waited(n, which, true);
        } else if (s.timed_out) {
            n = waited(n, which, false);
        } else {
            n.sampler++;
        }
        reach(from, n);
        break;
    case W_FUTEX: /* the kernel compares and sleeps in one step */
        if (s.tokens) n.sampler--;
        else n.sampler++;
        reach(from, n);
        break;
    default: /* asleep; a wake-up is the target's step */
        if (!timed) break;
        n.sampler = (uint8_t)(s.sampler - W_SLEEP + W_TRY);
        n.timed_out = 1;
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
        for (unsigned t = 0; t < THREADS; t++) {
            n = s;
            n.rounds--;
            n.chosen = (uint8_t)t;
            if (s.word != RUNNING) n.wrong = LEFT_OVER;
            n.word = REQUEST;
            n.word_thread = (uint8_t)t;
            n.thread[t].asked = 1;
            n.sampler = S_SEND;
            reach(from, n);
        }
        break;
    case S_SEND:
        if (s.thread[s.chosen].at == T_EXITED) {
            n.sampler = S_CANCEL;
        } else {
            n.thread[s.chosen].pending = 1;
            n = wait_for(n, W_ANSWER);
        }
        reach(from, n);
        break;
    case S_CANCEL:
        if (s.word == REQUEST || broken == CANCEL_WITHOUT_COMPARE) {
            n.word = RUNNING;
            n.thread[s.chosen].asked = 0;
            n.sampler = S_CHOOSE;
        } else if (broken == LOST_CANCEL_LEAVES_TOKEN) {
            n.sampler = S_WAKEUP;
        } else {
            n = wait_for(n, W_LATE);
        }
        reach(from, n);
        break;
    case S_LOOK:
        n.sampler = S_WAKEUP;
        reach(from, n);
        break;
    case S_WAKEUP:
        n.word = WAKEUP;
        n.thread[s.chosen].asked = 0;
        n.sampler = S_SEND_WAKEUP;
        reach(from, n);
        break;
    case S_SEND_WAKEUP:
        if (s.thread[s.chosen].at != T_EXITED) n.thread[s.chosen].pending = 1;
        reach(from, wait_for(n, W_BACK));
        break;
    case S_CHECK:
        if (s.word == RUNNING && broken == BACK_WITHOUT_TOKEN) n.sampler = S_CHOOSE;
        else if (s.word == RUNNING) n = wait_for(n, W_BACK_LATE);
        else n.sampler = S_SEND_WAKEUP;
        reach(from, n);
        break;
    case S_DONE: break;
    default: wait_steps(from, s);
    }
}

static struct state woken(struct state s) {
    bool asleep = s.sampler >= S_WAIT && (s.sampler - S_WAIT) % W_STEPS == W_SLEEP;
    if (s.waiting && asleep && broken != POST_WITHOUT_WAKE)
        s.sampler = (uint8_t)(s.sampler - W_SLEEP + W_TRY);
    return s;
}

static void target_steps(uint32_t from, struct state s, uint8_t t) {
    struct state n = s;
    bool mine = s.word_thread == t;
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
        if ((s.word == REQUEST && mine) || broken == NOBODY_NEED_ASK) {
            n.word = SUSPENDED;
            n.word_thread = (uint8_t)t;
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
        n.tokens++;
        *at = T_WAKE;
        reach(from, n);
        break;
    case T_WAKE:
        n = woken(n);
        *at = T_LOOK;
        reach(from, n);
        break;
    case T_LOOK: /* once or many times */
        *at = s.word == WAKEUP && mine ? T_BACK : T_SUSPEND;
        reach(from, n);
        break;
    case T_SUSPEND:
        if (!s.thread[t].pending) break;
        n.thread[t].pending = 0;
        *at = T_NESTED;
        reach(from, n);
        break;
    case T_NESTED: /* the handler within the handler: finds no request */
        if (s.word == REQUEST && mine) n.wrong = NOT_ASKED;
        *at = broken == ANY_SIGNAL_WAKES ? T_BACK : T_LOOK;
        reach(from, n);
        break;
    case T_BACK:
        if ((s.word == WAKEUP && mine) || broken == ANY_SIGNAL_WAKES) n.word = RUNNING;
        *at = T_POST_BACK;
        reach(from, n);
        break;
    case T_POST_BACK:
        n.tokens++;
        *at = T_WAKE_BACK;
        reach(from, n);
        break;
    case T_WAKE_BACK:
        n = woken(n);
        *at = T_APP;
        reach(from, n);
        break;
    case T_EARLY_CAPTURE:
        if (s.word == REQUEST && mine) *at = T_EARLY_CLAIM;
        else *at = T_APP;
        reach(from, n);
        break;
    case T_EARLY_CLAIM:
        if (s.word == REQUEST && mine) {
            n.word = SUSPENDED;
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
            bool left = s.tokens || s.word != RUNNING;
            for (int t = 0; t < THREADS; t++) left |= in_handler(s.thread[t].at);
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
