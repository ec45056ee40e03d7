#include "cmd/sheets/setup.h"

#include "base/secrets/secrets.h"
#include "base/platform.h"
#include "base/safe.h"
#include "base/units.h"
#include "cmd/read/moment.h"
#include "cmd/sheets/lengths.h"

#include <math.h>
#include <string.h>

/* ==== What is looked for ==================================================================== */

enum setup_table {
    JVM,
    FLAGS, /* by the type of their value */
    FLAGS_LAST = FLAGS + 6,
    CHANGES,
    CHANGES_LAST = CHANGES + 6,
    SETTINGS,
    PROPERTIES,
    ENVIRONMENT,
    MODULES,
    JAVA_AGENTS,
    NATIVE_AGENTS,
    CONTAINER,
    CONTAINER_USE,
    RECORDINGS,
    TABLES
};
enum { TIME, FIRST };
#define SAME_START_NS (2 * NS_PER_S)

#define FLAG(type)                                 \
    {                                              \
        "jdk." type "Flag", {                      \
            "startTime", "name", "value", "origin" \
        }                                          \
    }
#define CHANGE(type)                                              \
    {                                                             \
        "jdk." type "FlagChanged", {                              \
            "startTime", "name", "oldValue", "newValue", "origin" \
        }                                                         \
    }

static const struct wish rows[TABLES] = {
    [JVM] = {"jdk.JVMInformation",
             {"startTime", "jvmName", "jvmVersion", "jvmArguments", "jvmFlags", "javaArguments",
              "pid", "jvmStartTime"}},
    [FLAGS] = FLAG("Boolean"),
    [FLAGS + 1] = FLAG("Int"),
    [FLAGS + 2] = FLAG("UnsignedInt"),
    [FLAGS + 3] = FLAG("Long"),
    [FLAGS + 4] = FLAG("UnsignedLong"),
    [FLAGS + 5] = FLAG("Double"),
    [FLAGS + 6] = FLAG("String"),
    [CHANGES] = CHANGE("Boolean"),
    [CHANGES + 1] = CHANGE("Int"),
    [CHANGES + 2] = CHANGE("UnsignedInt"),
    [CHANGES + 3] = CHANGE("Long"),
    [CHANGES + 4] = CHANGE("UnsignedLong"),
    [CHANGES + 5] = CHANGE("Double"),
    [CHANGES + 6] = CHANGE("String"),
    [SETTINGS] = {"jdk.ActiveSetting", {"startTime", "id.event", "name", "value"}},
    [PROPERTIES] = {"jdk.InitialSystemProperty", {"startTime", "key", "value"}},
    [ENVIRONMENT] = {"jdk.InitialEnvironmentVariable", {"startTime", "key", "value"}},
    [MODULES] = {"jdk.ModuleRequire",
                 {"startTime", "source.name", "source.version", "source.location"}},
    [JAVA_AGENTS] = {"jdk.JavaAgent",
                     {"startTime", "name", "options", "dynamic", "initializationTime",
                      "initializationDuration"}},
    [NATIVE_AGENTS] = {"jdk.NativeAgent",
                       {"startTime", "name", "options", "dynamic", "initializationTime",
                        "initializationDuration"}},
    [CONTAINER] = {"jdk.ContainerConfiguration",
                   {"startTime", "containerType", "effectiveCpuCount", "cpuQuota", "cpuSlicePeriod",
                    "cpuShares", "memoryLimit", "memorySoftLimit", "swapMemoryLimit"}},
    [CONTAINER_USE] = {"jdk.ContainerMemoryUsage", {"startTime", "memoryUsage", "hostMemoryUsage"}},
    [RECORDINGS] = {"jdk.ActiveRecording",
                    {"startTime", "name", "destination", "maxAge", "maxSize"}},
};
const struct wishes setup_wishes = {.rows = rows, .count = TABLES};
static const char *const flag_types[] = {"boolean",       "int",    "unsigned int", "long",
                                         "unsigned long", "double", "string"};

/* ==== Rows that are told apart ============================================================== */

/* What chunks and recordings say again is one row. */
struct entry {
    enum setup_table table;
    size_t row;
};
typedef ARRAY(struct entry) entries;

static const struct event_table *table_of(const struct setup_view *view, enum setup_table table) {
    return tables_find(view->tables, &rows[table]);
}

