#include "agent/whatif/outside.h"

static void arrive(struct outside *outside, int64_t owed) {
    if (owed != 0 && outside->count < OUTSIDE_ARRIVED) outside->arrived[outside->count++] = owed;
}

void outside_see(struct outside *outside, struct debts *debts, const struct debts_look *look,
                 struct outsider *outsider, bool works) {
    bool worked = outsider->works;
    int64_t owed = debts_owed(debts, &outsider->debtor);
    outsider->works = works;
    if (worked && works) return;
    if (worked) arrive(outside, owed);
    debts_join(debts, &outsider->debtor);
    if (works) debts_wake(debts, look, &outsider->debtor);
}

bool outside_runs(struct outside *outside, struct debtor *debtor, bool *waited) {
    bool woken = *waited && outside->count > 0;
    *waited = false;
    if (woken) debts_inherit(debtor, outside->arrived[--outside->count]);
    return !woken;
}

void outside_pass(struct outside *outside, bool busy, int64_t elapsed) {
    for (int i = 0; busy && i < outside->count; i++) {
        int64_t owed = outside->arrived[i];
        outside->arrived[i] = owed > elapsed    ? owed - elapsed
                              : owed < -elapsed ? owed + elapsed
                                                : 0;
        if (outside->arrived[i] == 0) outside->arrived[i--] = outside->arrived[--outside->count];
    }
}
