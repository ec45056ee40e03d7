/* jfrtool events: any events with their fields, or what they come to. */
#include "analyzers/events/events.h"
#include "analyzers/tables/clocked.h"
#include "analyzers/tables/kinds.h"
#include "cmd/write/words.h"
#include "base/fill.h"
#include "base/safe.h"
#include "cmd/cli/message.h"
#include "cmd/read/answer.h"
#include "cmd/read/event_filter.h"
#include "cmd/sheets/event_rows.h"
#include "cmd/write/sheet.h"
#include "base/few.h"
#include "cmd/write/event_columns.h"
#include "cmd/write/event_values.h"

#include <ctype.h>

#define LISTED 20     /* values of a list, for people */
#define PEOPLE_SEE 40 /* groups, or rows that are sorted, unless --top says */

struct event_groups {
    const struct events_answer *answer;
    const struct zone *zone;
    const char *key; /* of the array, for programs */
    size_t sort;     /* a show; SIZE_MAX: by the keys */
    bool ascending;
    uint64_t top; /* rows; 0: all */
};

/* ==== Groups of events: keys, and what is shown of each ===================================== */

struct describing {
    const struct event_groups *groups;
    struct sheet *sheet;
    struct event_values values;
};

/* "p99.9(duration)" -> "p99_9_duration": what programs call it. */
static void add_key(const char *label, struct text *out) {
    size_t from = out->len;
    for (; *label; label++) {
        bool plain = isalnum((unsigned char)*label) || *label == '_';
        if (plain) text_add_char(out, *label);
        else if (out->len > from && out->data[out->len - 1] != '_') text_add_char(out, '_');
    }
    if (out->len > from && out->data[out->len - 1] == '_') out->data[--out->len] = 0;
}

static void add_column(struct describing *d, const char *label, bool last, struct fold_value kind) {
    OWNED(text_free) struct text name = {0};
    add_key(label, &name);
    sheet_column(d->sheet, event_columns_of(label, text_str(&name), kind, last));
}

static void add_columns(struct describing *d) {
    const struct fold_plan *plan = d->groups->answer->fold->plan;
    size_t count = plan->key_count + plan->show_count;
    bool lead = event_columns_keys_lead(plan);
    for (size_t n = 0; n < count; n++) {
        size_t first = lead ? plan->key_count : plan->show_count;
        bool is_key = (n < first) == lead;
        size_t i = n < first ? n : n - first;
        if (is_key)
            add_column(d, plan->keys[i].label, i + 1 == plan->key_count,
                       (struct fold_value){plan->fields[i].kind, plan->fields[i].unit, 0});
        else add_column(d, plan->shows[i].label, n + 1 == count, event_columns_kind(plan, i));
    }
}

static void add_value(struct describing *d, struct fold_value value, const char *none) {
    struct cell cell = event_values_cell(&d->values, d->groups->answer->things, value.kind,
                                         value.unit, value.cell);
    sheet_cell(d->sheet,
               cell.kind == CELL_MISSING ? cell_shown(cell, none) : event_columns_name(cell));
}

static void add_keys_of(struct describing *d, size_t group) {
    const struct fold *fold = d->groups->answer->fold;
    for (size_t i = 0; i < fold->plan->key_count; i++)
        add_value(d, fold_key_of(fold, group, i), "(none)");
}

static void add_list(struct describing *d, size_t group, size_t show) {
    const struct events_answer *answer = d->groups->answer;
    struct fold_field field;
    size_t len;
    OWNED(mem_release)
    uint64_t *list = fold_list_of(answer->fold, answer->things, group, show, &len, &field);
    OWNED(text_free) struct text joined = {0};
    size_t most = sheet_shows(d->sheet, SHEET_PEOPLE) ? LISTED : len;
    struct few few = {&joined, most, 0};
    for (size_t i = 0; i < len; i++) {
        if (!few_takes(&few)) continue;
        struct cell cell =
            event_values_cell(&d->values, answer->things, field.kind, field.unit, list[i]);
        if (sheet_shows(d->sheet, SHEET_PEOPLE)) cell_add(&cell, &joined);
        else cell_add_exact(&cell, &joined);
    }
    few_end(&few);
    sheet_cell(d->sheet, cell_text(text_str(&joined)));
}

