/* Questions about events: what is known of them before the walk. */
#include "analyzers/events/events_parts.h"

#include "analyzers/tables/clocked.h"
#include "analyzers/tables/kinds.h"
#include "base/units.h"
#include "base/posix.h"
#include "parser/table/cells.h"
#include "parser/wire.h"

#include <stdio.h>
#include <strings.h>

/* ==== Opening =============================================================================== */

static bool open_where(struct asked *asked, struct events_error *error) {
    struct expression_error wrong;
    if (!asked->question->where) return true;
    asked->where = expression_parse(asked->question->where, &wrong);
    if (asked->where) return true;
    error->source = asked->question->where;
    error->column = wrong.column;
    return error_set(&error->error, JFR_DAMAGED, 0, "%s", wrong.text);
}

static size_t add_test(struct asked *asked, const char *path) {
    asked->tests[asked->test_count] = path;
    return asked->test_count++;
}

static void open_asked(struct events *e, struct asked *asked) {
    const struct event_question *q = asked->question;
    const struct selection *s = e->selection;
    bool frames = s && (s->include.len || s->exclude.len);
    asked->types_met = mem_zero(q->type_count, sizeof *asked->types_met);
    asked->tests[asked->test_count++] = "startTime";
    if (q->sort && !q->show_count) asked->sort_at = add_test(asked, q->sort);
    if (s && s->thread) asked->thread_at = add_test(asked, "sampledThread|eventThread|thread");
    if (frames) asked->stack_at = add_test(asked, "stackTrace");
    asked->where_at = asked->test_count;
    for (size_t i = 0; asked->where && i < expression_fields(asked->where); i++)
        asked->tests[asked->test_count++] = expression_field(asked->where, i, NULL);
    if (!q->show_count) return;
    fold_plan_make(&asked->plan, q->keys, q->key_count, q->shows, q->show_count);
    for (size_t i = 0; i < fold_plan_paths(&asked->plan); i++)
        asked->paths[i] = fold_plan_path(&asked->plan, i);
}

struct events *events_open(const struct event_question *questions, size_t count,
                           const struct selection *selection, struct events_error *error) {
    struct events *e = mem_zero(1, sizeof *e);
    e->selection = selection;
    e->count = count;
    e->asked = mem_zero(count, sizeof *e->asked);
    e->tables = mem_zero(1, sizeof *e->tables);
    e->window = (struct time_window){INT64_MIN, INT64_MAX};
    e->has_zone = selection && selection->zone.kind != ZONE_UNSAID;
    if (e->has_zone) e->zone = selection->zone;
    *error = (struct events_error){0};
    for (size_t i = 0; i < count; i++) {
        e->asked[i].question = &questions[i];
        if (!open_where(&e->asked[i], error)) {
            events_free(e);
            return NULL;
        }
        open_asked(e, &e->asked[i]);
    }
    return e;
}

void events_free(struct events *e) {
    if (!e) return;
    for (size_t i = 0; i < e->count; i++) {
        struct asked *asked = &e->asked[i];
        expression_free(asked->where);
        free(asked->types_met);
        for (size_t k = 0; k < asked->sources.len; k++)
            mem_free(asked->sources.items[k]->tests, asked->sources.items[k]->fields);
        array_free(&asked->sources);
    }
    free(e->asked);
    jfr_tables_close(e->tables);
    jfr_metadata_free(e->metadata);
    free_each(strings_free, &e->names, &e->categories);
    arena_free(&e->texts);
    free(e);
}

/* ==== Which types =========================================================================== */

static bool is_in_category(const char *pattern, const struct jfr_type *type) {
    const struct jfr_annotation *category = type->category;
    for (uint32_t i = 0; category && i < category->value_count; i++)
        if (fnmatch(pattern, category->values[i].value, FNM_CASEFOLD) == 0) return true;
    return false;
}

static bool pattern_matches(const char *pattern, const struct jfr_type *type) {
    const char *name = schema_name(type), *dot = strrchr(name, '.');
    return kind_matches(pattern, name) || kind_matches(pattern, type->name) ||
           (dot && fnmatch(pattern, dot + 1, 0) == 0) ||
           kind_is_in_group(kind_group_named(pattern), name) || is_in_category(pattern, type);
}

