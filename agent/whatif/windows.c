#include "agent/whatif/windows.h"

uint64_t windows_chance(uint64_t *state, uint64_t n) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint64_t)(((unsigned __int128)*state * n) >> 64);
}

static void add(struct windows *plan, enum windows_kind kind, int method, int speed) {
    plan->list[plan->count++] = (struct window){kind, method, speed};
}

static void make_block(struct windows *plan) {
    plan->count = plan->next = 0;
    plan->block++;
    for (int i = 0; i < WINDOWS_BASE; i++) add(plan, WINDOW_BASE, -1, 0);
    for (int i = 0; i < WINDOWS_CONTROL; i++) add(plan, WINDOW_CONTROL, -1, plan->speeds[0]);
    for (int m = 0; m < plan->methods; m++)
        for (int s = 0; s < plan->speed_count; s++) {
            add(plan, WINDOW_VIRTUAL, m, plan->speeds[s]);
            if (plan->real >> m & 1) add(plan, WINDOW_REAL, m, plan->speeds[s]);
        }
    for (int i = plan->count - 1; i > 0; i--) {
        int other = (int)windows_chance(&plan->chance, (uint64_t)i + 1);
        struct window w = plan->list[i];
        plan->list[i] = plan->list[other];
        plan->list[other] = w;
    }
}

struct window windows_next(struct windows *plan) {
    if (plan->next == plan->count) make_block(plan);
    return plan->list[plan->next++];
}

static int64_t within(int64_t n, int64_t least, int64_t most) {
    return n < least ? least : n > most ? most : n;
}

bool windows_look_again(const struct windows_look *before, const struct windows_look *look) {
    if (look->progress <= 0 || before->elapsed <= 0) return true;
    double was = (double)before->progress / (double)before->elapsed;
    return (double)look->progress / (double)look->elapsed > 1.25 * was;
}

int64_t windows_period(const struct windows_look *look, int speed) {
    if (look->switches <= 0) return WINDOWS_COARSEST;
    int64_t most = look->ran / look->switches / WINDOWS_GRAINS * 100 / speed;
    return within(most, WINDOWS_FINEST, within(most / WINDOWS_FEW, WINDOWS_FINE, WINDOWS_COARSEST));
}

int64_t windows_length(const struct windows_look *look) {
    if (look->progress <= 0) return WINDOWS_LONGEST;
    return within(look->elapsed / look->progress * WINDOWS_PROGRESS, WINDOWS_SHORTEST,
                  WINDOWS_LONGEST);
}

bool windows_too_long(int64_t length, int64_t progress) {
    return length > WINDOWS_SHORTEST && progress > 2 * WINDOWS_PROGRESS;
}
