/* jfrtool classes: what was loaded, by whom, and what was changed. */
#include "base/units.h"
#include "cmd/sheets/groups.h"
#include "cmd/sheets/lengths.h"

enum {
    COUNTS,
    LOADERS,
    LOADS,
    DEFINITIONS,
    UNLOADS,
    RETRANSFORMATIONS,
    REDEFINITIONS,
    CHANGED,
    MUTATIONS,
    TABLES
};
enum { LOADED = 1, UNLOADED };                                             /* COUNTS */
enum { LOADER = 1, NAME, PARENT, CLASSES, CHUNKS, HIDDEN, HIDDEN_CHUNKS }; /* LOADERS */

static const struct wish rows[TABLES] = {
    [COUNTS] = {"jdk.ClassLoadingStatistics",
                {"startTime", "loadedClassCount", "unloadedClassCount"}},
    [LOADERS] = {"jdk.ClassLoaderStatistics",
                 {"startTime", "classLoader.type", "classLoader.name", "parentClassLoader.type",
                  "classCount", "chunkSize", "hiddenClassCount", "hiddenChunkSize",
                  "classLoaderData"}},
    [LOADS] = {"jdk.ClassLoad",
               {"startTime", "duration", "loadedClass", "definingClassLoader.type"}},
    [DEFINITIONS] = {"jdk.ClassDefine",
                     {"startTime", "definedClass", "definingClassLoader.type", "source"}},
    [UNLOADS] = {"jdk.ClassUnload", {"startTime", "unloadedClass", "definingClassLoader.type"}},
    [RETRANSFORMATIONS] = {"jdk.RetransformClasses",
                           {"startTime", "duration", "classCount", "stackTrace.top"}},
    [REDEFINITIONS] = {"jdk.RedefineClasses",
                       {"startTime", "duration", "classCount", "stackTrace.top"}},
    [CHANGED] = {"jdk.ClassRedefinition",
                 {"startTime", "redefinedClass", "classModificationCount"}},
    [MUTATIONS] = {"jdk.FinalFieldMutation",
                   {"startTime", "declaringClass", "fieldName", "stackTrace.topApplicationFrame"}},
};
static const struct wishes wishes = {.rows = rows, .count = TABLES};

static const struct event_table *table_of(const struct view *view, int table) {
    return tables_find(view->read->tables, &rows[table]);
}

static uint64_t rows_in(const struct view *view, int table) {
    const struct event_table *t = table_of(view, table);
    uint64_t count = 0;
    for (size_t row = 0; row < t->rows; row++) count += grouped_takes(t, row, &view->read->window);
    return count;
}

static void add_growth(const struct view *view, size_t column, const char *key, const char *label,
                       struct sheet *sheet) {
    const struct event_table *t = table_of(view, COUNTS);
    int64_t first = MISSING, last = MISSING;
    struct text text = {0};
    for (size_t row = 0; row < t->rows; row++) {
        if (!grouped_takes(t, row, &view->read->window)) continue;
        last = whole_amount(event_table_int(t, column, row));
        first = whole_or(first, last);
    }
    sheet_object(sheet, key);
    sheet_field(sheet, "first", cell_number(first));
    sheet_field(sheet, "last", cell_number(last));
    sheet_end(sheet);
    if (is_known(last)) {
        text_add_grouped(&text, (uint64_t)first);
        text_add(&text, " at first, ");
        text_add_grouped(&text, (uint64_t)last);
        text_add(&text, " at last");
        sheet_pair(sheet, NULL, label, cell_text(text_str(&text)));
    }
    text_free(&text);
}

static void add_events(const struct view *view, int table, const char *key, const char *label,
                       struct sheet *sheet) {
    uint64_t count = rows_in(view, table);
    sheet_field(sheet, key, cell_count(count));
    if (count) sheet_pair(sheet, NULL, label, cell_count(count));
}

/* Loaders of one kind together: their last statistics, which all come at one time. */
struct loaders {
    uint64_t type, name, parent; /* cells */
    uint64_t loaders, classes, hidden;
    int64_t bytes;
};
typedef ARRAY(struct loaders) loader_list;

static int compare_loaders(const void *a, const void *b) {
    const struct loaders *x = a, *y = b;
    if (x->classes != y->classes) return x->classes < y->classes ? 1 : -1;
    if (x->loaders != y->loaders) return x->loaders < y->loaders ? 1 : -1;
    if (x->type != y->type) return x->type < y->type ? -1 : 1;
    if (x->name != y->name) return x->name < y->name ? -1 : 1;
    return (x->parent > y->parent) - (x->parent < y->parent);
}

static uint64_t count_of(const struct event_table *t, size_t column, size_t row) {
    int64_t n = event_table_int(t, column, row);
    return n > 0 ? (uint64_t)n : 0;
}