static void add_row(struct describing *d, size_t group) {
    const struct fold *fold = d->groups->answer->fold;
    const struct fold_plan *plan = fold->plan;
    bool lead = event_columns_keys_lead(plan);
    sheet_row(d->sheet);
    if (lead) add_keys_of(d, group);
    for (size_t i = 0; i < plan->show_count; i++) {
        if (plan->shows[i].function == FOLD_LIST) add_list(d, group, i);
        else add_value(d, fold_value_of(fold, group, i), NULL);
    }
    if (!lead) add_keys_of(d, group);
    arena_free(&d->values.texts);
    d->values.texts = (struct arena){0};
}

/* The table, and for people a line on the groups that are left out. */
static void event_groups_describe(const struct event_groups *groups, struct sheet *sheet) {
    const struct events_answer *answer = groups->answer;
    struct describing d = {.groups = groups, .sheet = sheet};
    size_t len = fold_groups(answer->fold), shown = len;
    d.values.zone = *groups->zone;
    d.values.frames = 1;
    if (groups->top && groups->top < len) shown = (size_t)groups->top;
    OWNED(mem_release)
    uint32_t *order = fold_order(answer->fold, answer->things, groups->sort, !groups->ascending);
    sheet_table(sheet, (struct sheet_table){.key = groups->key});
    add_columns(&d);
    for (size_t i = 0; i < shown; i++) add_row(&d, order[i]);
    sheet_end(sheet);
    OWNED(text_free) struct text line = {0};
    event_columns_add_left_out(len - shown, "group", &line);
    if (line.len) sheet_note(sheet, SHEET_PEOPLE, text_str(&line));
    event_values_free(&d.values);
}

struct number { /* of an option that may not be given */
    bool given;
    uint64_t n;
};

static bool parse_number(const char *text, void *field) {
    struct number *number = field;
    char *end;
    if (*text < '0' || *text > '9') return false;
    number->n = strtoull(text, &end, 10);
    number->given = true;
    return *end == 0;
}

#include "cmd/events_options.h"

/* ==== The question ========================================================================== */

struct asking {
    struct answer *answer;
    const struct events_options *options;
    struct arena texts;
    struct text_list types; /* items are in texts */
    ARRAY(struct fold_key) keys;
    ARRAY(struct fold_show) shows;
    char *sort; /* without its direction */
    bool sorted, ascending, direction;
    struct event_question question;
    struct event_rows rows;
    struct events *events;
    struct walk_run run;
};

static bool say_error(const char *text) {
    return message_refuse("%s", text);
}

static bool parse_groups(struct asking *a) {
    const struct events_options *o = a->options;
    struct jfr_error error = {0};
    const char *previous = NULL;
    if (o->by.len > FOLD_KEYS || o->show.len > FOLD_SHOWS)
        return say_error("--by and --show: too many columns");
    for (size_t i = 0; i < o->by.len; i++) {
        struct fold_key key;
        if (!fold_parse_key(o->by.items[i], &a->texts, &key, &error)) return say_error(error.text);
        array_push(&a->keys, key);
    }
    for (size_t i = 0; i < o->show.len; i++) {
        struct fold_show show;
        if (!fold_parse_show(o->show.items[i], previous, &a->texts, &show, &error))
            return say_error(error.text);
        if (show.path) previous = show.path;
        array_push(&a->shows, show);
    }
    if (o->count && !o->by.len) {
        struct fold_key key = {.kind = FOLD_FIELD, .path = "eventType", .label = "eventType"};
        array_push(&a->keys, key);
    }
    if (a->keys.len && !a->shows.len)
        array_push(&a->shows, (struct fold_show){.function = FOLD_COUNT, .label = "count"});
    return true;
}

static void parse_sort(struct asking *a) {
    if (!a->options->sort) return;
    size_t len = strlen(a->options->sort);
    a->ascending = text_ends_with(a->options->sort, ":asc");
    a->direction = a->ascending || text_ends_with(a->options->sort, ":desc");
    if (a->direction) len -= a->ascending ? 4 : 5;
    a->sort = arena_copy(&a->texts, a->options->sort, len);
    a->sorted = true;
}

/* Times and texts are usually read from the first on. The kind is not known yet: by its name. */
static bool is_ascending(const struct asking *a) {
    if (a->direction) return a->ascending;
    return text_ends_with(a->sort, "Time") || strcmp(a->sort, "startTime") == 0;
}