/* Adds rows whose first columns behind the time are not those of a row before; of later ones the
 * last is kept. */
static void take(const struct setup_view *view, enum setup_table table, size_t columns,
                 entries *out) {
    const struct event_table *t = table_of(view, table);
    struct map seen = {0};
    for (size_t row = 0; row < t->rows; row++) {
        uint64_t key[8] = {0};
        bool fresh;
        for (size_t i = 0; i < columns; i++) key[i] = event_table_cell(t, FIRST + i, row);
        uint64_t *at = map_put(&seen, hash_bytes(key, sizeof key), &fresh);
        if (fresh) {
            *at = out->len;
            array_push(out, (struct entry){table, row});
        } else {
            array_at(out, *at).row = row;
        }
    }
    map_free(&seen);
}

static const char *text_at(const struct setup_view *view, const struct entry *e, size_t column) {
    uint32_t id = event_table_id(table_of(view, e->table), column, e->row);
    return id == THINGS_NONE ? NULL : strings_get(&view->tables->things.texts, id);
}

static int64_t int_at(const struct setup_view *view, const struct entry *e, size_t column) {
    return event_table_int(table_of(view, e->table), column, e->row);
}

struct sorting {
    const struct setup_view *view;
    size_t columns;
};

static int compare_entries(const void *a, const void *b, void *context) {
    const struct sorting *s = context;
    const struct entry *x = a, *y = b;
    for (size_t i = 0; i < s->columns; i++) {
        const char *p = text_at(s->view, x, FIRST + i), *q = text_at(s->view, y, FIRST + i);
        int order = strcmp(p ? p : "", q ? q : "");
        if (order) return order;
    }
    if (x->table != y->table) return x->table < y->table ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static void sort_entries(const struct setup_view *view, size_t columns, entries *out) {
    struct sorting sorting = {view, columns};
    if (out->len)
        platform_sort(out->items, out->len, sizeof *out->items, compare_entries, &sorting);
}

/* A text, masked where it has to be; NULL: there is none. */
static const char *masked(const struct setup_view *view, const char *name, const char *value,
                          struct text *out) {
    text_clear(out);
    if (!value) return NULL;
    if (view->secrets) text_add(out, value);
    else secrets_add_value(name, value, out);
    return text_str(out);
}

/* Of any kind of column. */
static void add_value(const struct setup_view *view, const struct entry *e, size_t column,
                      struct text *out) {
    const struct event_table *t = table_of(view, e->table);
    int64_t n = event_table_int(t, column, e->row);
    switch (t->columns[column].kind) {
    case JFR_COLUMN_BOOLEAN: text_add(out, n == 1 ? "true" : n == 0 ? "false" : ""); break;
    case JFR_COLUMN_REAL: text_addf(out, "%g", event_table_real(t, column, e->row)); break;
    case JFR_COLUMN_TEXT: {
        const char *text = text_at(view, e, column);
        if (!view->secrets) secrets_add_value(text_at(view, e, FIRST), text ? text : "", out);
        else if (text) text_add(out, text);
        break;
    }
    case JFR_COLUMN_UNSIGNED:
        text_addf(out, "%llu", (unsigned long long)event_table_cell(t, column, e->row));
        break;
    default: text_addf(out, "%lld", (long long)n);
    }
}

/* ==== The JVM =============================================================================== */

static void pair(struct sheet *sheet, const char *label, const char *value) {
    if (value && *value) sheet_pair(sheet, NULL, label, cell_text(value));
}

static int64_t start_of(const struct setup_view *view, const struct entry *e) {
    const struct event_table *t = table_of(view, JVM);
    int64_t start = int_at(view, e, FIRST + 6), ns;
    if (start == JFR_NULL_INT) return JFR_NULL_INT;
    bool in_ns = t->columns[FIRST + 6].unit == JFR_UNIT_NS_TIME; /* else nothing says it: ms */
    return __builtin_mul_overflow(start, in_ns ? 1 : NS_PER_MS, &ns) ? JFR_NULL_INT : ns;
}

/* The same JVM as one before: several recorders see its start a little apart. */
static bool is_same(const struct setup_view *view, const struct entry *a, const struct entry *b) {
    int64_t x = start_of(view, a), y = start_of(view, b), apart;
    return int_at(view, a, FIRST + 5) == int_at(view, b, FIRST + 5) &&
           !__builtin_sub_overflow(x, y, &apart) && apart <= SAME_START_NS &&
           apart >= -SAME_START_NS;
}

static entries jvms_of(const struct setup_view *view) {
    entries all = {0}, out = {0};
    take(view, JVM, 7, &all);
    for (size_t i = 0; i < all.len; i++) {
        size_t k = 0;
        while (k < out.len && !is_same(view, &out.items[k], &all.items[i])) k++;
        if (k == out.len) array_push(&out, all.items[i]);
    }
    array_free(&all);
    return out;
}

static void describe_jvms(const struct setup_view *view, struct sheet *sheet) {
    static const struct {
        const char *key, *label;
        size_t column;
    } texts[] = {{"name", "Name", FIRST},
                 {"version", "Version", FIRST + 1},
                 {"arguments", "Arguments", FIRST + 2},
                 {"flags", "Flags file", FIRST + 3},
                 {"java_arguments", "Program", FIRST + 4}};
    entries jvms = jvms_of(view);
    struct text value = {0};
    sheet_array(sheet, "jvms");
    for (size_t i = 0; i < jvms.len; i++) {
        const struct entry *e = &jvms.items[i];
        int64_t start = start_of(view, e), pid = whole_amount(int_at(view, e, FIRST + 5));
        sheet_object(sheet, NULL);
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            sheet_field(sheet, texts[k].key,
                        cell_text(masked(view, NULL, text_at(view, e, texts[k].column), &value)));
        sheet_field(sheet, "pid", cell_number(pid));
        sheet_field(sheet, "start_ns", cell_time(start));
        sheet_end(sheet);
    }
    sheet_end(sheet);
    for (size_t i = 0; i < jvms.len; i++) {
        const struct entry *e = &jvms.items[i];
        int64_t start = start_of(view, e), pid = whole_amount(int_at(view, e, FIRST + 5));
        sheet_group(sheet, (struct sheet_group){.title = "JVM"});
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            pair(sheet, texts[k].label,
                 masked(view, NULL, text_at(view, e, texts[k].column), &value));
        if (is_known(pid)) sheet_pair(sheet, NULL, "Process", cell_number(pid));
        if (is_known(start)) {
            text_clear(&value);
            zone_add_time(&view->zone, start, &value);
            text_add(&value, ", ");
            zone_add_name(&view->zone, &value);
            pair(sheet, "Started", text_str(&value));
        }
        sheet_end(sheet);
    }
    text_free(&value);
    array_free(&jvms);
}

/* ==== Flags ================================================================================= */

static bool is_default(const struct setup_view *view, const struct entry *e) {
    const char *origin = text_at(view, e, FIRST + 2);
    return origin && strcmp(origin, "Default") == 0;
}

static void describe_flags(const struct setup_view *view, struct sheet *sheet) {
    entries flags = {0};
    struct text value = {0};
    size_t left_out = 0;
    for (unsigned i = 0; i <= FLAGS_LAST - FLAGS; i++)
        take(view, (enum setup_table)(FLAGS + i), 3, &flags);
    sort_entries(view, 1, &flags);
    sheet_group(sheet, (struct sheet_group){.title = view->all ? "Flags"
                                                               : "Flags that are not the default"});
    sheet_table(sheet, (struct sheet_table){.key = "flags", .omit_empty = true});
    sheet_text_column(sheet, SHEET_ALL, "flag", "name");
    sheet_text_column(sheet, SHEET_ALL, "origin", "origin");
    sheet_text_column(sheet, SHEET_PROGRAMS, "type", "type");
    sheet_column(sheet, (struct sheet_column){
                            .title = "value", .key = "value", .flexible = true, .sentence = true});
    for (size_t i = 0; i < flags.len; i++) {
        const struct entry *e = &flags.items[i];
        bool skip = is_default(view, e) && !view->all && sheet_shows(sheet, SHEET_PEOPLE);
        left_out += skip;
        if (skip) continue;
        text_clear(&value);
        add_value(view, e, FIRST + 1, &value);
        sheet_row(sheet);
        sheet_cell(sheet, cell_text(text_at(view, e, FIRST)));
        sheet_cell(sheet, cell_text(text_at(view, e, FIRST + 2)));
        sheet_cell(sheet, cell_text(flag_types[e->table - FLAGS]));
        sheet_cell(sheet, cell_text(text_str(&value)));
    }
    sheet_end(sheet);
    if (left_out) {
        text_clear(&value);
        text_add_number_of(&value, left_out, "flag");
        text_add(&value, " with the default value; --all shows them\n");
        sheet_note(sheet, SHEET_PEOPLE, text_str(&value));
    }
    sheet_end(sheet);
    text_free(&value);
    array_free(&flags);
}

static void describe_changes(const struct setup_view *view, struct sheet *sheet) {
    const struct when when = {&view->zone, INT64_MIN, INT64_MAX};
    struct text value = {0};
    sheet_group(sheet, (struct sheet_group){.title = "Flags that were changed meanwhile"});
    sheet_table(sheet, (struct sheet_table){.key = "flag_changes", .omit_empty = true});
    when_column(sheet, &view->zone);
    sheet_text_column(sheet, SHEET_ALL, "flag", "name");
    sheet_text_column(sheet, SHEET_ALL, "origin", "origin");
    sheet_text_column(sheet, SHEET_ALL, "from", "old_value");
    sheet_text_column(sheet, SHEET_ALL, "to", "new_value");
    for (unsigned i = 0; i <= CHANGES_LAST - CHANGES; i++) {
        const struct event_table *t = table_of(view, (enum setup_table)(CHANGES + i));
        for (size_t row = 0; row < t->rows; row++) {
            const struct entry e = {(enum setup_table)(CHANGES + i), row};
            if (event_table_repeats(t, row)) continue;
            sheet_row(sheet);
            when_cell(&when, int_at(view, &e, TIME), sheet);
            sheet_cell(sheet, cell_text(text_at(view, &e, FIRST)));
            sheet_cell(sheet, cell_text(text_at(view, &e, FIRST + 3)));
            for (size_t k = 1; k <= 2; k++) {
                text_clear(&value);
                add_value(view, &e, FIRST + k, &value);
                sheet_cell(sheet, cell_text(text_str(&value)));
            }
        }
    }
    sheet_end(sheet);
    sheet_end(sheet);
    text_free(&value);
}

/* ==== Settings ============================================================================== */

enum setting { ENABLED, THRESHOLD, THROTTLE, PERIOD, CUTOFF, STACK, FILTER, LEVEL, SETTINGS_KNOWN };
static const struct {
    const char *name, *key, *title;
} settings[SETTINGS_KNOWN] = {[ENABLED] = {"enabled", "enabled", "enabled"},
                              [THRESHOLD] = {"threshold", "threshold", "only from"},
                              [THROTTLE] = {"throttle", "throttle", "at most"},
                              [PERIOD] = {"period", "period", "every"},
                              [CUTOFF] = {"cutoff", "cutoff", "cut off"},
                              [STACK] = {"stackTrace", "stack_trace", "stack"},
                              [FILTER] = {"filter", "filter", "filter"},
                              [LEVEL] = {"level", "level", "level"}};

struct event_settings {
    const char *event;
    const char *values[SETTINGS_KNOWN];
};
typedef ARRAY(struct event_settings) event_settings;

static event_settings settings_of(const struct setup_view *view) {
    entries all = {0};
    event_settings out = {0};
    take(view, SETTINGS, 2, &all); /* of an event and a setting the last that was said */
    sort_entries(view, 2, &all);
    for (size_t i = 0; i < all.len; i++) {
        const struct entry *e = &all.items[i];
        const char *event = text_at(view, e, FIRST), *name = text_at(view, e, FIRST + 1);
        if (!event || !name) continue;
        if (!out.len || strcmp(out.items[out.len - 1].event, event) != 0)
            array_push(&out, (struct event_settings){.event = event});
        for (size_t k = 0; k < SETTINGS_KNOWN; k++)
            if (strcmp(name, settings[k].name) == 0)
                out.items[out.len - 1].values[k] = text_at(view, e, FIRST + 2);
    }
    array_free(&all);
    return out;
}

static bool is(const char *value, const char *what) {
    return value && strcmp(value, what) == 0;
}

static bool is_off(const struct event_settings *e) {
    return is(e->values[ENABLED], "false");
}

/* A length that hides something. */
static bool hides(const char *threshold) {
    int64_t ns = 0;
    return threshold && units_parse_period(threshold, &ns) && ns > 0;
}

static bool is_limited(const struct event_settings *e) {
    const char *throttle = e->values[THROTTLE];
    return hides(e->values[THRESHOLD]) || (throttle && *throttle && !is(throttle, "off")) ||
           (e->values[FILTER] && *e->values[FILTER]);
}

static const char *without_package(const char *event) {
    return strncmp(event, "jdk.", 4) == 0 ? event + 4 : event;
}

static void add_list(const event_settings *all, struct text *out) {
    size_t off = 0;
    for (size_t i = 0; i < all->len; i++) off += is_off(&all->items[i]);
    if (!off) return;
    text_add_number_of(out, off, "event type");
    text_addf(out, " %s switched off: ", off == 1 ? "is" : "are");
    off = 0;
    for (size_t i = 0; i < all->len; i++) {
        if (!is_off(&all->items[i])) continue;
        if (off++) text_add(out, ", ");
        safe_add_name(out, without_package(all->items[i].event));
    }
    text_add_char(out, '\n');
}

static void describe_settings(const struct setup_view *view, struct sheet *sheet) {
    event_settings all = settings_of(view);
    const unsigned programs = SHEET_PROGRAMS;
    struct text off = {0};
    sheet_group(sheet, (struct sheet_group){.title = view->all ? "Settings"
                                                               : "What the recording cannot show"});
    sheet_table(sheet, (struct sheet_table){.key = "settings", .omit_empty = true});
    for (size_t k = 0; k < SETTINGS_KNOWN; k++) {
        bool shown = view->all ? k <= STACK : k == THRESHOLD || k == THROTTLE;
        sheet_text_column(sheet, shown ? SHEET_ALL : programs, settings[k].title, settings[k].key);
    }
    sheet_column(sheet,
                 (struct sheet_column){.title = "event type", .key = "event", .flexible = true});
    for (size_t i = 0; i < all.len; i++) {
        const struct event_settings *e = &all.items[i];
        if (!view->all && sheet_shows(sheet, SHEET_PEOPLE) && (is_off(e) || !is_limited(e)))
            continue;
        sheet_row(sheet);
        for (size_t k = 0; k < SETTINGS_KNOWN; k++)
            sheet_cell(sheet, cell_text_if_any(e->values[k]));
        sheet_cell(sheet, cell_text(e->event));
    }
    sheet_end(sheet);
    add_list(&all, &off);
    if (off.len) sheet_lines(sheet, SHEET_PEOPLE, text_str(&off));
    sheet_end(sheet);
    text_free(&off);
    array_free(&all);
}

/* ==== Properties, modules, agents =========================================================== */

static void describe_properties(const struct setup_view *view, enum setup_table table,
                                const char *title, const char *key, struct sheet *sheet) {
    entries all = {0};
    struct text value = {0};
    take(view, table, 2, &all);
    sort_entries(view, 2, &all);
    sheet_group(sheet, (struct sheet_group){.title = title});
    sheet_table(sheet, (struct sheet_table){.key = key, .omit_empty = true});
    sheet_column(sheet, (struct sheet_column){.title = "name", .key = "key", .widest = 40});
    sheet_column(sheet, (struct sheet_column){
                            .title = "value", .key = "value", .flexible = true, .sentence = true});
    for (size_t i = 0; i < all.len; i++) {
        const char *name = text_at(view, &all.items[i], FIRST);
        const char *text = text_at(view, &all.items[i], FIRST + 1);
        sheet_row(sheet);
        sheet_cell(sheet, cell_text(name));
        text_clear(&value);
        bool hidden = !view->secrets && text && secrets_add_value(name, text, &value);
        sheet_cell(sheet, cell_text(hidden ? text_str(&value) : text));
        sheet_field(sheet, "masked", cell_bool(hidden));
    }
    sheet_end(sheet);
    sheet_end(sheet);
    text_free(&value);
    array_free(&all);
}

static bool is_of_jdk(const char *location) {
    return location && strncmp(location, "jrt:", 4) == 0;
}

static void describe_modules(const struct setup_view *view, struct sheet *sheet) {
    entries all = {0};
    struct text line = {0};
    size_t of_jdk = 0;
    take(view, MODULES, 3, &all);
    sort_entries(view, 3, &all);
    sheet_group(sheet, (struct sheet_group){.title = "Modules"});
    sheet_table(sheet, (struct sheet_table){.key = "modules", .omit_empty = true});
    sheet_text_column(sheet, SHEET_ALL, "module", "name");
    sheet_text_column(sheet, SHEET_ALL, "version", "version");
    sheet_column(sheet,
                 (struct sheet_column){.title = "location", .key = "location", .flexible = true});
    for (size_t i = 0; i < all.len; i++) {
        const struct entry *e = &all.items[i];
        const char *location = text_at(view, e, FIRST + 2);
        bool skip = is_of_jdk(location) && !view->all && sheet_shows(sheet, SHEET_PEOPLE);
        of_jdk += skip;
        if (skip) continue;
        sheet_row(sheet);
        for (size_t k = 0; k < 3; k++) sheet_cell(sheet, cell_text(text_at(view, e, FIRST + k)));
    }
    sheet_end(sheet);
    if (of_jdk) {
        text_add_number_of(&line, of_jdk, "module");
        text_add(&line, " of the JDK; --all shows them\n");
        sheet_lines(sheet, SHEET_PEOPLE, text_str(&line));
    }
    sheet_end(sheet);
    text_free(&line);
    array_free(&all);
}

static void describe_agents(const struct setup_view *view, struct sheet *sheet) {
    entries all = {0};
    struct text value = {0};
    take(view, JAVA_AGENTS, 4, &all);
    take(view, NATIVE_AGENTS, 4, &all);
    sheet_group(sheet, (struct sheet_group){.title = "Agents"});
    sheet_table(sheet, (struct sheet_table){.key = "agents", .omit_empty = true});
    sheet_text_column(sheet, SHEET_ALL, "kind", "kind");
    sheet_text_column(sheet, SHEET_ALL, "loaded", "loaded");
    sheet_number_column(sheet, SHEET_ALL, "took", "duration_ns");
    sheet_text_column(sheet, SHEET_ALL, "agent", "name");
    sheet_column(sheet,
                 (struct sheet_column){
                     .title = "options", .key = "options", .flexible = true, .sentence = true});
    for (size_t i = 0; i < all.len; i++) {
        const struct entry *e = &all.items[i];
        int64_t ns = int_at(view, e, FIRST + 4), dynamic = int_at(view, e, FIRST + 2);
        sheet_row(sheet);
        sheet_cell(sheet, cell_text(e->table == JAVA_AGENTS ? "java" : "native"));
        sheet_cell(sheet, cell_text(dynamic == 1 ? "later" : dynamic == 0 ? "at start" : NULL));
        sheet_cell(sheet, cell_ns(whole_amount(ns)));
        sheet_cell(sheet, cell_text(text_at(view, e, FIRST)));
        sheet_cell(sheet, cell_text(masked(view, NULL, text_at(view, e, FIRST + 1), &value)));
    }
    sheet_end(sheet);
    sheet_end(sheet);
    text_free(&value);
    array_free(&all);
}

static void describe_recordings(const struct setup_view *view, struct sheet *sheet) {
    entries all = {0};
    take(view, RECORDINGS, 2, &all);
    sheet_group(sheet, (struct sheet_group){.title = "Recordings that ran"});
    sheet_table(sheet, (struct sheet_table){.key = "recordings", .omit_empty = true});
    sheet_text_column(sheet, SHEET_ALL, "name", "name");
    sheet_number_column(sheet, SHEET_ALL, "at most", "max_bytes");
    sheet_number_column(sheet, SHEET_ALL, "of the last", "max_age_ns");
    sheet_column(sheet, (struct sheet_column){
                            .title = "destination", .key = "destination", .flexible = true});
    for (size_t i = 0; i < all.len; i++) {
        const struct entry *e = &all.items[i];
        int64_t age = int_at(view, e, FIRST + 2), size = int_at(view, e, FIRST + 3);
        sheet_row(sheet);
        sheet_cell(sheet, cell_text(text_at(view, e, FIRST)));
        sheet_cell(sheet, size <= 0 ? cell_blank() : cell_bytes((uint64_t)size));
        sheet_cell(sheet, age <= 0 || age == INT64_MAX ? cell_blank() : cell_ns(age));
        sheet_cell(sheet, cell_text(text_at(view, e, FIRST + 1)));
    }
    sheet_end(sheet);
    sheet_end(sheet);
    array_free(&all);
}

/* ==== The container ========================================================================= */

/* A limit; none is -1 or so large that nobody has it. */
static struct cell limit_cell(int64_t n, bool bytes) {
    if (n <= 0 || n > INT64_C(1) << 60) return cell_blank();
    return bytes ? cell_bytes((uint64_t)n) : cell_number(n);
}

/* What was said last; from JDK 27 on also of the host. */
static void describe_container_use(const struct setup_view *view, struct sheet *sheet) {
    const struct event_table *t = table_of(view, CONTAINER_USE);
    const struct entry e = {CONTAINER_USE, t->rows ? t->rows - 1 : 0};
    struct cell used = t->rows ? limit_cell(int_at(view, &e, FIRST), true) : cell_missing();
    struct cell host = t->rows ? limit_cell(int_at(view, &e, FIRST + 1), true) : cell_missing();
    if (used.kind == CELL_BYTES) sheet_pair(sheet, "memory_used_bytes", "Memory in use", used);
    else sheet_field(sheet, "memory_used_bytes", cell_missing());
    if (host.kind == CELL_BYTES)
        sheet_pair(sheet, "host_memory_used_bytes", "... of the host", host);
    else sheet_field(sheet, "host_memory_used_bytes", cell_missing());
}

static void describe_container(const struct setup_view *view, struct sheet *sheet) {
    static const struct {
        const char *key, *label;
        size_t column;
        bool bytes;
    } values[] = {{"cpus", "Processors", FIRST + 1, false},
                  {"cpu_quota_ns", NULL, FIRST + 2, false},
                  {"cpu_period_ns", NULL, FIRST + 3, false},
                  {"cpu_shares", "CPU shares", FIRST + 4, false},
                  {"memory_limit_bytes", "Memory", FIRST + 5, true},
                  {"memory_soft_limit_bytes", "Memory, soft", FIRST + 6, true},
                  {"swap_limit_bytes", "Memory and swap", FIRST + 7, true}};
    const struct event_table *t = table_of(view, CONTAINER);
    if (!t->rows) {
        sheet_field(sheet, "container", cell_missing());
        return;
    }
    const struct entry e = {CONTAINER, t->rows - 1};
    int64_t quota = int_at(view, &e, FIRST + 2), period = int_at(view, &e, FIRST + 3);
    sheet_group(sheet, (struct sheet_group){.title = "Container", .key = "container"});
    sheet_pair(sheet, "type", "Type", cell_text(text_at(view, &e, FIRST)));
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct cell cell = limit_cell(int_at(view, &e, values[i].column), values[i].bytes);
        if (values[i].label && cell.kind != CELL_BLANK)
            sheet_pair(sheet, values[i].key, values[i].label, cell);
        else sheet_field(sheet, values[i].key, cell);
    }
    if (quota > 0 && period > 0) {
        struct text text = {0};
        text_addf(&text, "%.4g processors", (double)quota / (double)period);
        sheet_pair(sheet, NULL, "CPU quota", cell_text(text_str(&text)));
        text_free(&text);
    }
    describe_container_use(view, sheet);
    sheet_end(sheet);
}

bool setup_is_known(const struct tables *tables) {
    for (size_t i = 0; i < TABLES; i++)
        if (tables_find(tables, &rows[i])->rows) return true;
    return false;
}

void setup_describe(const struct setup_view *view, struct sheet *sheet) {
    describe_jvms(view, sheet);
    describe_container(view, sheet);
    describe_flags(view, sheet);
    describe_changes(view, sheet);
    describe_agents(view, sheet);
    describe_settings(view, sheet);
    describe_recordings(view, sheet);
    describe_properties(view, PROPERTIES, "System properties at the start", "system_properties",
                        sheet);
    describe_properties(view, ENVIRONMENT, "Environment", "environment", sheet);
    describe_modules(view, sheet);
    if (!view->secrets)
        sheet_lines(sheet, SHEET_PEOPLE,
                    "Values that look like secrets are " SECRET_MASK "; shown with --secrets\n");
}
