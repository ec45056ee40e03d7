#include "analyzers/methods/hot_methods.h"
#include "base/platform.h"

struct order {
    const struct frames *frames;
    enum hot_sort sort;
    bool by_value;
};

static int compare_counts(uint64_t a, uint64_t b) {
    return a == b ? 0 : a < b ? 1 : -1;
}

static int compare_rows(const void *a, const void *b, void *context) {
    const struct hot_row *x = a, *y = b;
    const struct order *o = context;
    int self = compare_counts(x->self, y->self), total = compare_counts(x->total, y->total);
    int order = 0;
    if (o->by_value) {
        int self_value = (x->self_value < y->self_value) - (x->self_value > y->self_value);
        int total_value = (x->total_value < y->total_value) - (x->total_value > y->total_value);
        order = o->sort == HOT_BY_TOTAL ? total_value : self_value;
        if (order == 0) order = o->sort == HOT_BY_TOTAL ? self_value : total_value;
    }
    if (order == 0) order = o->sort == HOT_BY_TOTAL ? total : self;
    if (order == 0) order = o->sort == HOT_BY_TOTAL ? self : total;
    return order ? order : frames_compare(o->frames, x->frame, y->frame);
}

void hot_methods_compute(const struct profile *profile, enum hot_sort sort, bool by_value,
                         size_t top, struct hot_methods *out) {
    *out = (struct hot_methods){0};
    for (size_t i = 0; i < profile->rows.len; i++) {
        const struct profile_counts *row = &profile->rows.items[i];
        if (row->total == 0 || profile->frames.rows.items[i].type == FRAME_THREAD) continue;
        array_push(&out->rows, (struct hot_row){(uint32_t)i, row->self, row->total, row->self_value,
                                                row->total_value});
    }
    struct order order = {&profile->frames, sort, by_value};
    array_sort_with(&out->rows, compare_rows, &order);
    out->all_rows = out->rows.len;
    if (top && out->rows.len > top) out->rows.len = top;
}

void hot_methods_free(struct hot_methods *hot) {
    array_free(&hot->rows);
}
