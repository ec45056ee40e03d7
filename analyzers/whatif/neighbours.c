#include "analyzers/whatif/neighbours.h"

#include "base/mem.h"
#include "base/missing.h"
#include "base/order.h"

#include <string.h>

#define ROUNDS 30
#define SETTLED 1e-6
#define FAR 8   /* reaches: beyond that nothing counts */
#define MOST 40 /* neighbours to either side */
#define TRIMMED 0.1

/* In lengths of a window. */
static const double reaches[] = {1, 3, 10};
enum { REACHES = sizeof reaches / sizeof *reaches };

ORDERED(by_time, struct neighbour, RISING(time), RISING(group), RISING(log))

static int by_size(const void *a, const void *b) {
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return ORDER(x, y);
}

/* Without the outermost; sorts. */
static double middle(double *numbers, size_t len) {
    size_t cut = (size_t)(TRIMMED * (double)len);
    double sum = 0;
    if (len == 0) return 0;
    qsort(numbers, len, sizeof *numbers, by_size);
    for (size_t i = cut; i < len - cut; i++) sum += numbers[i];
    return sum / (double)(len - 2 * cut);
}

static void add_side(const struct neighbour *items, size_t at, size_t len, bool up, double reach,
                     const double *effect, double *sum, double *weight) {
    for (size_t n = 1; n <= MOST && (up ? at + n < len : n <= at); n++) {
        const struct neighbour *other = up ? &items[at + n] : &items[at - n];
        double far = fabs((double)(other->time - items[at].time)) / reach;
        if (far > FAR) return;
        *sum += exp(-far) * (other->log - effect[other->group]);
        *weight += exp(-far);
    }
}

static void set_beside(struct neighbour *items, size_t len, double reach, const double *effect) {
    for (size_t i = 0; i < len; i++) {
        double sum = 0, weight = 0;
        add_side(items, i, len, false, reach, effect, &sum, &weight);
        add_side(items, i, len, true, reach, effect, &sum, &weight);
        items[i].beside = weight > 0 ? items[i].log - sum / weight : MISSING_REAL;
    }
}

/* What groups do. Returns by how much that moved. */
static double set_effects(const struct neighbour *items, size_t len, double *effect,
                          double *numbers) {
    double moved = 0, base = 0;
    for (uint32_t group = 0; group < NEIGHBOURS_GROUPS; group++) {
        size_t count = 0;
        for (size_t i = 0; i < len; i++)
            if (items[i].group == group && is_known(items[i].beside))
                numbers[count++] = items[i].beside;
        double now = middle(numbers, count);
        if (group == 0) base = now;
        now -= base;
        moved = fmax(moved, fabs(now - effect[group]));
        effect[group] = now;
    }
    return moved;
}

/* By how much windows differ from their neighbours, typically. */
static double spread(const struct neighbour *items, size_t len, const double *effect,
                     double *numbers) {
    size_t count = 0;
    for (size_t i = 0; i < len; i++)
        if (is_known(items[i].beside))
            numbers[count++] = fabs(items[i].beside - effect[items[i].group]);
    return count > 0 ? middle(numbers, count) : HUGE_VAL;
}

static void settle(struct neighbour *items, size_t len, double reach, double *effect,
                   double *numbers) {
    for (int round = 0; round < ROUNDS; round++) {
        set_beside(items, len, reach, effect);
        if (set_effects(items, len, effect, numbers) < SETTLED) break;
    }
}

void neighbours_compare(struct neighbour *items, size_t len, int64_t length) {
    double effect[REACHES][NEIGHBOURS_GROUPS] = {{0}}, least = HUGE_VAL;
    OWNED(mem_release) double *numbers = mem_zero(len, sizeof *numbers);
    int best = 0;
    if (len) qsort(items, len, sizeof *items, by_time);
    for (int i = 0; i < REACHES; i++) {
        settle(items, len, reaches[i] * (double)length, effect[i], numbers);
        double found = spread(items, len, effect[i], numbers);
        if (found >= least) continue;
        least = found;
        best = i;
    }
    set_beside(items, len, reaches[best] * (double)length, effect[best]);
}