unsigned events_clocks(const struct asked *asked, const struct jfr_type *type) {
    unsigned clocks = CLOCKED_NONE;
    for (size_t i = 0; i < asked->question->type_count; i++) {
        const char *pattern = asked->question->types[i];
        unsigned named = clocked_named(pattern, type->name);
        if (named == CLOCKED_WALL || pattern_matches(pattern, type)) clocks |= named;
    }
    return clocks;
}

static struct event_source *source_of(struct events *e, struct asked *asked, const char *name) {
    size_t at = 0;
    int order = 1;
    while (at < asked->sources.len && (order = strcmp(name, asked->sources.items[at]->name)) > 0)
        at++;
    if (order == 0) return asked->sources.items[at];
    struct event_source *source = arena_alloc(&e->texts, sizeof *source);
    *source = (struct event_source){.name = arena_copy_text(&e->texts, name),
                                    .tests = mem_zero(TESTS_MOST, sizeof *source->tests)};
    array_push(&asked->sources, source);
    struct event_source **items = asked->sources.items;
    memmove(items + at + 1, items + at, (asked->sources.len - 1 - at) * sizeof *items);
    return items[at] = source;
}

/* ==== Kinds of their fields ================================================================= */

static void widen(enum jfr_column_kind *kind, enum jfr_unit *unit, const struct cells *cells,
                  size_t column) {
    *kind = cells_wider(*kind, cells_kind(cells, column));
    if (cells_unit(cells, column) > *unit) *unit = cells_unit(cells, column);
}

static void look_at_tests(struct events *e, const struct asked *asked, struct event_source *source,
                          const struct jfr_chunk *chunk, const struct jfr_type *type) {
    struct cells *cells =
        cells_open(chunk, e->metadata, type, asked->tests, asked->test_count, NULL, false);
    for (size_t i = 0; cells && i < asked->test_count; i++)
        widen(&source->tests[i].kind, &source->tests[i].unit, cells, i);
    cells_close(cells);
}

static void look_at_fields(struct events *e, const struct asked *asked, struct event_source *source,
                           const struct jfr_chunk *chunk, const struct jfr_type *type) {
    const struct event_question *q = asked->question;
    bool folds = q->show_count > 0;
    if (!folds && !q->field_count) return; /* they are those of the table */
    source->paths = folds ? asked->paths : q->fields;
    source->field_count = folds ? fold_plan_paths(&asked->plan) : q->field_count;
    if (!source->fields) source->fields = mem_zero(source->field_count, sizeof *source->fields);
    struct cells *cells =
        cells_open(chunk, e->metadata, type, source->paths, source->field_count, NULL, false);
    for (size_t i = 0; cells && i < source->field_count; i++) {
        widen(&source->fields[i].kind, &source->fields[i].unit, cells, i);
        if (strcmp(source->paths[i], "eventType") == 0 && !source->fields[i].kind)
            source->fields[i].kind = JFR_COLUMN_TEXT;
    }
    cells_close(cells);
}

/* Of async-profiler, samples of wall-clock time may be called as the JVM's of CPU time are. */
static bool may_be_clocked(const char *pattern, const struct jfr_chunk *chunk,
                           const struct jfr_type *type) {
    struct sampler sampler = {0};
    if (clocked_named(pattern, type->name) != CLOCKED_WALL) return false;
    sampler_look(&sampler, chunk);
    return clocked_may_differ(&sampler, type);
}

static void look_at_type(struct events *e, const struct jfr_chunk *chunk,
                         const struct jfr_type *type) {
    const struct jfr_table *table = NULL;
    strings_intern(&e->names, schema_name(type), strlen(schema_name(type)));
    for (uint32_t i = 0; type->category && i < type->category->value_count; i++)
        strings_add(&e->categories, type->category->values[i].value);
    for (size_t i = 0; i < e->count; i++) {
        struct asked *asked = &e->asked[i];
        bool is = false;
        for (size_t k = 0; k < asked->question->type_count; k++) {
            const char *pattern = asked->question->types[k];
            if (!pattern_matches(pattern, type) && !may_be_clocked(pattern, chunk, type)) continue;
            asked->types_met[k] = is = true;
        }
        if (!is) continue;
        if (!table) table = schema_add_type(e->tables, chunk, e->metadata, type);
        struct event_source *source = source_of(e, asked, table->name);
        source->table = table;
        source->label = table->label;
        look_at_tests(e, asked, source, chunk, type);
        look_at_fields(e, asked, source, chunk, type);
    }
}

