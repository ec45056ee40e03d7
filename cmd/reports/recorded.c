/* What was recorded of the events that a report is about, as the settings say. */
#include "analyzers/facts/settings.h"
#include "analyzers/tables/kinds.h"
#include "base/fill.h"
#include "base/safe.h"
#include "base/units.h"
#include "cmd/cli/voice.h"
#include "cmd/reports/parts.h"
#include "cmd/write/words.h"

static const struct wish rows[] = {SETTINGS_ROWS};
static const struct wishes wishes = {.rows = rows, .count = 1, .may_lack = true};

void recorded_join(struct walk_run *run) {
    tables_read_join(run, &wishes);
}

/* ==== Which types =========================================================================== */

static void add_type(recorded_types *types, const char *type) {
    for (size_t i = 0; i < types->len; i++)
        if (strcmp(types->items[i].type, type) == 0) return;
    array_push(types, (struct recorded){.type = type});
}

/* Of sources one answers: those behind it stand in for what an older JVM does not record. */
static void add_sources(struct describing *d, const struct report_part *part,
                        recorded_types *types) {
    bool answered = some_of(i, part->sources.len, part_answer(d, part, i).passed > 0);
    for (size_t i = 0; i < part->sources.len; i++) {
        const struct report_source *source = &part->sources.items[i];
        bool asked = answered ? part_answer(d, part, i).passed > 0 : i == 0 || source->also;
        if (part->kind != REPORT_FIGURES && !asked) continue;
        for (size_t k = 0; k < source->types.len; k++) add_type(types, source->types.items[k]);
    }
}

static void add_extra(const struct report_part *part, recorded_types *types) {
    const struct view_kind *kind = report_extra(part->key);
    for (size_t i = 0; i < kind->main; i++) add_type(types, kind->wishes->rows[i].event);
}

/* ==== Settings ============================================================================== */

static const char *text_at(const struct tables *tables, const struct event_table *table,
                           size_t column, size_t row) {
    uint32_t id = event_table_id(table, column, row);
    if (table->columns[column].kind != JFR_COLUMN_TEXT || id == JFR_NULL_ID) return NULL;
    return strings_get(&tables->things.texts, id);
}

static void take_setting(struct recorded *of, const char *name, const char *value) {
    int64_t ns = 0;
    of->known = true;
    if (strcmp(name, "enabled") == 0) of->off = strcmp(value, "false") == 0;
    if (strcmp(name, "threshold") == 0)
        of->threshold = units_parse_period(value, &ns) && ns > 0 ? value : NULL;
    if (strcmp(name, "throttle") == 0)
        of->throttle = *value && strcmp(value, "off") != 0 ? value : NULL;
}

/* Rows are by time: the last one holds. */
static void take_settings(const struct reports_asked *asked, recorded_types *types) {
    const struct window_options window = {.zone = asked->selection->zone};
    const struct tables_read read = tables_read_of(asked->run, asked->scanned, &window, &wishes);
    const struct event_table *table = tables_find(read.tables, rows);
    for (size_t row = 0; table && row < table->rows; row++) {
        const char *event = text_at(read.tables, table, SETTING_EVENT, row),
                   *name = text_at(read.tables, table, SETTING_NAME, row),
                   *value = text_at(read.tables, table, SETTING_VALUE, row);
        for (size_t i = 0; event && name && value && i < types->len; i++)
            if (strcmp(types->items[i].type, event) == 0)
                take_setting(&types->items[i], name, value);
    }
}

static bool is_virtual(const struct tables *tables, const struct event_table *table, size_t column,
                       size_t row) {
    uint32_t id = event_table_id(table, column, row);
    return table->columns[column].kind == JFR_COLUMN_THREAD && id != JFR_NULL_ID &&
           tables->things.threads.items[id].is_virtual;
}

/* A virtual thread that waited for a monitor: then all such waits are recorded, be it that each
 * holds its carrier (JDK 21 to 23) or that our agent recorded them. */
static bool has_virtual_waits(const struct tables *tables) {
    EACH (const struct event_table, table, tables) {
        bool waits = strcmp(table->wish->event, "jdk.JavaMonitorEnter") == 0;
        for (size_t k = 0; waits && k < WISH_FIELDS && table->wish->fields[k]; k++)
            for (size_t row = 0;
                 row < table->rows && strcmp(table->wish->fields[k], "eventThread") == 0; row++)
                if (is_virtual(tables, table, k, row)) return true;
    }
    return false;
}

/* Threads that rows of any table of the run name. */
static void take_virtual(const struct reports_asked *asked, recorded_types *types) {
    const struct tables *tables = walk_result(asked->run, &tables_reader);
    bool any = false, waits = tables && has_virtual_waits(tables);
    for (size_t i = 0; tables && i < tables->things.threads.len; i++)
        any |= tables->things.threads.items[i].is_virtual;
    EACH (struct recorded, type, types)
        type->pinned = any && (kind_of(type->type)->flags & KIND_PINNED) != 0 &&
                       !(waits && strcmp(type->type, "jdk.JavaMonitorEnter") == 0);
}