/* Of each loader (its data's address) the last row, summed up by type, name and parent. */
static loader_list loaders_of(const struct view *view) {
    static const struct grouping by_loader = {
        .wish = &rows[LOADERS], .keys = {8, LOADER, NAME, PARENT}, .key_count = 4};
    struct grouped each = grouped_make(view->read->tables, &by_loader, &view->read->window);
    int64_t last = INT64_MIN;
    struct map index = {0};
    loader_list out = {0};
    for (size_t i = 0; i < each.rows.len; i++)
        if (event_table_int(each.table, 0, each.rows.items[i].last) > last)
            last = event_table_int(each.table, 0, each.rows.items[i].last);
    for (size_t i = 0; i < each.rows.len; i++) {
        const struct grouped_row *row = &each.rows.items[i];
        bool fresh;
        if (event_table_int(each.table, 0, row->last) < last - NS_PER_S) continue; /* is gone */
        uint64_t *at = map_put(&index, hash_bytes(row->keys + 1, 3 * sizeof *row->keys), &fresh);
        if (fresh) {
            *at = out.len;
            array_push(&out, (struct loaders){.type = row->keys[1],
                                              .name = row->keys[2],
                                              .parent = row->keys[3]});
        }
        struct loaders *loaders = &array_at(&out, *at);
        int64_t bytes = event_table_int(each.table, CHUNKS, row->last);
        int64_t hidden = event_table_int(each.table, HIDDEN_CHUNKS, row->last);
        loaders->loaders++;
        loaders->classes += count_of(each.table, CLASSES, row->last);
        loaders->hidden += count_of(each.table, HIDDEN, row->last);
        if (bytes > 0 && __builtin_add_overflow(loaders->bytes, bytes, &loaders->bytes))
            loaders->bytes = INT64_MAX;
        if (hidden > 0 && __builtin_add_overflow(loaders->bytes, hidden, &loaders->bytes))
            loaders->bytes = INT64_MAX;
    }
    if (out.len) qsort(out.items, out.len, sizeof *out.items, compare_loaders);
    map_free(&index);
    grouped_free(&each);
    return out;
}

static void describe_loaders(const struct view *view, struct sheet *sheet) {
    loader_list all = loaders_of(view);
    sheet_group(sheet, (struct sheet_group){.title = "Class loaders, at the end"});
    sheet_table(sheet, (struct sheet_table){.key = "loaders", .omit_empty = true});
    sheet_number_column(sheet, SHEET_ALL, "classes", "classes");
    sheet_number_column(sheet, SHEET_ALL, "hidden", "hidden_classes");
    sheet_number_column(sheet, SHEET_ALL, "metaspace", "metaspace_bytes");
    sheet_number_column(sheet, SHEET_ALL, "loaders", "loaders");
    sheet_text_column(sheet, SHEET_ALL, "name", "name");
    sheet_text_column(sheet, SHEET_ALL & ~(unsigned)SHEET_TEXT, "parent", "parent");
    sheet_column(sheet, (struct sheet_column){.title = "type", .key = "type", .flexible = true});
    for (size_t i = 0; i < all.len && !view_is_full(view, i, sheet); i++) {
        const struct loaders *loaders = &all.items[i];
        const char *type = view_text(view, loaders->type);
        sheet_row(sheet);
        sheet_cell(sheet, cell_count(loaders->classes));
        sheet_cell(sheet, cell_count(loaders->hidden));
        sheet_cell(sheet, cell_bytes((uint64_t)loaders->bytes));
        sheet_cell(sheet, cell_count(loaders->loaders));
        sheet_cell(sheet, cell_text(view_text(view, loaders->name)));
        sheet_cell(sheet, cell_text(view_text(view, loaders->parent)));
        sheet_cell(sheet, cell_shown(cell_text(type), type ? NULL : "of the JVM itself"));
    }
    sheet_end(sheet);
    sheet_end(sheet);
    array_free(&all);
}

/* JDKs before 26 do not say where a class came from. */
static bool says_sources(const struct view *view) {
    const struct event_table *t = table_of(view, DEFINITIONS);
    bool said = false;
    for (size_t row = 0; row < t->rows && !said; row++)
        said = event_table_id(t, 3, row) != JFR_NULL_ID;
    return said;
}

