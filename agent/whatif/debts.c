#include "agent/whatif/debts.h"

void debts_begin(struct debts *debts) {
    atomic_fetch_add(&debts->round, 1);
}

void debts_join(struct debts *debts, struct debtor *debtor) {
    atomic_store(&debtor->paid, atomic_load(&debts->global));
}

int64_t debts_owed(struct debts *debts, struct debtor *debtor) {
    return atomic_load(&debts->global) - atomic_load(&debtor->paid);
}

int64_t debts_hit(struct debts *debts, struct debtor *debtor, int64_t d) {
    int64_t owed = debts_owed(debts, debtor);
    if (owed < 0) owed = 0;
    atomic_fetch_add(&debtor->paid, d);
    if (owed >= d) return 0;
    atomic_fetch_add(&debts->global, d - owed);
    return d - owed;
}

void debts_inherit(struct debtor *debtor, int64_t owed) {
    atomic_fetch_sub(&debtor->paid, owed);
}

void debts_charge(struct debts *debts, int64_t d) {
    atomic_fetch_add(&debts->global, d);
}

void debts_share_cost(struct debts *debts, struct debtor *debtor, int64_t cost) {
    atomic_fetch_add(&debtor->paid, cost);
    atomic_fetch_add(&debts->global, cost);
}

/* Two may want to credit the same thread: the second finds that it was. */
static bool credit(struct debtor *debtor, int64_t seen, int64_t owed, _Atomic int64_t *credited) {
    if (!atomic_compare_exchange_strong(&debtor->paid, &seen, seen + owed)) return false;
    if (credited) atomic_fetch_add(credited, owed);
    return true;
}

enum debts_verdict debts_settle(struct debts *debts, struct debtor *debtor, enum debtor_state state,
                                _Atomic int64_t *credited) {
    int64_t seen = atomic_load(&debtor->paid), owed = atomic_load(&debts->global) - seen;
    if (owed <= 0) return DEBTS_NOTHING;
    if (state == DEBTOR_BLOCKED)
        return credit(debtor, seen, owed, credited) ? DEBTS_CREDITED : DEBTS_NOTHING;
    return state == DEBTOR_IN_JAVA && owed >= debts->least ? DEBTS_ASK : DEBTS_NOTHING;
}

void debts_ran(struct debts *debts, struct debts_look *look, struct debtor *debtor,
               enum debtor_was was) {
    int64_t ahead = -debts_owed(debts, debtor);
    if (was != DEBTOR_RAN) return;
    if (ahead <= -debts->least) ahead = 0; /* it pays yet, and not for what was before */
    if (!look->any || ahead < look->least) look->least = ahead;
    if (!look->any || ahead > look->most) look->most = ahead;
    look->any = true;
}

void debts_wake(struct debts *debts, const struct debts_look *look, struct debtor *debtor) {
    if (!look->any) return;
    int64_t ahead = -debts_owed(debts, debtor);
    int64_t should = ahead < look->least ? look->least : ahead > look->most ? look->most : ahead;
    atomic_fetch_add(&debtor->paid, should - ahead);
}

void debts_runs(struct debts *debts, const struct debts_look *look, struct debtor *debtor,
                enum debtor_state state, uint8_t *was) {
    if (state == DEBTOR_IN_JAVA && *was == DEBTOR_WAITED) debts_wake(debts, look, debtor);
    *was = state == DEBTOR_IN_JAVA   ? DEBTOR_RAN
           : state == DEBTOR_BLOCKED ? DEBTOR_WAITED
                                     : DEBTOR_WAS_ELSEWHERE;
}

int64_t debts_pause(struct debts *debts, struct debtor *debtor, enum debtor_state state) {
    int64_t owed = debts_owed(debts, debtor);
    if (state != DEBTOR_IN_JAVA || owed < debts->least || owed <= 0) return 0;
    return owed < debts->longest ? owed : debts->longest;
}

void debts_paused(struct debts *debts, struct debtor *debtor, int64_t took, uint32_t round) {
    if (atomic_load(&debts->round) == round) atomic_fetch_add(&debtor->paid, took);
}
