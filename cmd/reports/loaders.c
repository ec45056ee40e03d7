/* Class loaders of one kind together: of each loader the last statistics, summed up. */
#include "cmd/reports/extras.h"

#include "base/units.h"
#include "cmd/write/words.h"

enum { LOADER = 1, NAME, PARENT, CLASSES, CHUNKS, HIDDEN, HIDDEN_CHUNKS, DATA };
static const struct wish rows[] = {
    {"jdk.ClassLoaderStatistics",
     {"startTime", "classLoader.type", "classLoader.name", "parentClassLoader.type", "classCount",
      "chunkSize", "hiddenClassCount", "hiddenChunkSize", "classLoaderData"}},
};
static const struct wishes wishes = {.rows = rows, .count = 1};

struct loaders {
    uint64_t kind[3]; /* cells of type, name and parent */
    uint64_t loaders, classes, hidden;
    int64_t bytes;
};
typedef ARRAY(struct loaders) loader_list;

static int compare_loaders(const void *a, const void *b) {
    const struct loaders *x = a, *y = b;
    if (x->classes != y->classes) return x->classes < y->classes ? 1 : -1;
    if (x->loaders != y->loaders) return x->loaders < y->loaders ? 1 : -1;
    for (size_t i = 0; i < 3; i++)
        if (x->kind[i] != y->kind[i]) return x->kind[i] < y->kind[i] ? -1 : 1;
    return 0;
}

/* What rows say in so many columns from this one on. */
static uint64_t hash_of(const struct event_table *t, size_t row, bool data) {
    uint64_t cells[4] = {0};
    for (size_t i = 0; i < 3; i++) cells[i] = event_table_cell(t, LOADER + i, row);
    if (data) cells[3] = event_table_cell(t, DATA, row);
    return hash_bytes(cells, (3 + data) * sizeof *cells);
}

static uint64_t count_of(const struct event_table *t, size_t column, size_t row) {
    return (uint64_t)whole_or(whole_amount(event_table_int(t, column, row)), 0);
}

static void add_bytes(struct loaders *loaders, int64_t bytes) {
    if (bytes > 0) loaders->bytes = whole_clamped(loaders->bytes, bytes);
}

static void add_row(loader_list *out, struct map *kinds, const struct event_table *t, size_t row) {
    struct loaders *loaders =
        map_item(kinds, hash_of(t, row, false), out, (struct loaders){.loaders = 0});
    for (size_t i = 0; i < 3; i++) loaders->kind[i] = event_table_cell(t, LOADER + i, row);
    loaders->loaders++;
    loaders->classes += count_of(t, CLASSES, row);
    loaders->hidden += count_of(t, HIDDEN, row);
    add_bytes(loaders, event_table_int(t, CHUNKS, row));
    add_bytes(loaders, event_table_int(t, HIDDEN_CHUNKS, row));
}

/* All loaders are told of at one time: who is not among the last of them is gone. Rows are in order
 * of time, so the first that is met from the end is a loader's last. */
static loader_list loaders_of(const struct event_table *t, const struct time_window *window) {
    OWNED(map_free) struct map seen = {0}, kinds = {0};
    int64_t last = MISSING;
    loader_list out = {0};
    for (size_t row = t->rows; row-- > 0;) {
        int64_t time = event_table_int(t, 0, row);
        if (!time_window_has(window, time)) continue;
        last = whole_or(last, time);
        if (time < last - NS_PER_S) break;
        if (map_add(&seen, hash_of(t, row, true))) add_row(&out, &kinds, t, row);
    }
    array_sort(&out, compare_loaders);
    return out;
}

static void add_lead(const struct view *view, struct text *out) {
    struct loaders sum = {.loaders = 0};
    OWNED(array_release)
    loader_list all = loaders_of(tables_find(view->read->tables, &rows[0]), &view->read->window);
    EACH (const struct loaders, of, &all) {
        sum.loaders += of->loaders;
        sum.classes += of->classes;
        add_bytes(&sum, of->bytes);
    }
    if (!sum.classes) return;
    const char *type = view_text(view, all.items[0].kind[0]);
    words_add(out,
              "At the end {class loader} had {class}[ and {} of metaspace], {} % of the classes by "
              "[{}|the JVM itself].\n",
              cell_count(sum.loaders), cell_count(sum.classes),
              sum.bytes > 0 ? cell_bytes((uint64_t)sum.bytes) : cell_missing(),
              cell_real(units_percent(all.items[0].classes, sum.classes), 0), words_name(type));
}

#include "cmd/keys/loaders_shown.h"

static void describe(const struct view *view, struct sheet *sheet) {
    OWNED(array_release)
    loader_list all = loaders_of(tables_find(view->read->tables, &rows[0]), &view->read->window);
    loaders(view, &all, sheet);
}

const struct view_kind extra_loaders = {
    .wishes = &wishes, .main = 1, .lead = add_lead, .describe = describe};
