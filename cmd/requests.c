/* jfrtool requests: how long each endpoint, test or span took, and on what. */
#include "analyzers/requests/candidates.h"
#include "analyzers/requests/requests.h"
#include "base/safe.h"
#include "base/shell.h"
#include "cmd/cli/message.h"
#include "cmd/cli/operands.h"
#include "cmd/read/answer.h"
#include "cmd/read/event_filter.h"
#include "cmd/read/within.h"
#include "analyzers/tables/clocked.h"
#include "analyzers/tables/kinds.h"
#include "parser/table/stack_wait.h"
#include "cmd/write/event_values.h"
#include "cmd/write/words.h"
#include "cmd/sheets/requests.h"

#define MOST_NAMES 200 /* of endpoints */
#define MOST_OWN 8     /* types of the program's own */

enum { NEXT_LOCKS, NEXT_IO, NEXT_GC }; /* as its definition has them */

#include "cmd/requests_options.h"
#include "cmd/requests_wishes.h"

/* ==== What threads do meanwhile ============================================================= */

static const struct wish tables_rows[ROWS] = {REQUESTS_ROWS};
static const enum request_part parts[STATES] = {
    REQUEST_OTHER, REQUEST_LOCKED, REQUEST_FILE,  REQUEST_FILE,   REQUEST_FILE,
    REQUEST_REPLY, REQUEST_REPLY,  REQUEST_REPLY, REQUEST_ASLEEP, REQUEST_OTHER};
static const struct wishes wishes = {.rows = tables_rows, .count = ROWS, .may_lack = true};

static bool span_of(const struct event_table *table, size_t row, int64_t *from, int64_t *to) {
    int64_t duration = event_table_int(table, 1, row);
    *from = event_table_int(table, 0, row);
    if (*from == JFR_NULL_INT || duration <= 0) return false;
    *to = whole_clamped(*from, duration);
    return true;
}

/* Who is parked may wait for a lock: found once a stack. */
static bool is_lock(const struct things *things, uint32_t stack, struct map *known) {
    bool fresh;
    if (stack == JFR_NULL_ID) return false;
    uint64_t *lock = map_put(known, stack, &fresh);
    if (!fresh) return *lock;
    *lock = stack_wait(things, stack).what == WAITS_LOCK;
    return *lock;
}

static void add_states(const struct walk_run *run, struct requests *requests) {
    OWNED(map_free) struct map locks = {0};
    const struct tables *tables = walk_result(run, &tables_reader);
    int64_t from, to;
    for (size_t i = 0; tables && i < STATES; i++) {
        const struct event_table *table = tables_find(tables, &tables_rows[i]);
        for (size_t row = 0; table && row < table->rows; row++) {
            uint32_t id = event_table_id(table, 2, row);
            if (id == JFR_NULL_ID || table->columns[2].kind != JFR_COLUMN_THREAD) continue;
            const struct things_thread *t = &tables->things.threads.items[id];
            bool lock = i == PARK &&
                        is_lock(&tables->things, event_table_id(table, PARK_STACK, row), &locks);
            if (span_of(table, row, &from, &to))
                requests_state(requests, (struct within_thread){t->os_id, t->java_id}, from, to,
                               lock ? REQUEST_LOCKED : parts[i]);
        }
    }
    const struct event_table *table = tables ? tables_find(tables, &tables_rows[PAUSES]) : NULL;
    for (size_t row = 0; table && row < table->rows; row++)
        if (span_of(table, row, &from, &to)) requests_pause(requests, from, to);
}

/* Samples of threads that run: where states were recorded, the others are none. */
static void add_samples(const struct samples *samples, struct requests *requests) {
    const struct profile *profile = &samples->profile;
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread == PROFILE_NONE || sample.time_ns == PROFILE_NO_TIME) continue;
        const struct profile_thread *t = &profile->threads.items[sample.thread];
        const char *state = strings_get(&profile->frames.strings, sample.state);
        if (*state && !clocked_runs(state)) continue;
        requests_sample(requests, (struct within_thread){t->os_id, t->java_id}, sample.time_ns,
                        profile->unit == PROFILE_NS ? sample.value : 0);
    }
}

