#include "analyzers/account/account_make.h"

#include "base/order.h"
#include "base/platform.h"
#include "base/search.h"

static int64_t busy_ns(const struct account_sum *sum) {
    return sum->total_ns - sum->ns[ACCOUNT_IDLE];
}

struct sum_order {
    const struct account *account;
    enum account_by by;
};

static int compare_sums(const void *a, const void *b, void *context) {
    const struct account_sum *x = a, *y = b;
    const struct sum_order *order = context;
    const struct strings *texts = &order->account->texts;
    if (x->of_jvm != y->of_jvm) return x->of_jvm ? 1 : -1;
    if (busy_ns(x) != busy_ns(y)) return busy_ns(x) > busy_ns(y) ? -1 : 1;
    if (x->total_ns != y->total_ns) return x->total_ns > y->total_ns ? -1 : 1;
    if (order->by != ACCOUNT_BY_POOL) return ORDER(x->key, y->key);
    /* Texts have numbers as they were met, which is chance. */
    return ORDER(x->ns[ACCOUNT_UNEXPLAINED], y->ns[ACCOUNT_UNEXPLAINED])
               ?: strcmp(strings_get(texts, x->key), strings_get(texts, y->key))
               ?: ORDER(x->is_virtual, y->is_virtual);
}

void account_sums_by(const struct account *account, enum account_by by, account_sums *out) {
    OWNED(map_free) struct map index = {0};
    uint32_t last = MISSING_ID;
    *out = (account_sums){0};
    for (uint32_t s = 0; by == ACCOUNT_BY_STEP && s < account->steps; s++)
        array_push(out, (struct account_sum){.key = s});
    EACH (const struct account_cell, cell, &account->cells) {
        const struct account_thread *thread = &account->threads.items[cell->thread];
        uint64_t at = cell->step;
        if (by == ACCOUNT_BY_STEP && thread->of_jvm) continue;
        if (by != ACCOUNT_BY_STEP) {
            uint32_t key = by == ACCOUNT_BY_POOL ? thread->pool : cell->thread;
            const struct account_sum none = {
                .key = key, .of_jvm = thread->of_jvm, .is_virtual = thread->is_virtual};
            at = map_push(&index,
                          (uint64_t)key << 2 | (uint64_t)thread->of_jvm << 1 | thread->is_virtual,
                          out, none);
        }
        struct account_sum *sum = &array_at(out, at);
        sum->ns[account->whats.items[cell->what].state] += cell->ns;
        sum->total_ns += cell->ns;
        if (by != ACCOUNT_BY_STEP && cell->thread != last) sum->threads++;
        last = cell->thread;
    }
    if (by != ACCOUNT_BY_STEP && out->len) {
        struct sum_order order = {account, by};
        array_sort_with(out, compare_sums, &order);
    }
}

int account_order_whats(const struct account *account, uint32_t a, uint32_t b) {
    const struct account_what *x = &account->whats.items[a], *y = &account->whats.items[b];
    const struct strings *texts = &account->texts;
    if (x->state != y->state) return x->state < y->state ? -1 : 1;
    int order = strcmp(strings_get(texts, x->label), strings_get(texts, y->label));
    if (!order) order = strcmp(strings_get(texts, x->by), strings_get(texts, y->by));
    if (!order) order = strcmp(strings_get(texts, x->site), strings_get(texts, y->site));
    return order ? order : ORDER(x->own, y->own);
}

static int compare_parts(const void *a, const void *b, void *context) {
    const struct account_part *x = a, *y = b;
    const struct account *account = context;
    enum account_state of = account->whats.items[x->what].state;
    enum account_state other = account->whats.items[y->what].state;
    return ORDER(of, other) ?: ORDER(y->ns, x->ns)
               ?: account_order_whats(account, x->what, y->what);
}

static void sort_parts(const struct account *account, account_parts *parts) {
    struct account view = *account; /* sorting wants a pointer it may write */
    array_sort_with(parts, compare_parts, &view);
}

/* The first what that is the same but for its site. */
static uint32_t *first_of_kind(const struct account *account, bool sites) {
    uint32_t *first = mem_resize(NULL, account->whats.len, sizeof *first);
    OWNED(map_free) struct map known = {0};
    for (uint32_t i = 0; i < account->whats.len; i++) {
        const struct account_what *what = &account->whats.items[i];
        const uint64_t tells[] = {(uint64_t)what->state << 1 | what->own,
                                  (uint64_t)what->label << 32 | what->by};
        bool fresh;
        uint64_t *at = map_put(&known, hash_bytes(tells, sizeof tells), &fresh);
        if (fresh) *at = i;
        first[i] = sites ? i : (uint32_t)*at;
    }
    return first;
}

void account_parts_of(const struct account *account, uint32_t pool, bool sites,
                      account_parts *out) {
    OWNED(mem_release) uint32_t *first = first_of_kind(account, sites);
    OWNED(mem_release) uint32_t *place = mem_resize(NULL, account->whats.len, sizeof *place);
    OWNED(mem_release) uint32_t *last = mem_resize(NULL, account->whats.len, sizeof *last);
    memset(place, 0xff, account->whats.len * sizeof *place);
    memset(last, 0xff, account->whats.len * sizeof *last);
    *out = (account_parts){0};
    EACH (const struct account_cell, cell, &account->cells) {
        const struct account_thread *thread = &account->threads.items[cell->thread];
        uint32_t what = first[cell->what];
        if (is_missing(pool) ? thread->of_jvm : thread->pool != pool) continue;
        if (is_missing(place[what])) {
            place[what] = (uint32_t)out->len;
            array_push(out, (struct account_part){.what = what});
        }
        struct account_part *part = &array_at(out, place[what]);
        part->ns += cell->ns;
        if (last[what] != cell->thread) part->threads++;
        last[what] = cell->thread;
    }
    sort_parts(account, out);
}

/* Cells are by thread: where its own begin, or those of a later one. */
static size_t cells_from(const struct account *account, uint32_t thread) {
    return search_first(i, 0, account->cells.len, account->cells.items[i].thread < thread);
}

uint32_t account_most_of(const struct account *account, uint32_t thread, enum account_state state) {
    OWNED(array_release) account_parts parts = {0};
    OWNED(map_free) struct map known = {0};
    for (size_t i = cells_from(account, thread); i < account->cells.len; i++) {
        const struct account_cell *cell = &account->cells.items[i];
        const struct account_what *what = &account->whats.items[cell->what];
        if (cell->thread != thread) break;
        if (what->state != state) continue;
        size_t at = map_number(&known, (uint64_t)what->label << 32 | what->by, parts.len);
        if (at == parts.len) array_push(&parts, (struct account_part){.what = cell->what});
        array_at(&parts, at).ns += cell->ns;
    }
    sort_parts(account, &parts);
    return parts.len ? parts.items[0].what : MISSING_ID;
}

void account_shares(const int64_t *ns, size_t count, int *thousandths) {
    double *rest = mem_zero(count, sizeof *rest), all = 0;
    int left = 1000;
    for (size_t i = 0; i < count; i++) all += (double)ns[i];
    for (size_t i = 0; i < count; i++) {
        double share = all > 0 ? 1000 * (double)ns[i] / all : 0;
        thousandths[i] = (int)share;
        rest[i] = share - (int)share;
        left -= thousandths[i];
    }
    for (; all > 0 && left > 0; left--) {
        size_t most = 0;
        for (size_t i = 1; i < count; i++)
            if (rest[i] > rest[most]) most = i;
        thousandths[most]++;
        rest[most] = -1;
    }
    free(rest);
}
