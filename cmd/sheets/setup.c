#include "cmd/sheets/setup.h"

#include "analyzers/tables/kinds.h"
#include "base/secrets/secrets.h"
#include "base/platform.h"
#include "base/safe.h"
#include "base/units.h"
#include "base/plural.h"
#include "cmd/cli/voice.h"
#include "cmd/sheets/lengths.h"
#include "cmd/write/words.h"
#include "cmd/sheets/setup_wishes.h"

/* ==== Rows ================================================================================== */

/* Of those that a recording has of its JVM, each once: what chunks and recordings say again is one.
 */
struct setup_entry {
    enum setup_table table;
    size_t row;
};
typedef ARRAY(struct setup_entry) setup_entries;

static const struct wish setup_rows[SETUP_TABLES] = {SETUP_ROWS};
const struct wishes setup_wishes = {.rows = setup_rows, .count = SETUP_TABLES};

/* NULL: it was not read. */
static const struct event_table *setup_table_of(const struct setup_view *view,
                                                enum setup_table table) {
    return tables_find(view->tables, &setup_rows[table]);
}

/* Adds rows of which the first columns behind the time are new; of later ones the last counts. */
static void setup_take(const struct setup_view *view, enum setup_table table, size_t columns,
                       setup_entries *out) {
    const struct event_table *t = setup_table_of(view, table);
    OWNED(map_free) struct map seen = {0};
    for (size_t row = 0; row < t->rows; row++) {
        uint64_t key[8] = {0};
        bool fresh;
        for (size_t i = 0; i < columns; i++) key[i] = event_table_cell(t, SETUP_FIRST + i, row);
        uint64_t *at = map_put(&seen, hash_bytes(key, sizeof key), &fresh);
        if (fresh) {
            *at = out->len;
            array_push(out, (struct setup_entry){table, row});
        } else {
            array_at(out, *at).row = row;
        }
    }
}

static const char *setup_text(const struct setup_view *view, const struct setup_entry *e,
                              size_t column) {
    uint32_t id = event_table_id(setup_table_of(view, e->table), column, e->row);
    return id == THINGS_NONE ? NULL : strings_get(&view->tables->things.texts, id);
}

static int64_t setup_int(const struct setup_view *view, const struct setup_entry *e,
                         size_t column) {
    return event_table_int(setup_table_of(view, e->table), column, e->row);
}

struct sorting {
    const struct setup_view *view;
    size_t columns;
};

static int compare_entries(const void *a, const void *b, void *context) {
    const struct sorting *s = context;
    const struct setup_entry *x = a, *y = b;
    for (size_t i = 0; i < s->columns; i++) {
        const char *p = setup_text(s->view, x, SETUP_FIRST + i),
                   *q = setup_text(s->view, y, SETUP_FIRST + i);
        int order = strcmp(p ? p : "", q ? q : "");
        if (order) return order;
    }
    return ORDER(x->table, y->table) ?: ORDER(x->row, y->row);
}

static void setup_sort(const struct setup_view *view, size_t columns, setup_entries *out) {
    struct sorting sorting = {view, columns};
    array_sort_with(out, compare_entries, &sorting);
}

/* A text, masked where it has to be; NULL: there is none. */
static const char *setup_masked(const struct setup_view *view, const char *name, const char *value,
                                struct text *out) {
    text_clear(out);
    if (!value) return NULL;
    if (view->secrets) text_add(out, value);
    else secrets_add_value(name, value, out);
    return text_str(out);
}

/* Of any kind of column. */
static void setup_add_value(const struct setup_view *view, const struct setup_entry *e,
                            size_t column, struct text *out) {
    const struct event_table *t = setup_table_of(view, e->table);
    int64_t n = event_table_int(t, column, e->row);
    switch (t->columns[column].kind) {
    case JFR_COLUMN_BOOLEAN: text_add(out, n == 1 ? "true" : n == 0 ? "false" : ""); break;
    case JFR_COLUMN_REAL: text_addf(out, "%g", event_table_real(t, column, e->row)); break;
    case JFR_COLUMN_TEXT: {
        const char *text = setup_text(view, e, column);
        if (!view->secrets)
            secrets_add_value(setup_text(view, e, SETUP_FIRST), text ? text : "", out);
        else if (text) text_add(out, text);
        break;
    }
    case JFR_COLUMN_UNSIGNED:
        text_addf(out, "%llu", (unsigned long long)event_table_cell(t, column, e->row));
        break;
    default: text_addf(out, "%lld", (long long)n);
    }
}

