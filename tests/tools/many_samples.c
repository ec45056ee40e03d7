/* Writes a recording with as many samples and different stacks as wanted, the same for the same
 * arguments, for tests of what large recordings cost.
 *
 *   many_samples SAMPLES STACKS SECONDS >many.jfr
 *
 * Each stack goes some way with the one before and then its own, as those of a program do: 25 to 60
 * frames of 3,000 methods in 120 classes. Pools of threads run them; every tenth sample sleeps; the
 * samples of the middle third are twice as dense.
 */
#include "tests/support/jvm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define METHODS 3000
#define MAX_DEPTH 60
#define THREADS 24

struct frame_of { /* root first */
    uint64_t method;
    int64_t line, type;
};

static uint64_t random_state = 88172645463325252u;

static unsigned random_below(unsigned n) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)(random_state % n);
}

static void make_methods(struct jvm *jvm, uint64_t *keys) {
    static const char *const packages[] = {"com/acme/web",  "com/acme/store", "com/acme/price",
                                           "org/json/tree", "java/util",      "io/net/buffer"};
    for (unsigned method = 0; method < METHODS; method++) {
        char name[100];
        unsigned class = method / 25;
        snprintf(name, sizeof name, "%s/Part%u.step%u", packages[class % 6], class, method);
        keys[method] = jvm_method(jvm, name);
    }
}

/* Each method calls one of six others, the first ones most often. */
static void grow_stack(const uint64_t *methods, struct frame_of *frames, unsigned *depth) {
    unsigned keep = *depth ? random_below(*depth) : 0, more = 1 + random_below(14);
    if (*depth && keep < 18) keep = *depth < 18 ? *depth - 1 : 18; /* near the root they agree */
    if (keep + more > MAX_DEPTH) keep = MAX_DEPTH - more;
    for (unsigned i = keep; i < keep + more; i++) {
        unsigned caller = i ? (unsigned)frames[i - 1].method : 0,
                 choice = random_below(6) * random_below(6) / 5;
        unsigned method = (caller * 7 + choice * choice * 131 + 17) % METHODS;
        frames[i] =
            (struct frame_of){methods[method], 10 + 3 * (int64_t)choice, choice % 3 == 1 ? 2 : 1};
    }
    *depth = keep + more;
}

static void put_stacks(struct recording *r, const uint64_t *methods, unsigned stacks) {
    struct frame_of frames[MAX_DEPTH] = {{0, 0, 0}};
    unsigned depth = 0;
    checkpoint_begin(r, 1);
    pool_begin(r, TYPE_STACK_TRACE, stacks);
    for (unsigned i = 0; i < stacks; i++) {
        grow_stack(methods, frames, &depth);
        put_long(r, i + 1);
        put_boolean(r, false);
        put_int(r, depth);
        for (unsigned d = depth; d-- > 0;) {
            put_long(r, (int64_t)frames[d].method);
            put_int(r, frames[d].line);
            put_int(r, 3); /* bytecode index */
            put_long(r, frames[d].type);
        }
    }
    checkpoint_end(r);
}

static void put_samples(struct recording *r, struct jvm *jvm, unsigned samples, unsigned stacks,
                        int64_t span_ns) {
    uint64_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        char name[40];
        if (i == 0) snprintf(name, sizeof name, "main");
        else snprintf(name, sizeof name, i < 16 ? "http-exec-%u" : "store-worker-%u", i);
        threads[i] = jvm_thread(jvm, name);
    }
    int64_t step = span_ns / samples;
    for (unsigned i = 0; i < samples; i++) {
        bool busy = i * UINT64_C(6) / samples == 2 || i * UINT64_C(6) / samples == 3;
        uint64_t place = busy ? samples / 3 + (i - samples / 3) / 2 : i; /* leaves a gap behind */
        unsigned stack = i < stacks ? i : random_below(stacks);
        jvm_sample_of(r, EVENT_EXECUTION_SAMPLE, usual_head.start_ticks + (int64_t)place * step,
                      threads[random_below(THREADS)], stack + 1,
                      i % 10 ? STATE_RUNNABLE : STATE_SLEEPING);
    }
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: many_samples SAMPLES STACKS SECONDS >many.jfr\n");
        return 2;
    }
    unsigned samples = (unsigned)strtoul(argv[1], NULL, 10);
    unsigned stacks = (unsigned)strtoul(argv[2], NULL, 10);
    int64_t span_ns = strtoll(argv[3], NULL, 10) * 1000000000;
    static uint64_t methods[METHODS];
    struct recording r = {0};
    struct jvm jvm = {0};
    struct chunk_head head = usual_head;
    head.duration_ns = span_ns;
    chunk_begin(&r, &head);
    jvm_types(&r);
    make_methods(&jvm, methods);
    put_samples(&r, &jvm, samples, stacks, span_ns);
    put_stacks(&r, methods, stacks);
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    fwrite(r.out.data, 1, r.out.len, stdout);
    jvm_free(&jvm);
    recording_free(&r);
    return 0;
}
