#include "agent/whatif/outside.h"

void outside_see(struct outside *outside, struct debts *debts, struct outsider *outsider,
                 bool works) {
    bool worked = outsider->works;
    int64_t owed = debts_owed(debts, &outsider->debtor);
    outsider->works = works;
    if (worked && works) return;
    if (worked && owed > 0 && outside->count < OUTSIDE_ARRIVED)
        outside->arrived[outside->count++] = owed;
    debts_join(debts, &outsider->debtor);
}

bool outside_runs(struct outside *outside, struct debtor *debtor, bool *waited) {
    bool woken = *waited && outside->count > 0;
    *waited = false;
    if (woken) debts_inherit(debtor, outside->arrived[--outside->count]);
    return !woken;
}

void outside_pass(struct outside *outside, bool busy, int64_t elapsed) {
    for (int i = 0; busy && i < outside->count; i++) {
        outside->arrived[i] -= elapsed;
        if (outside->arrived[i] <= 0) outside->arrived[i--] = outside->arrived[--outside->count];
    }
}