#define SAME_START_NS (2 * NS_PER_S)

static const char *const flag_types[] = {"boolean",       "int",    "unsigned int", "long",
                                         "unsigned long", "double", "string"};

/* ==== The SETUP_JVM
 * =============================================================================== */

static void pair(struct sheet *sheet, const char *label, const char *value) {
    if (value && *value) sheet_pair(sheet, NULL, label, cell_text(value));
}

static int64_t start_of(const struct setup_view *view, const struct setup_entry *e) {
    const struct event_table *t = setup_table_of(view, SETUP_JVM);
    int64_t start = setup_int(view, e, SETUP_FIRST + 6), ns;
    if (start == JFR_NULL_INT) return JFR_NULL_INT;
    bool in_ns =
        t->columns[SETUP_FIRST + 6].unit == JFR_UNIT_NS_TIME; /* else nothing says it: ms */
    return __builtin_mul_overflow(start, in_ns ? 1 : NS_PER_MS, &ns) ? JFR_NULL_INT : ns;
}

/* The same SETUP_JVM as one before: several recorders see its start a little apart. */
static bool is_same(const struct setup_view *view, const struct setup_entry *a,
                    const struct setup_entry *b) {
    int64_t x = start_of(view, a), y = start_of(view, b), apart;
    return setup_int(view, a, SETUP_FIRST + 5) == setup_int(view, b, SETUP_FIRST + 5) &&
           !__builtin_sub_overflow(x, y, &apart) && apart <= SAME_START_NS &&
           apart >= -SAME_START_NS;
}

static setup_entries jvms_of(const struct setup_view *view) {
    setup_entries all = {0}, out = {0};
    setup_take(view, SETUP_JVM, 7, &all);
    for (size_t i = 0; i < all.len; i++) {
        bool known = some_of(k, out.len, is_same(view, &out.items[k], &all.items[i]));
        if (!known) array_push(&out, all.items[i]);
    }
    array_free(&all);
    return out;
}