static void look(void *context, const struct jfr_chunk *chunk) {
    struct events *e = context;
    struct jfr_error error;
    if (jfr_metadata_matches(e->metadata, chunk)) return;
    jfr_metadata_free(e->metadata);
    e->metadata = jfr_metadata_read(chunk, &error);
    for (uint32_t i = 0; e->metadata && i < e->metadata->type_count; i++)
        if (e->metadata->types[i]->event) look_at_type(e, chunk, e->metadata->types[i]);
}

/* ==== Do the questions fit? ================================================================= */

static bool fail_type(struct events *e, const char *pattern) {
    e->missing_type = pattern;
    return error_set(&e->wrong.error, JFR_DAMAGED, 0,
                     "no event type of the recording is called %.100s", pattern);
}

static bool fail_field(struct events *e, const struct asked *asked, const char *path) {
    e->missing_field = path;
    e->missing_of = asked;
    const struct event_source *one = asked->sources.len == 1 ? asked->sources.items[0] : NULL;
    return error_set(&e->wrong.error, JFR_DAMAGED, 0, "%.100s has no field %.100s",
                     one ? one->name : "none of the event types", path);
}

static bool check_types(struct events *e, const struct asked *asked) {
    for (size_t i = 0; i < asked->question->type_count; i++)
        if (!asked->types_met[i]) return fail_type(e, asked->question->types[i]);
    return true;
}

static bool check_where(struct events *e, const struct asked *asked) {
    struct expression_error wrong;
    for (size_t i = 0; asked->where && i < expression_fields(asked->where); i++) {
        bool known = false;
        size_t column;
        const char *path = expression_field(asked->where, i, &column);
        for (size_t k = 0; k < asked->sources.len; k++)
            known = known || asked->sources.items[k]->tests[asked->where_at + i].kind;
        if (known || asked->question->may_lack) continue;
        e->wrong.source = expression_source(asked->where);
        e->wrong.column = column;
        return fail_field(e, asked, path);
    }
    for (size_t k = 0; asked->where && k < asked->sources.len; k++) {
        if (expression_check(asked->where, asked->sources.items[k]->tests + asked->where_at,
                             &wrong))
            continue;
        e->wrong.source = expression_source(asked->where);
        e->wrong.column = wrong.column;
        return error_set(&e->wrong.error, JFR_DAMAGED, 0, "%s", wrong.text);
    }
    return true;
}

static bool has_field(const struct asked *asked, size_t field) {
    return some_of(k, asked->sources.len,
                   asked->sources.items[k]->fields && asked->sources.items[k]->fields[field].kind);
}

static bool check_fields(struct events *e, const struct asked *asked) {
    const struct event_question *q = asked->question;
    size_t count = q->show_count ? fold_plan_paths(&asked->plan) : q->field_count;
    for (size_t i = q->show_count ? 0 : q->optional; i < count && !q->may_lack; i++)
        if (!has_field(asked, i))
            return fail_field(e, asked, q->show_count ? asked->paths[i] : q->fields[i]);
    bool sorts = !q->sort || q->show_count || q->may_lack ||
                 some_of(k, asked->sources.len,
                         asked->sources.items[k]->tests[asked->sort_at].kind != JFR_COLUMN_NONE);
    return sorts || fail_field(e, asked, q->sort);
}

/* Of all types together the kind further down counts, as in one column of chunks that disagree. */
static void join_kinds(struct asked *asked) {
    struct fold_plan *plan = &asked->plan;
    for (size_t k = 0; k < asked->sources.len; k++)
        for (size_t i = 0; i < fold_plan_paths(plan); i++) {
            const struct fold_field *field = &asked->sources.items[k]->fields[i];
            plan->fields[i].kind = cells_wider(plan->fields[i].kind, field->kind);
            if (field->unit > plan->fields[i].unit) plan->fields[i].unit = field->unit;
        }
    for (size_t i = 0; i < plan->key_count; i++) /* by name: pools make new ones all the time */
        if (plan->fields[i].kind == JFR_COLUMN_THREAD) plan->fields[i].kind = JFR_COLUMN_TEXT;
    enum jfr_column_kind sort = JFR_COLUMN_NONE;
    for (size_t k = 0; k < asked->sources.len; k++)
        sort = cells_wider(sort, asked->sources.items[k]->tests[asked->sort_at].kind);
    for (size_t k = 0; k < asked->sources.len; k++)
        asked->sources.items[k]->tests[asked->sort_at].kind = sort;
}