static bool for_people(const struct answer *answer) {
    return answer->format == FORMAT_TEXT || answer->format == FORMAT_MARKDOWN ||
           answer->format == FORMAT_HTML;
}

static uint64_t top_of(const struct asking *a) {
    if (a->options->top.given) return a->options->top.n;
    return for_people(a->answer) ? PEOPLE_SEE : 0;
}

static void make_question(struct asking *a) {
    const struct events_options *o = a->options;
    a->question = (struct event_question){
        .as_recorded = true,
        .types = a->types.items,
        .type_count = a->types.len,
        .where = o->where,
        .keys = a->keys.items,
        .key_count = a->keys.len,
        .shows = a->shows.items,
        .show_count = a->shows.len,
        .fields = o->fields.items,
        .field_count = o->fields.len,
    };
    a->rows = (struct event_rows){
        .format = a->answer->format,
        .table = o->fields.len > 0,
        .frames = o->stack.given ? (size_t)o->stack.n : EVENT_ROWS_USUAL,
        .output = &a->answer->output,
    };
    if (a->shows.len) return;
    if (a->sorted) {
        a->question.sort = a->sort;
        a->question.ascending = is_ascending(a);
        a->question.top = top_of(a);
        return;
    }
    a->rows.limit = o->top.n;
    a->question.row = event_rows_add;
    a->question.context = &a->rows;
}

/* ==== Answers =============================================================================== */

/* Of a type with samples of two clocks: which were asked for. */
static const char *clock_of(const struct event_question *q, const char *event) {
    unsigned clocks = CLOCKED_NONE;
    if (strcmp(event, KIND_CPU_EVENT) != 0) return "";
    for (size_t i = 0; i < q->type_count; i++) clocks |= clocked_named(q->types[i], event);
    return clocks == CLOCKED_CPU    ? " (CPU time)"
           : clocks == CLOCKED_WALL ? " (wall-clock time)"
                                    : "";
}

static void add_types(const struct event_question *q, const struct events_answer *found,
                      struct text *out) {
    for (size_t i = 0; i < found->source_count && i < 3; i++) {
        const char *name = found->sources[i]->name;
        text_fill(out, safe_add_name, i ? ", %s%s" : "%s%s", name, clock_of(q, name));
    }
    if (found->source_count > 3) text_addf(out, " and %zu more types", found->source_count - 3);
}

static int say_nothing(const struct asking *a, const struct events_answer *found) {
    OWNED(text_free) struct text types = {0};
    add_types(&a->question, found, &types);
    if (!found->seen) message_error("the recording has no events of %s", text_str(&types));
    else if (a->options->where)
        message_error("none of the %llu events of %s meets the condition",
                      (unsigned long long)found->seen, text_str(&types));
    else
        message_error("none of the %llu events of %s matches the filters",
                      (unsigned long long)found->seen, text_str(&types));
    return a->answer->reading.messages->allow_empty ? EXIT_OK : EXIT_NOTHING;
}

/* The show or SIZE_MAX (the keys) that groups are sorted by. False: there is none of that name. */
static bool group_order(struct asking *a, struct event_groups *out) {
    bool by_time = a->keys.len && a->keys.items[0].kind == FOLD_STEP;
    out->sort = by_time ? SIZE_MAX : 0;
    out->ascending = by_time;
    if (!a->sorted) return true;
    for (size_t i = 0; i < a->shows.len; i++) {
        const char *label = a->shows.items[i].label;
        size_t len = strlen(a->sort);
        if (strncmp(label, a->sort, len) != 0 || (label[len] && label[len] != '(')) continue;
        out->sort = i;
        out->ascending = a->direction && a->ascending;
        return true;
    }
    for (size_t i = 0; i < a->keys.len; i++) {
        if (strcmp(a->keys.items[i].label, a->sort) != 0) continue;
        out->sort = SIZE_MAX;
        out->ascending = !a->direction || a->ascending;
        return true;
    }
    return message_refuse(
        "--sort: groups are sorted by a column of --show or --by, and %s is none of them", a->sort);
}