static void describe_jvms(const struct setup_view *view, struct sheet *sheet) {
    static const struct {
        const char *key, *label;
        size_t column;
    } texts[] = {{"name", "Name", SETUP_FIRST},
                 {"version", "Version", SETUP_FIRST + 1},
                 {"arguments", "Arguments", SETUP_FIRST + 2},
                 {"flags", "Flags file", SETUP_FIRST + 3},
                 {"java_arguments", "Program", SETUP_FIRST + 4}};
    OWNED(array_release) setup_entries jvms = jvms_of(view);
    OWNED(text_free) struct text value = {0};
    sheet_array(sheet, "jvms");
    EACH (const struct setup_entry, e, &jvms) {
        int64_t start = start_of(view, e), pid = whole_amount(setup_int(view, e, SETUP_FIRST + 5));
        sheet_object(sheet, NULL);
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            sheet_field(
                sheet, texts[k].key,
                cell_text(setup_masked(view, NULL, setup_text(view, e, texts[k].column), &value)));
        sheet_fields(sheet, {"pid", cell_number(pid)}, {"start_ns", cell_time(start)});
        sheet_end(sheet);
    }
    sheet_end(sheet);
    EACH (const struct setup_entry, e, &jvms) {
        int64_t start = start_of(view, e), pid = whole_amount(setup_int(view, e, SETUP_FIRST + 5));
        sheet_group(sheet, (struct sheet_group){.title = "JVM"});
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            pair(sheet, texts[k].label,
                 setup_masked(view, NULL, setup_text(view, e, texts[k].column), &value));
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
}

static struct text setup_value(const struct setup_view *view, const struct setup_entry *e,
                               size_t column) {
    struct text out = {0};
    setup_add_value(view, e, column, &out);
    return out;
}

#include "cmd/keys/jvm_shown.h"

/* ==== Flags ================================================================================= */

static bool is_default(const struct setup_view *view, const struct setup_entry *e) {
    const char *origin = setup_text(view, e, SETUP_FIRST + 2);
    return origin && strcmp(origin, "Default") == 0;
}

/* "--all shows" them. */
static const char *has_all(void) {
    return voice_is_of_page() ? "the command line has" : "--all shows";
}

static void describe_flags(const struct setup_view *view, struct sheet *sheet) {
    OWNED(array_release) setup_entries flags = {0};
    size_t left_out = 0;
    for (unsigned i = 0; i <= SETUP_FLAGS_LAST - SETUP_FLAGS; i++)
        setup_take(view, (enum setup_table)(SETUP_FLAGS + i), 3, &flags);
    setup_sort(view, 1, &flags);
    sheet_group(sheet, (struct sheet_group){.title = view->all ? "Flags"
                                                               : "Flags that are not the default"});
    sheet_table(sheet, (struct sheet_table){.key = "flags", .omit_empty = true});
    setup_flag_columns(sheet);
    EACH (const struct setup_entry, e, &flags) {
        bool skip = is_default(view, e) && !view->all && sheet_shows(sheet, SHEET_PEOPLE);
        left_out += skip;
        if (skip) continue;
        OWNED(text_free) struct text value = setup_value(view, e, SETUP_FIRST + 1);
        setup_flag_row(view, e, text_str(&value), sheet);
    }
    sheet_end(sheet);
    words_say(sheet_note, sheet, SHEET_PEOPLE, "{flag} with the default value; {} them\n",
              cell_if_any(left_out), cell_text(has_all()));
    sheet_end(sheet);
}

static void describe_changes(const struct setup_view *view, struct sheet *sheet) {
    const struct when when = {&view->zone, INT64_MIN, INT64_MAX};
    sheet_titled_table(sheet, "Flags that were changed meanwhile", "flag_changes");
    setup_change_columns(&view->zone, sheet);
    for (unsigned i = 0; i <= SETUP_CHANGES_LAST - SETUP_CHANGES; i++) {
        const struct event_table *t = setup_table_of(view, (enum setup_table)(SETUP_CHANGES + i));
        for (size_t row = 0; row < t->rows; row++) {
            const struct setup_entry e = {(enum setup_table)(SETUP_CHANGES + i), row};
            if (!event_table_repeats(t, row)) setup_change_row(view, &e, &when, sheet);
        }
    }
    sheet_end(sheet);
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
    OWNED(array_release) setup_entries all = {0};
    event_settings out = {0};
    setup_take(view, SETUP_SETTINGS, 2,
               &all); /* of an event and a setting the last that was said */
    setup_sort(view, 2, &all);
    EACH (const struct setup_entry, e, &all) {
        const char *event = setup_text(view, e, SETUP_FIRST),
                   *name = setup_text(view, e, SETUP_FIRST + 1);
        if (!event || !name) continue;
        if (!out.len || strcmp(out.items[out.len - 1].event, event) != 0)
            array_push(&out, (struct event_settings){.event = event});
        for (size_t k = 0; k < SETTINGS_KNOWN; k++)
            if (strcmp(name, settings[k].name) == 0)
                out.items[out.len - 1].values[k] = setup_text(view, e, SETUP_FIRST + 2);
    }
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

static size_t count_off(const event_settings *all) {
    size_t off = 0;
    EACH (const struct event_settings, e, all) off += is_off(e);
    return off;
}

static void add_list(const event_settings *all, struct text *out) {
    size_t off = count_off(all);
    if (!off) return;
    text_add_number_of(out, off, "event type");
    text_addf(out, " %s switched off: ", plural(off, "is", "are"));
    off = 0;
    for (size_t i = 0; i < all->len; i++) {
        if (!is_off(&all->items[i])) continue;
        if (off++) text_add(out, ", ");
        safe_add_name(out, kind_brief_name(all->items[i].event));
    }
    text_add_char(out, '\n');
}

static void describe_settings(const struct setup_view *view, struct sheet *sheet) {
    OWNED(array_release) event_settings all = settings_of(view);
    const unsigned programs = SHEET_PROGRAMS;
    OWNED(text_free) struct text off = {0};
    sheet_group(sheet, (struct sheet_group){.title = view->all ? "Settings"
                                                               : "What the recording cannot show"});
    sheet_table(sheet, (struct sheet_table){.key = "settings", .omit_empty = true});
    for (size_t k = 0; k < SETTINGS_KNOWN; k++) {
        bool shown = view->all ? k <= STACK : k == THRESHOLD || k == THROTTLE;
        sheet_column(sheet, column_for(shown ? SHEET_ALL : programs,
                                       column_text(settings[k].title, settings[k].key)));
    }
    sheet_column(sheet, column_name("event type", "event"));
    EACH (const struct event_settings, e, &all) {
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
}

/* ==== Properties, modules, agents =========================================================== */

static void describe_properties(const struct setup_view *view, enum setup_table table,
                                const char *title, const char *key, struct sheet *sheet) {
    OWNED(array_release) setup_entries all = {0};
    setup_take(view, table, 2, &all);
    setup_sort(view, 2, &all);
    sheet_titled_table(sheet, title, key);
    setup_property_columns(sheet);
    for (size_t i = 0; i < all.len; i++) {
        const char *name = setup_text(view, &all.items[i], SETUP_FIRST);
        const char *text = setup_text(view, &all.items[i], SETUP_FIRST + 1);
        OWNED(text_free) struct text value = {0};
        bool hidden = !view->secrets && text && secrets_add_value(name, text, &value);
        setup_property_row(name, hidden ? text_str(&value) : text, hidden, sheet);
    }
    sheet_end(sheet);
}

static bool is_of_jdk(const char *location) {
    return location && strncmp(location, "jrt:", 4) == 0;
}

static void describe_modules(const struct setup_view *view, struct sheet *sheet) {
    OWNED(array_release) setup_entries all = {0};
    size_t of_jdk = 0;
    setup_take(view, SETUP_MODULES, 3, &all);
    setup_sort(view, 3, &all);
    sheet_group(sheet, (struct sheet_group){.title = "Modules"});
    sheet_table(sheet, (struct sheet_table){.key = "modules", .omit_empty = true});
    setup_module_columns(sheet);
    EACH (const struct setup_entry, e, &all) {
        const char *location = setup_text(view, e, SETUP_FIRST + 2);
        bool skip = is_of_jdk(location) && !view->all && sheet_shows(sheet, SHEET_PEOPLE);
        of_jdk += skip;
        if (!skip) setup_module_row(view, e, sheet);
    }
    sheet_end(sheet);
    words_say(sheet_lines, sheet, SHEET_PEOPLE, "{module} of the JDK; {} them\n",
              cell_if_any(of_jdk), cell_text(has_all()));
    sheet_end(sheet);
}

static void describe_agents(const struct setup_view *view, struct sheet *sheet) {
    OWNED(array_release) setup_entries all = {0};
    OWNED(text_free) struct text value = {0};
    setup_take(view, SETUP_JAVA_AGENTS, 4, &all);
    setup_take(view, SETUP_NATIVE_AGENTS, 4, &all);
    setup_agents(view, &all, &value, sheet);
}

static void describe_recordings(const struct setup_view *view, struct sheet *sheet) {
    OWNED(array_release) setup_entries all = {0};
    setup_take(view, SETUP_RECORDINGS, 2, &all);
    setup_recordings(view, &all, sheet);
}

/* ==== The container ========================================================================= */

/* A limit; none is -1 or so large that nobody has it. */
static struct cell limit_cell(int64_t n, bool bytes) {
    if (n <= 0 || n > INT64_C(1) << 60) return cell_blank();
    return bytes ? cell_bytes((uint64_t)n) : cell_number(n);
}

/* What was said last; from JDK 27 on also of the host. */
static void describe_container_use(const struct setup_view *view, struct sheet *sheet) {
    const struct event_table *t = setup_table_of(view, SETUP_CONTAINER_USE);
    const struct setup_entry e = {SETUP_CONTAINER_USE, t->rows ? t->rows - 1 : 0};
    struct cell used =
        t->rows ? limit_cell(setup_int(view, &e, SETUP_FIRST), true) : cell_missing();
    struct cell host =
        t->rows ? limit_cell(setup_int(view, &e, SETUP_FIRST + 1), true) : cell_missing();
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
    } values[] = {{"cpus", "Processors", SETUP_FIRST + 1, false},
                  {"cpu_quota_ns", NULL, SETUP_FIRST + 2, false},
                  {"cpu_period_ns", NULL, SETUP_FIRST + 3, false},
                  {"cpu_shares", "CPU shares", SETUP_FIRST + 4, false},
                  {"memory_limit_bytes", "Memory", SETUP_FIRST + 5, true},
                  {"memory_soft_limit_bytes", "Memory, soft", SETUP_FIRST + 6, true},
                  {"swap_limit_bytes", "Memory and swap", SETUP_FIRST + 7, true}};
    const struct event_table *t = setup_table_of(view, SETUP_CONTAINER);
    if (!t->rows) {
        sheet_field(sheet, "container", cell_missing());
        return;
    }
    const struct setup_entry e = {SETUP_CONTAINER, t->rows - 1};
    int64_t quota = setup_int(view, &e, SETUP_FIRST + 2),
            period = setup_int(view, &e, SETUP_FIRST + 3);
    sheet_group(sheet, (struct sheet_group){.title = "Container", .key = "container"});
    sheet_pair(sheet, "type", "Type", cell_text(setup_text(view, &e, SETUP_FIRST)));
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct cell cell = limit_cell(setup_int(view, &e, values[i].column), values[i].bytes);
        if (values[i].label && cell.kind != CELL_BLANK)
            sheet_pair(sheet, values[i].key, values[i].label, cell);
        else sheet_field(sheet, values[i].key, cell);
    }
    if (quota > 0 && period > 0) {
        OWNED(text_free) struct text text = {0};
        text_addf(&text, "%.4g processors", (double)quota / (double)period);
        sheet_pair(sheet, NULL, "CPU quota", cell_text(text_str(&text)));
    }
    describe_container_use(view, sheet);
    sheet_end(sheet);
}

/* ==== In a sentence ========================================================================= */

/* "OpenJDK 64-Bit Server VM (21.0.3+9-LTS)"; some versions do not begin with the name. */
static void add_jvm(const char *name, const char *version, struct text *out) {
    const char *end = strstr(version, " for ");
    if (name && !text_begins_with(version, name)) text_addf(out, "%s ", name);
    text_add_bytes(out, version, end ? (size_t)(end - version) : strlen(version));
}

static size_t flags_set(const struct setup_view *view) {
    OWNED(array_release) setup_entries flags = {0};
    size_t set = 0;
    for (unsigned i = 0; i <= SETUP_FLAGS_LAST - SETUP_FLAGS; i++)
        setup_take(view, (enum setup_table)(SETUP_FLAGS + i), 3, &flags);
    EACH (const struct setup_entry, e, &flags) set += !is_default(view, e);
    return set;
}

static size_t settings_off(const struct setup_view *view) {
    OWNED(array_release) event_settings all = settings_of(view);
    return count_off(&all);
}

/* What ran on which JVM, and how far from the usual. Of several only how many there are. */
static void add_lead(const struct setup_view *view, struct text *out) {
    OWNED(array_release) setup_entries jvms = jvms_of(view);
    OWNED(text_free) struct text program = {0}, jvm = {0};
    if (jvms.len > 1) words_add(out, "The recording is of {JVM}.\n", cell_count(jvms.len));
    if (jvms.len != 1) return;
    const char *version = setup_text(view, &jvms.items[0], SETUP_FIRST + 1);
    if (!version || !*version) return;
    add_jvm(setup_text(view, &jvms.items[0], SETUP_FIRST), version, &jvm);
    setup_masked(view, NULL, setup_text(view, &jvms.items[0], SETUP_FIRST + 4), &program);
    if (program.len) program.data[program.len = strcspn(program.data, " ")] = 0;
    words_add(out,
              "[{} ran on|The JVM was] {}[; flags that are not the default: {}][; event types that "
              "are switched off: {}].\n",
              words_name(program.len ? program.data : NULL), words_name(text_str(&jvm)),
              cell_if_any(flags_set(view)), cell_if_any(settings_off(view)));
}

bool setup_is_known(const struct tables *tables) {
    return some_of(i, SETUP_TABLES, tables_find(tables, &setup_wishes.rows[i])->rows);
}

void setup_describe(const struct setup_view *view, struct sheet *sheet) {
    OWNED(text_free) struct text lead = {0};
    add_lead(view, &lead);
    if (lead.len) sheet_lines(sheet, SHEET_PEOPLE, text_str(&lead));
    describe_jvms(view, sheet);
    describe_container(view, sheet);
    describe_flags(view, sheet);
    describe_changes(view, sheet);
    describe_agents(view, sheet);
    describe_settings(view, sheet);
    describe_recordings(view, sheet);
    describe_properties(view, SETUP_PROPERTIES, "System properties at the start",
                        "system_properties", sheet);
    describe_properties(view, SETUP_ENVIRONMENT, "Environment", "environment", sheet);
    describe_modules(view, sheet);
    if (!view->secrets)
        sheet_lines(sheet, SHEET_PEOPLE,
                    voice_is_of_page() ? "Values that look like secrets are " SECRET_MASK "\n"
                                       : "Values that look like secrets are " SECRET_MASK
                                         "; shown with --secrets\n");
}