struct requests_asked {
    struct text_list types, by;
    const char *where;
    bool by_said, own; /* --by; the types are of the program's own, by what they look like */
    struct arena texts;
};

static const char *copy(struct requests_asked *asked, const char *text) {
    return arena_copy_text(&asked->texts, text);
}

/* ==== Which events are requests ============================================================= */

/* A tracer's events that say of a span what it is about, but not how long it took; samples have the
 * ids of such spans. */
static int say_spans(const struct reading *reading, const char *type, const char *field) {
    OWNED(text_free) struct text name = {0}, word = {0};
    safe_add_name(&name, type);
    shell_add_word(&word, field);
    message_error("%s says which %s a span belongs to, but not how long it took, so durations are "
                  "not known; its samples: jfrtool hot-methods --by %s",
                  text_str(&name), field, text_str(&word));
    return reading->messages->allow_empty ? EXIT_OK : EXIT_NOTHING;
}

/* The first text with few values, most of which come again, as names of endpoints do: one that
 * tells some apart, if there is one. Or NULL. several: one that does not is none. */
static const char *name_of(const struct event_table *table, bool several) {
    const char *only = NULL;
    for (size_t column = CANDIDATE_TEXTS; column < table->column_count; column++) {
        OWNED(map_free) struct map seen = {0};
        for (size_t row = 0; row < table->rows && seen.len <= MOST_NAMES; row++)
            if (event_table_id(table, column, row) != JFR_NULL_ID)
                map_add(&seen, event_table_id(table, column, row));
        size_t names = seen.len;
        if (!names || names > MOST_NAMES || 2 * names > table->rows) continue;
        if (names > 1) return table->wish->fields[column];
        if (!only && !several) only = table->wish->fields[column];
    }
    return only;
}

static bool is_candidate(const struct event_table *table) {
    return candidates_has(table) && candidates_take_time(table);
}

/* Of the program's own event types those that take time in a thread; if there are many, as servers
 * have for each thing that they do for a request, only those that are no part of another. */
static void choose_own(struct reading *reading, struct requests_asked *asked) {
    struct scan_options scan = reading_scan(reading);
    OWNED(scan_report_free) struct scan_report report = {0};
    OWNED(walk_run_free) struct walk_run run = {0};
    walk_join(&run, &tables_reader, &candidates_wishes);
    walk_start(&run, &scan, &report);
    progress_end(&reading->progress);
    const struct tables *tables = walk_result(&run, &tables_reader);
    size_t count = 0, len = tables ? tables->len : 0;
    OWNED(mem_release) bool *leave = mem_zero(len, sizeof *leave);
    for (size_t i = 0; i < len; i++) count += is_candidate(&tables->items[i]);
    if (count > MOST_OWN) candidates_find_parts(tables, leave);
    for (size_t i = 0; i < len && asked->types.len < MOST_OWN; i++) {
        const struct event_table *table = &tables->items[i];
        if (!is_candidate(table) || leave[i]) continue;
        array_push(&asked->types, copy(asked, table->wish->event));
        const char *field = name_of(table, count > MOST_OWN);
        bool known = !field || asked->by.len == FOLD_KEYS ||
                     some_of(k, asked->by.len, strcmp(asked->by.items[k], field) == 0);
        if (!known && !asked->by_said) array_push(&asked->by, copy(asked, field));
    }
    asked->own = asked->types.len > 0;
}

/* Of the contextual fields; those of the JDK are of methods that were traced. */
static void take_contextual(struct requests_asked *asked, const struct requests_options *options,
                            const struct contextual *found, bool of_jdk) {
    const char *before = NULL;
    for (size_t i = 0; i < found->fields.len; i++) {
        const char *type = strings_get(&found->names, found->fields.items[i].type);
        const char *field = strings_get(&found->names, found->fields.items[i].field);
        if (found->fields.items[i].by_span) continue; /* they have no duration */
        if (asked->types.len && options->within && !kind_matches(asked->types.items[0], type))
            continue;
        if (!options->within && (strncmp(type, "jdk.", 4) == 0) != of_jdk) continue;
        if (!options->within && type != before) array_push(&asked->types, copy(asked, type));
        before = type;
        bool known = options->by.len > 0 ||
                     some_of(k, asked->by.len, strcmp(asked->by.items[k], field) == 0);
        if (!known) array_push(&asked->by, copy(asked, field));
    }
}