recorded_types recorded_of(struct describing *d, bool of_leads) {
    recorded_types types = {0};
    EACH (const struct report_part, part, &d->report->parts) {
        bool extra = part->kind == REPORT_EXTRA;
        bool leads = part->lead || (extra && report_extra(part->key)->lead);
        if (part->detail || part->unless || (of_leads && !leads)) continue;
        if (!extra) add_sources(d, part, &types);
        else if (report_extra_is_asked(d->asked)) add_extra(part, &types);
    }
    take_settings(d->asked, &types);
    take_virtual(d->asked, &types);
    return types;
}

/* ==== In words ============================================================================== */

static void add_value(const char *value, struct text *out) {
    int64_t ns = 0;
    if (units_parse_period(value, &ns)) units_add_exact(out, ns);
    else safe_add_name(out, value);
}

static bool same(const char *limit, const char *value) {
    return limit && strcmp(limit, value) == 0;
}

static const char *limit_of(const struct recorded *of, bool throttle) {
    return of->off ? NULL : throttle ? of->throttle : of->threshold;
}

/* "Only what takes 20 ms or longer: JavaMonitorEnter, ThreadPark. " of each value. */
static void add_limits(const recorded_types *types, bool throttle, struct text *out) {
    for (size_t i = 0; i < types->len; i++) {
        const char *value = limit_of(&types->items[i], throttle);
        const char *before = throttle ? ": " : " or longer: ";
        if (!value || some_of(k, i, same(limit_of(&types->items[k], throttle), value))) continue;
        text_add(out, throttle ? "At most " : "Only what takes ");
        add_value(value, out);
        for (size_t k = i; k < types->len; k++) {
            if (!same(limit_of(&types->items[k], throttle), value)) continue;
            text_add(out, before);
            safe_add_name(out, kind_brief_name(types->items[k].type));
            before = ", ";
        }
        text_add(out, ". ");
    }
}

/* And how to have the first of them. */
static void add_off(const recorded_types *types, const char *before, struct text *out) {
    const char *first = NULL;
    for (size_t i = 0; i < types->len; i++) {
        if (!types->items[i].off) continue;
        text_add(out, first ? ", " : "Switched off: ");
        safe_add_name(out, kind_brief_name(types->items[i].type));
        if (!first) first = types->items[i].type;
    }
    if (!first) return;
    text_addf(out, ".%sTo record it: jcmd PID JFR.start ", before);
    text_fill(out, safe_add_name, "%s#enabled=true ", first);
}

/* A virtual thread that waits gives its carrier back, and the JVM writes nothing. */
static void add_pinned(const recorded_types *types, struct text *out) {
    size_t count = 0;
    EACH (const struct recorded, type, types) {
        if (!type->pinned || type->off) continue;
        text_add(out, count++ ? ", " : "For virtual threads, only waits that keep their carrier: ");
        safe_add_name(out, kind_brief_name(type->type));
    }
    if (count) text_add(out, ". ");
}

bool recorded_lacks_virtual(const recorded_types *types) {
    return some_of(i, types->len,
                   types->items[i].pinned && !types->items[i].off &&
                       strcmp(types->items[i].type, "jdk.JavaMonitorEnter") == 0);
}

void recorded_add_unseen(struct text *out) {
    text_addf(out, "Not recorded: how long virtual threads waited for locks%s.\n",
              voice_is_of_tools() ? "" : " (jfrtool record PID lock=10ms does it)");
}

static void trim(struct text *out) {
    while (out->len && out->data[out->len - 1] <= ' ') out->data[--out->len] = 0;
}

void recorded_add(const recorded_types *types, struct text *out) {
    add_limits(types, false, out);
    add_limits(types, true, out);
    if (!recorded_lacks_virtual(types)) add_pinned(types, out);
    add_off(types, "\n", out);
    trim(out);
}

void recorded_add_left_out(const struct describing *d, struct text *out) {
    const struct census *census = walk_result(d->asked->run, &census_reader);
    OWNED(text_free) struct text names = {0};
    OWNED(array_release) recorded_types types = {0};
    uint64_t all = 0;
    EACH (const struct report_part, part, &d->report->parts) {
        if (part->kind == REPORT_EXTRA && report_extra_is_asked(d->asked)) add_extra(part, &types);
        EACH (const struct report_source, source, &part->sources)
            for (size_t i = 0; i < source->types.len; i++) add_type(&types, source->types.items[i]);
    }
    EACH (const struct recorded, type, &types) {
        uint64_t count = census_count(census, type->type);
        all += count;
        if (!count) continue;
        text_add(&names, names.len ? ", " : "");
        safe_add_name(&names, kind_brief_name(type->type));
    }
    if (all)
        words_add(out,
                  all == 1 ? "the filters leave out the {event} of {}"
                           : "none of the {event} of {} matches the filters",
                  cell_count(all), cell_text(text_str(&names)));
}

void recorded_add_nothing(const recorded_types *types, struct text *out) {
    bool on = false, off = false;
    for (size_t i = 0; i < types->len; i++) {
        off |= types->items[i].off;
        on |= types->items[i].known && !types->items[i].off;
    }
    if (on && !off) text_add(out, "They are switched on: none was recorded. ");
    if (on) add_limits(types, false, out);
    if (recorded_lacks_virtual(types)) recorded_add_unseen(out);
    else if (on) add_pinned(types, out);
    if (off) add_off(types, " ", out);
    trim(out);
}
