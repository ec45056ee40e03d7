#include "cmd/tui/pools.h"

#include "analyzers/time/threads.h"
#include "base/platform.h"

struct order {
    const struct pools *pools;
    const struct model *model;
    const uint64_t *samples; /* of each pool */
};

const char *pools_thread(const struct model *model, uint32_t name) {
    return name ? strings_get(&model->samples->profile.frames.strings, name) : "(no name)";
}

const char *pools_name(const struct pools *pools, const struct model *model,
                       const struct pool_row *row) {
    return row->thread == MODEL_NONE ? strings_get(&pools->names, row->pool)
                                     : pools_thread(model, row->thread);
}

/* Pools by what is asked for, and the threads of each behind it likewise. */
static int compare(const void *left, const void *right, void *context) {
    const struct order *order = context;
    const struct pool_row *a = left, *b = right;
    bool by_name = order->pools->by_name;
    if (a->pool != b->pool) {
        const uint64_t x = order->samples[a->pool], y = order->samples[b->pool];
        if (!by_name && x != y) return x < y ? 1 : -1;
        return strcmp(strings_get(&order->pools->names, a->pool),
                      strings_get(&order->pools->names, b->pool));
    }
    if (a->inside != b->inside) return a->inside ? 1 : -1;
    if (!by_name && a->samples != b->samples) return a->samples < b->samples ? 1 : -1;
    return strcmp(pools_thread(order->model, a->thread), pools_thread(order->model, b->thread));
}

void pools_make(struct pools *pools, const struct model *model) {
    size_t most = strings_ids(&pools->names) + model->threads.len;
    OWNED(mem_release) uint64_t *samples = mem_zero(most, sizeof *samples);
    OWNED(mem_release) uint32_t *members = mem_zero(most, sizeof *members);
    pools->rows.len = 0;
    EACH (const struct model_thread, thread, &model->threads) {
        OWNED(text_free) struct text pattern = {0};
        threads_add_pattern(&pattern, pools_thread(model, thread->name));
        uint32_t pool = strings_intern(&pools->names, text_str(&pattern), pattern.len);
        while (pools->open.len <= pool) array_push(&pools->open, false);
        samples[pool] += thread->samples;
        members[pool]++;
        array_push(
            &pools->rows,
            ((struct pool_row){
                .thread = thread->name, .pool = pool, .members = 1, .samples = thread->samples}));
    }
    size_t kept = 0;
    for (size_t i = 0; i < pools->rows.len; i++) {
        struct pool_row row = pools->rows.items[i];
        row.inside = members[row.pool] > 1;
        if (!row.inside || pools->open.items[row.pool]) pools->rows.items[kept++] = row;
    }
    pools->rows.len = kept;
    for (uint32_t pool = 0; pool < pools->open.len; pool++)
        if (members[pool] > 1)
            array_push(&pools->rows, ((struct pool_row){.thread = MODEL_NONE,
                                                        .pool = pool,
                                                        .members = members[pool],
                                                        .samples = samples[pool]}));
    struct order order = {pools, model, samples};
    array_sort_with(&pools->rows, compare, &order);
}

void pools_toggle(struct pools *pools, size_t row) {
    if (row >= pools->rows.len) return;
    bool *open = &pools->open.items[pools->rows.items[row].pool];
    *open = !*open;
}

void pools_open_all(struct pools *pools, const struct model *model) {
    for (size_t i = 0; i < pools->open.len; i++) pools->open.items[i] = true;
    pools_make(pools, model);
}

void pools_free(struct pools *pools) {
    strings_free(&pools->names);
    arrays_free(&pools->open, &pools->rows);
    *pools = (struct pools){.by_name = false};
}