static int say_none(const struct message_options *messages) {
    message_error(
        "no events look like requests: none of the program's own has a duration and a thread, or "
        "fields that are @Contextual. --within TYPE --by FIELD chooses others, which jfrtool "
        "summary lists; without requests, jfrtool account shows where the time went");
    return messages->allow_empty ? EXIT_OK : EXIT_NOTHING;
}

static int choose(struct reading *reading, const struct requests_options *options,
                  struct requests_asked *asked) {
    struct scan_options scan = reading_scan(reading);
    OWNED(scan_report_free) struct scan_report report = {0};
    struct contextual *found = contextual_read(&scan, &report);
    progress_end(&reading->progress);
    const char *spans = NULL, *about = NULL;
    for (size_t i = 0; i < found->fields.len && !spans; i++) {
        if (!found->fields.items[i].by_span) continue;
        spans = copy(asked, strings_get(&found->names, found->fields.items[i].type));
        about = copy(asked, strings_get(&found->names, found->fields.items[i].field));
    }
    take_contextual(asked, options, found, false);
    if (!asked->types.len && !spans) choose_own(reading, asked);
    if (!asked->types.len && !spans) take_contextual(asked, options, found, true);
    contextual_free(found);
    if (asked->types.len) return EXIT_OK;
    if (spans) return say_spans(reading, spans, about);
    return say_none(reading->messages);
}

static int ask(struct reading *reading, const struct requests_options *options,
               struct requests_asked *asked) {
    asked->by_said = options->by.len > 0;
    for (size_t i = 0; i < options->by.len; i++) array_push(&asked->by, options->by.items[i]);
    if (options->within) {
        OWNED(text_free) struct text type = {0};
        within_split(options->within, &type, &asked->where);
        array_push(&asked->types, copy(asked, text_str(&type)));
        if (options->by.len) return EXIT_OK;
    }
    const char *stream = operands_stream(&reading->paths);
    if (!stream) return choose(reading, options, asked);
    if (options->within) return EXIT_OK; /* one group */
    return message_usage("%s is read once: say which events are requests, with --within TYPE --by "
                         "FIELD",
                         stream);
}

enum { START, DURATION, THREAD, BY };

static uint32_t group_of(const struct event_row *row, bool type, struct requests_view *view,
                         struct event_values *values) {
    OWNED(text_free) struct text key = {0};
    if (type) text_add(&key, row->source->name);
    event_values_add_group(values, row, BY, &key);
    return strings_intern(&view->names, text_str(&key), key.len);
}

static void add_requests(const struct events_answer *found, bool by_type, struct zone zone,
                         struct requests_view *view) {
    OWNED(event_values_free) struct event_values values = {.zone = zone, .frames = 1};
    for (size_t i = 0; i < found->row_count; i++) {
        const struct event_row *row = &found->rows[i];
        const struct fold_field *fields = row->source->fields;
        int64_t start = (int64_t)row->cells[START], ns = (int64_t)row->cells[DURATION];
        uint32_t thread = (uint32_t)row->cells[THREAD];
        if (fields[START].kind != JFR_COLUMN_INT || fields[DURATION].kind != JFR_COLUMN_INT ||
            fields[THREAD].kind != JFR_COLUMN_THREAD || thread == JFR_NULL_ID || ns < 0 ||
            start == JFR_NULL_INT) {
            view->left_out++;
            continue;
        }
        const struct things_thread *t = &row->things->threads.items[thread];
        uint32_t group = group_of(row, by_type, view, &values);
        if (t->is_virtual) map_number(&view->of_virtual, group, group);
        requests_add(&view->requests, (struct within_thread){t->os_id, t->java_id}, start,
                     whole_clamped(start, ns), group);
    }
}