static int answer_groups(struct asking *a, const struct events_answer *found) {
    struct zone zone = events_zone(a->events);
    struct event_groups groups_of = {
        .answer = found, .zone = &zone, .key = "groups", .top = top_of(a)};
    if (!group_order(a, &groups_of)) return EXIT_USAGE;
    struct sheet *sheet = answer_sheet(a->answer, NULL);
    sheet->raw = true;
    sheet_field(sheet, "events", cell_count(found->passed));
    event_groups_describe(&groups_of, sheet);
    words_say(sheet_lines, sheet, SHEET_PEOPLE, "{event}[ of {}] in {group}\n",
              cell_count(found->passed), cell_if_any(found->passed < found->seen ? found->seen : 0),
              cell_count(fold_groups(found->fold)));
    return found->passed ? EXIT_OK : say_nothing(a, found);
}

static int answer_rows(struct asking *a, const struct events_answer *found) {
    a->answer->streamed = true;
    for (size_t i = 0; i < found->row_count; i++) event_rows_add(&a->rows, &found->rows[i]);
    event_rows_end(&a->rows, found);
    if (found->cut)
        message_note("only the first %zu rows are shown: more would take too much memory; choose "
                     "the number with --top",
                     found->row_count);
    return found->passed ? EXIT_OK : say_nothing(a, found);
}

static int read_events(struct asking *a) {
    struct reading *reading = &a->answer->reading;
    if (!options_share_fits(reading->input->share, &reading->paths)) return EXIT_USAGE;
    struct scan_options scan = reading_scan(reading);
    if (a->question.row) scan.jobs = 1; /* rows go out in the order in which they are read */
    events_join(a->events, &a->run);
    walk_start(&a->run, &scan, &reading->report);
    int code = reading_done(reading);
    if (code != EXIT_OK) return code;
    if (events_wrong(a->events)) {
        event_filter_say_wrong(events_wrong(a->events), a->events, &a->run);
        return EXIT_USAGE;
    }
    struct events_answer found = events_answer(a->events, &a->run, 0);
    return a->shows.len ? answer_groups(a, &found) : answer_rows(a, &found);
}

static int ask(struct asking *a) {
    struct events_error error;
    OWNED(text_free) struct text title = {0};
    if (!parse_groups(a)) return message_misuse(a->answer->command);
    parse_sort(a);
    make_question(a);
    a->events = events_open(&a->question, 1, &a->options->selection, &error);
    if (!a->events) {
        event_filter_say_wrong(&error, NULL, NULL);
        return EXIT_USAGE;
    }
    a->rows.events = a->events;
    text_add(&title, "events: ");
    reading_add_title(&a->answer->reading, &title);
    a->rows.title = text_str(&title);
    int code = read_events(a);
    event_rows_free(&a->rows);
    return code;
}

static int say_needs(struct answer *answer, struct needs *needs) {
    struct events_options *o = answer->options;
    if (o->fields.len && (o->by.len || o->show.len || o->count))
        return message_misused(
            answer->command,
            "--fields shows events, --by, --show and --count show groups: give one of them");
    return EXIT_OK;
}

static int find_types(struct asking *a) {
    const struct text_list *types = &a->options->types;
    if (!types->len) return event_filter_operands(&a->answer->reading.paths, &a->types, &a->texts);
    for (size_t i = 0; i < types->len; i++) array_push(&a->types, types->items[i]);
    return EXIT_OK;
}

static int make_answer(struct answer *answer) {
    struct events_options *o = answer->options;
    struct asking asking = {.answer = answer, .options = o};
    int code = find_types(&asking);
    bool asks = o->where || o->fields.len || o->by.len || o->show.len || o->count;
    if (code == EXIT_OK && !asking.types.len && !asks) {
        array_push(&asking.types, "*"); /* which types there are */
        array_push(&o->by, mem_copy_text("eventType"));
    } else if (code == EXIT_OK && !asking.types.len) {
        message_error("which events? expected an event type, as in: jfrtool events CPULoad "
                      "rec.jfr; jfrtool summary lists the types of a recording");
        code = EXIT_USAGE;
    }
    /* lines of rows and a progress bar do not go together */
    if (answer->output.terminal && !o->by.len) o->output.messages.no_progress = true;
    if (code == EXIT_OK) code = ask(&asking);
    walk_run_free(&asking.run);
    events_free(asking.events);
    arrays_free(&asking.keys, &asking.shows);
    arena_free(&asking.texts);
    free(asking.types.items);
    return code;
}
