/* One step of one thread: what of its time is what. */
#include "analyzers/account/account_parts.h"

static double at_most(double amount, double limit) {
    return amount < 0 ? 0 : amount > limit ? limit : amount;
}

struct weighed account_weigh(const struct weigh *step) {
    struct weighed out = {.waits = at_most(step->waits, step->life)};
    double left = step->life - out.waits;
    out.running = at_most(step->cpu, left);
    left -= out.running;
    /* A pause stops who would have run: as much of it as the thread ran of the time outside. */
    double paused = at_most(step->pauses - step->paused_in_waits, left);
    double outside = step->life - out.waits - paused;
    double share = outside > 0 ? out.running / outside : step->run_share;
    out.paused = paused * at_most(share, 1);
    left -= out.paused;
    out.throttled = at_most(step->throttled, left);
    out.left = left - out.throttled;
    return out;
}

static double fill(double amount, const double *wanted, double all, const double *room,
                   size_t count, double *given) {
    double part = all > 0 ? amount / all : 0, done = 0;
    if (part > 1) part = 1;
    for (size_t i = 0; i < count && part > 0; i++) {
        double own = at_most(wanted[i] * part, room[i] - given[i]);
        given[i] += own;
        done += own;
    }
    return amount - done;
}

double account_spread(double amount, const double *room, const double *sampled, size_t count,
                      double *given) {
    double *wanted = mem_zero(count, sizeof *wanted), all = 0;
    for (size_t i = 0; i < count; i++) all += wanted[i] = at_most(sampled[i], room[i] - given[i]);
    amount = fill(amount, wanted, all, room, count, given);
    all = 0;
    for (size_t i = 0; i < count; i++) all += wanted[i] = at_most(room[i] - given[i], room[i]);
    if (amount > 0) amount = fill(amount, wanted, all, room, count, given);
    free(wanted);
    return amount > 0 ? amount : 0;
}