/* Of virtual threads the JVM writes no waits for locks and for others: none is not known. */
static void forget_unrecorded(struct requests_view *view) {
    for (uint32_t i = 0; i < view->requests.groups.len; i++) {
        double *part = view->requests.groups.items[i].part_ns;
        if (!map_get(&view->of_virtual, i)) continue;
        if (part[REQUEST_LOCKED] == 0) part[REQUEST_LOCKED] = MISSING_REAL;
        if (part[REQUEST_OTHER] == 0) part[REQUEST_OTHER] = MISSING_REAL;
    }
}

/* One walk over all: requests, what threads do, samples. */
static int read_all(struct answer *answer, const struct requests_asked *asked,
                    struct events *events, struct requests_view *view) {
    static const struct needs needs = {.keep = PROFILE_STACKS | PROFILE_SAMPLES, .values = true};
    struct reading *reading = &answer->reading;
    const struct requests_options *options = answer->options;
    struct selection every = {.zone = options->selection.zone};
    struct jfr_error why = {0};
    int code = EXIT_USAGE;
    if (!selection_open(&every, &why)) goto done;
    struct scan_options scan = reading_scan(reading);
    events_join(events, &reading->run);
    walk_join(&reading->run, &tables_reader, &wishes);
    reading->samples = samples_read_in(&reading->run, &scan, &every, &needs, &reading->report);
    code = reading_done(reading);
    if (code != EXIT_OK) goto done;
    if (events_wrong(events)) {
        event_filter_say_wrong(events_wrong(events), events, &reading->run);
        code = EXIT_USAGE;
        goto done;
    }
    struct events_answer found = events_answer(events, &reading->run, 0);
    if (found.cut) message_note("there are more requests than can be kept");
    add_requests(&found, asked->types.len > 1, reading->samples->zone, view);
    add_states(&reading->run, &view->requests);
    add_samples(reading->samples, &view->requests);
    view->event = reading->samples->event;
    requests_join(&view->requests);
    forget_unrecorded(view);
done:
    selection_close(&every);
    return code;
}

static bool begins_with(const char *name, const char *type) {
    size_t len = strlen(type);
    return strncmp(name, type, len) == 0 && (!name[len] || name[len] == ',');
}

/* Is anything known that was done within its events? */
static bool encloses(const struct requests_view *view, const char *type) {
    for (uint32_t i = 0; i < view->requests.groups.len; i++) {
        const struct request_group *group = &view->requests.groups.items[i];
        if (!begins_with(strings_get(&view->names, i), type)) continue;
        bool any = group->samples > 0;
        for (int part = REQUEST_PAUSED + 1; part < REQUEST_PARTS; part++)
            any = any || group->part_ns[part] > 0;
        if (any) return true;
    }
    return false;
}

/* Of several types that were found by what they look like: those in whose events nothing is known
 * to have happened are no requests, if others are. */
static void leave_bare(struct requests_asked *asked, struct requests_view *view) {
    size_t kept = 0;
    bool any = false;
    EACH (const char *const, type, &asked->types) any = any || encloses(view, *type);
    if (!asked->own || !any) return;
    EACH (const char *const, type, &asked->types) {
        bool keep = encloses(view, *type);
        for (uint32_t g = 0; g < view->requests.groups.len && !keep; g++)
            if (begins_with(strings_get(&view->names, g), *type))
                lengths_free(&view->requests.groups.items[g].lengths);
        if (keep) asked->types.items[kept++] = *type;
    }
    asked->types.len = kept;
}

/* A tracer's spans, none of which has a duration. */
static bool lacks_durations(const struct requests_view *view, const struct requests_asked *asked) {
    if (asked->types.len != 1 || strcmp(asked->types.items[0], CONTEXTUAL_SPANS) != 0 ||
        !asked->by.len)
        return false;
    for (size_t i = 0; i < view->requests.groups.len; i++)
        if (view->requests.groups.items[i].lengths.total > 0) return false;
    return view->requests.all.len + view->left_out > 0;
}