/* All fields of a type: its columns but for the parts of threads and stacks, which those have. */
static void take_all_fields(struct events *e, struct event_source *source) {
    const struct jfr_table *table = source->table;
    const char **paths = arena_alloc(&e->texts, table->columns.len * sizeof *paths);
    source->fields = mem_zero(table->columns.len, sizeof *source->fields);
    const struct jfr_column *whole = NULL;
    EACH (const struct jfr_column, column, &table->columns) {
        size_t len = whole ? strlen(whole->path) : 0;
        if (whole && strncmp(column->path, whole->path, len) == 0 && column->path[len] == '.')
            continue;
        bool parts = column->kind == JFR_COLUMN_THREAD || column->kind == JFR_COLUMN_STACK;
        whole = parts ? column : NULL;
        source->fields[source->field_count] = (struct fold_field){column->kind, column->unit};
        paths[source->field_count++] = column->path;
    }
    source->paths = paths;
}

static bool check(struct events *e, struct asked *asked) {
    const struct event_question *q = asked->question;
    for (size_t k = 0; k < asked->sources.len && !q->show_count && !q->field_count; k++)
        take_all_fields(e, asked->sources.items[k]);
    if (!q->may_lack && !check_types(e, asked)) return false;
    if (!check_where(e, asked) || !check_fields(e, asked)) return false;
    join_kinds(asked);
    return !q->show_count || fold_plan_check(&asked->plan, &e->wrong.error);
}

/* Some twenty steps, of a length that people think in. */
static int64_t usual_step(int64_t length) {
    static const int64_t seconds[] = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600};
    size_t last = sizeof seconds / sizeof *seconds - 1, i = 0;
    while (i < last && length / (seconds[i] * NS_PER_S) > 20) i++;
    int64_t step = seconds[i] * NS_PER_S;
    while (length / step > 1000) step *= 24; /* days */
    return step;
}

static void set_steps(struct events *e) {
    int64_t from = e->window.from_ns > e->times.start_ns ? e->window.from_ns : e->times.start_ns;
    int64_t to = e->window.to_ns < e->times.end_ns ? e->window.to_ns : e->times.end_ns;
    int64_t length = to > from ? to - from : 0;
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = 0; k < e->asked[i].plan.key_count; k++) {
            struct fold_key *key = &e->asked[i].plan.keys[k];
            if (key->kind == FOLD_STEP && !key->step_ns) key->step_ns = usual_step(length);
        }
}

static void set_window(void *context, int64_t start_ns, int64_t end_ns,
                       const struct jfr_chunk *first) {
    struct events *e = context;
    struct jfr_error error;
    struct jfr_metadata *metadata = !e->has_zone && first ? jfr_metadata_read(first, &error) : NULL;
    if (metadata) e->zone = zone_of_recording(metadata->gmt_offset_ms + metadata->dst_ms);
    jfr_metadata_free(metadata);
    if (e->zone.kind == ZONE_UNSAID) e->zone = (struct zone){.kind = ZONE_OFFSET};
    e->times = (struct expression_times){start_ns, end_ns, e->zone};
    if (e->selection)
        e->window =
            time_window_of(&e->selection->from, &e->selection->to, start_ns, end_ns, &e->zone);
    set_steps(e);
    for (size_t i = 0; i < e->count && !e->failed; i++) e->failed = !check(e, &e->asked[i]);
}

void events_join(struct events *e, struct walk_run *run) {
    struct walk_part *part = walk_join(run, &events_reader, e);
    part->look = look;
    part->window = set_window;
    part->window_context = e;
}

/* ==== Afterwards ============================================================================ */

const struct events_error *events_wrong(const struct events *e) {
    return e->failed ? &e->wrong : NULL;
}

struct time_window events_window(const struct events *e) {
    return e->window;
}

struct zone events_zone(const struct events *e) {
    return e->zone;
}

const struct event_source *const *events_sources(const struct events *e, size_t question,
                                                 size_t *count) {
    *count = e->asked[question].sources.len;
    return (const struct event_source *const *)e->asked[question].sources.items;
}