static void describe(const struct view *view, struct sheet *sheet) {
    static const struct grouping
        by_class = {.wish = &rows[LOADS], .keys = {2}, .key_count = 1, .duration = 1},
        by_loader = {.wish = &rows[LOADS], .keys = {3}, .key_count = 1, .duration = 1},
        by_unloader = {.wish = &rows[UNLOADS], .keys = {2}, .key_count = 1},
        by_definer = {.wish = &rows[DEFINITIONS], .keys = {2}, .key_count = 1},
        by_retransformer = {.wish = &rows[RETRANSFORMATIONS],
                            .keys = {3},
                            .key_count = 1,
                            .duration = 1},
        by_redefiner = {.wish = &rows[REDEFINITIONS], .keys = {3}, .key_count = 1, .duration = 1},
        by_source = {.wish = &rows[DEFINITIONS], .keys = {3}, .key_count = 1},
        by_changed = {.wish = &rows[CHANGED], .keys = {1}, .key_count = 1},
        by_field = {.wish = &rows[MUTATIONS], .keys = {1, 2, 3}, .key_count = 3};
    static const struct group_table longest = {.title = "Classes that took longest to load",
                                               .key = "longest_loads",
                                               .count = "times",
                                               .lengths = true,
                                               .columns = {{"class", "class", GROUP_TEXT}}},
                                    of_loaders = {.title = "Loading by loader",
                                                  .key = "loads_by_loader",
                                                  .count = "classes",
                                                  .lengths = true,
                                                  .columns = {{"loader", "loader", GROUP_TEXT}}},
                                    unloaded = {.title = "Unloaded, by loader",
                                                .key = "unloads_by_loader",
                                                .count = "classes",
                                                .columns = {{"loader", "loader", GROUP_TEXT}}},
                                    defined = {.title = "Defined, by loader",
                                               .key = "definitions_by_loader",
                                               .count = "classes",
                                               .columns = {{"loader", "loader", GROUP_TEXT}}},
                                    sources = {.title = "Defined, by where they came from",
                                               .key = "definitions_by_source",
                                               .count = "classes",
                                               .columns = {{"source", "source", GROUP_TEXT}}},
                                    mutated = {.title =
                                                   "Final fields that were changed by reflection",
                                               .key = "final_field_mutations",
                                               .count = "times",
                                               .columns = {{"class", "class", GROUP_TEXT},
                                                           {"field", "field", GROUP_TEXT},
                                                           {"method", "method", GROUP_TEXT}}},
                                    retransformed = {.title = "Retransformations, by who asked",
                                                     .key = "retransformations",
                                                     .count = "times",
                                                     .lengths = true,
                                                     .columns = {{"method", "method", GROUP_TEXT}}},
                                    redefined = {.title = "Redefinitions, by who asked",
                                                 .key = "redefinitions",
                                                 .count = "times",
                                                 .lengths = true,
                                                 .columns = {{"method", "method", GROUP_TEXT}}},
                                    changed = {.title = "Classes that were changed",
                                               .key = "changed_classes",
                                               .count = "times",
                                               .columns = {{"class", "class", GROUP_TEXT}}};
    sheet_group(sheet, (struct sheet_group){.title = "Classes"});
    add_growth(view, LOADED, "loaded", "Loaded since the start", sheet);
    add_growth(view, UNLOADED, "unloaded", "Unloaded since the start", sheet);
    add_events(view, LOADS, "recorded_loads", "Recorded loads", sheet);
    add_events(view, DEFINITIONS, "recorded_definitions", "Recorded definitions", sheet);
    add_events(view, UNLOADS, "recorded_unloads", "Recorded unloads", sheet);
    sheet_end(sheet);
    describe_loaders(view, sheet);
    groups_describe(view, &by_loader, &of_loaders, sheet);
    groups_describe(view, &by_class, &longest, sheet);
    groups_describe(view, &by_definer, &defined, sheet);
    if (says_sources(view)) groups_describe(view, &by_source, &sources, sheet);
    groups_describe(view, &by_unloader, &unloaded, sheet);
    groups_describe(view, &by_retransformer, &retransformed, sheet);
    groups_describe(view, &by_redefiner, &redefined, sheet);
    groups_describe(view, &by_changed, &changed, sheet);
    groups_describe(view, &by_field, &mutated, sheet);
    view_add_span(view, sheet);
}

static int make_answer(struct answer *answer) {
    static const struct view_kind kind = {
        .wishes = &wishes,
        .main = TABLES,
        .nothing = "the recording says nothing of classes (jdk.ClassLoadingStatistics, "
                   "jdk.ClassLoaderStatistics, jdk.ClassLoad, jdk.ClassDefine, jdk.ClassUnload, "
                   "jdk.FinalFieldMutation)",
        .describe = describe};
    return view_answer_usual(answer, &kind);
}

static const struct command_example examples[] = {
    {"jfrtool classes rec.jfr", "How many classes there are, and whose"},
    {"jfrtool classes --top 50 rec.jfr", "More loaders, more of the classes that took long"},
    {NULL, NULL},
};

const struct command command_classes = {
    .name = "classes",
    .summary = "Show classes loaded, unloaded and redefined, and their loaders",
    .operands = "RECORDING...",
    .description =
        "How many classes were loaded and unloaded since the JVM started; class loaders with their "
        "classes and metaspace at the end, those of one type, name and parent together (many "
        "loaders of one type may be a leak); how long classes took to load, and which were "
        "redefined or retransformed by whom; from JDK 26 on where classes came from and which "
        "final fields were changed by reflection, and by whom. Single loads, definitions and "
        "unloads are switched "
        "off unless a recording's settings ask for them.",
    .examples = examples,
    VIEWS,
    .answer = make_answer,
};