/* What is shown next is what kept most of them. */
static void lead_on(struct answer *answer, const struct requests_view *view) {
    static const uint64_t of_part[REQUEST_PARTS] = {[REQUEST_PAUSED] = UINT64_C(1) << NEXT_GC,
                                                    [REQUEST_LOCKED] = UINT64_C(1) << NEXT_LOCKS,
                                                    [REQUEST_REPLY] = UINT64_C(1) << NEXT_IO,
                                                    [REQUEST_FILE] = UINT64_C(1) << NEXT_IO};
    enum request_part most = requests_mostly(view);
    uint64_t all = UINT64_C(1) << NEXT_LOCKS | UINT64_C(1) << NEXT_IO | UINT64_C(1) << NEXT_GC;
    answer->leads_nowhere |= most < REQUEST_PARTS ? all & ~of_part[most] : all;
}

static int say_nothing(const struct answer *answer, const struct requests_view *view) {
    const struct requests_options *options = answer->options;
    const struct message_options *messages = answer->reading.messages;
    if (view->requests.all.len) return EXIT_OK;
    if (!options->within) return say_none(messages);
    OWNED(text_free) struct text which = {0};
    words_add(&which, "{}[ where {}]", words_name(view->types->items[0]), words_name(view->where));
    message_error("no event of %s has a thread and a duration", text_str(&which));
    return messages->allow_empty ? EXIT_OK : EXIT_NOTHING;
}

static int make_answer(struct answer *answer) {
    const struct requests_options *options = answer->options;
    const char *fields[3 + FOLD_KEYS] = {"startTime", "duration", "eventThread"};
    struct event_question question = {.fields = fields, .sort = "startTime", .ascending = true};
    struct requests_asked asked = {.where = NULL};
    struct requests_view view = {.top = (size_t)options->top};
    struct events_error error;
    struct events *events = NULL;
    if (options->by.len > FOLD_KEYS) return message_usage("--by: at most %d fields", FOLD_KEYS);
    int code = ask(&answer->reading, options, &asked);
    bool none = code == EXIT_OK && !asked.types.len; /* --allow-empty */
    if (code == EXIT_OK && !none) {
        size_t by = asked.by.len < FOLD_KEYS ? asked.by.len : FOLD_KEYS;
        for (size_t i = 0; i < by; i++) fields[BY + i] = asked.by.items[i];
        question.field_count = BY + by;
        question.types = asked.types.items;
        question.type_count = asked.types.len;
        question.where = asked.where;
        question.may_lack = asked.types.len > 1; /* each has fields of its own */
        events = events_open(&question, 1, &options->selection, &error);
        if (events) {
            code = read_all(answer, &asked, events, &view);
        } else {
            event_filter_say_wrong(&error, NULL, NULL);
            code = EXIT_USAGE;
        }
    }
    if (code == EXIT_OK) {
        bool spans = lacks_durations(&view, &asked);
        if (spans) {
            view.left_out += view.requests.all.len;
            requests_free(&view.requests);
        }
        leave_bare(&asked, &view);
        view.types = &asked.types;
        view.where = asked.where;
        view.by = &asked.by;
        struct sheet *sheet = answer_sheet(answer, NULL);
        bool shown = view.requests.all.len + view.left_out ||
                     answer->reading.messages->allow_empty || !sheet_shows(sheet, SHEET_PEOPLE);
        if (shown) requests_describe(&view, sheet);
        lead_on(answer, &view);
        if (spans) code = say_spans(&answer->reading, CONTEXTUAL_SPANS, asked.by.items[0]);
        else code = none ? EXIT_OK : say_nothing(answer, &view);
    }
    walk_run_free(&answer->reading.run); /* its states look at the question */
    answer->reading.run = (struct walk_run){0};
    events_free(events);
    requests_view_free(&view);
    arrays_free(&asked.types, &asked.by);
    arena_free(&asked.texts);
    return code;
}
