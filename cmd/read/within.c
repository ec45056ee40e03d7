#include "cmd/read/within.h"

#include "analyzers/events/events.h"
#include "analyzers/requests/contextual.h"
#include "cmd/cli/message.h"
#include "cmd/cli/operands.h"
#include "cmd/read/event_filter.h"
#include "cmd/write/event_values.h"

bool within_is_asked(const struct selection *selection) {
    return selection && (selection->within_events || selection->outside_events ||
                         selection->overlap || selection->split_by.len);
}

void within_split(const char *asked, struct text *type, const char **where) {
    const char *at = strstr(asked, " where ");
    size_t len = at ? (size_t)(at - asked) : strlen(asked);
    while (len && asked[len - 1] == ' ') len--;
    text_add_bytes(type, asked, len);
    *where = at ? at + strlen(" where ") : NULL;
}

/* ==== Which events ========================================================================== */

enum { SPAN, ROOT_SPAN, START, DURATION, THREAD, BY };
static const char *const id_fields[] = {[SPAN] = "spanId", [ROOT_SPAN] = "localRootSpanId"};

struct asking {
    const char *option; /* for messages */
    struct text_list types;
    const char *where;
    const struct text_list *by; /* fields that tell the events apart */
    struct arena texts;
};

static bool names(const struct contextual *found, const struct contextual_field *of,
                  const char *field) {
    return some_of(i, found->fields.len,
                   found->fields.items[i].type == of->type &&
                       strcmp(strings_get(&found->names, found->fields.items[i].field), field) ==
                           0);
}

/* The types whose contextual fields are those that samples are to be told apart by. */
static void find_contextual(struct reading *reading, struct asking *asking) {
    struct scan_options scan = reading_scan(reading);
    OWNED(scan_report_free) struct scan_report report = {0};
    struct contextual *found = contextual_read(&scan, &report);
    progress_end(&reading->progress);
    for (size_t i = 0; i < found->fields.len; i++) {
        const struct contextual_field *field = &found->fields.items[i];
        bool all = i == 0 || field->type != field[-1].type;
        for (size_t k = 0; k < asking->by->len && all; k++)
            all = names(found, field, asking->by->items[k]);
        const char *type = strings_get(&found->names, field->type);
        if (all) array_push(&asking->types, arena_copy_text(&asking->texts, type));
    }
    contextual_free(found);
}

/* ==== What they come to ===================================================================== */

static bool is_int(const struct event_row *row, size_t field) {
    return row->source->fields[field].kind == JFR_COLUMN_INT &&
           (int64_t)row->cells[field] != JFR_NULL_INT;
}

/* The span that the event is about; samples say theirs. Of events with both, the span itself. */
static void add_id(const struct event_row *row, uint32_t group, struct within *within) {
    for (size_t i = SPAN; i <= ROOT_SPAN; i++) {
        if (!is_int(row, i) || !row->cells[i]) continue;
        if (within->id_field && strcmp(within->id_field, id_fields[i]) != 0) return;
        within->id_field = id_fields[i];
        within_add_id(within, row->cells[i], group);
        return;
    }
}

static void add_rows(const struct events_answer *found, struct zone zone, struct within *within) {
    OWNED(event_values_free) struct event_values values = {.zone = zone, .frames = 1};
    OWNED(text_free) struct text name = {0};
    for (size_t i = 0; i < found->row_count; i++) {
        const struct event_row *row = &found->rows[i];
        int64_t start = (int64_t)row->cells[START], ns = (int64_t)row->cells[DURATION];
        uint32_t thread = (uint32_t)row->cells[THREAD], group = 0;
        text_clear(&name);
        if (within->grouped) event_values_add_group(&values, row, BY, &name);
        group = within_group_of(within, text_str(&name), name.len);
        add_id(row, group, within);
        bool known = row->source->fields[THREAD].kind == JFR_COLUMN_THREAD && thread != JFR_NULL_ID;
        if (!is_int(row, START) || !is_int(row, DURATION) || ns <= 0) continue;
        if (!known && !within->any_thread) continue;
        const int64_t end = whole_clamped(start, ns);
        struct within_thread own = {0};
        if (known) {
            const struct things_thread *t = &row->things->threads.items[thread];
            own = (struct within_thread){t->os_id, t->java_id};
        }
        within_add(within, own, start, end, group);
    }
}

static void say_wrong(const struct events *events, const struct walk_run *run, const char *option) {
    OWNED(text_free) struct text hint = {0};
    events_add_hint(events, run, &hint);
    message_error("%s: %s%s%s", option, events_wrong(events)->error.text, hint.len ? "; " : "",
                  text_str(&hint));
}

/* The answer's own mistakes; what was lost is said when the samples are read. */
static int ask(struct reading *reading, const struct asking *asking) {
    const char *fields[BY + FOLD_KEYS] = {id_fields[SPAN], id_fields[ROOT_SPAN], "startTime",
                                          "duration", "eventThread"};
    for (size_t i = 0; i < asking->by->len; i++) fields[BY + i] = asking->by->items[i];
    struct within *within = &reading->within;
    const struct event_question question = {.types = asking->types.items,
                                            .type_count = asking->types.len,
                                            .where = asking->where,
                                            .fields = fields,
                                            .field_count = BY + asking->by->len,
                                            .optional = within->any_thread ? BY : START,
                                            .sort = "startTime",
                                            .ascending = true};
    OWNED(selection_close) struct selection all = {.zone = reading->selection->zone};
    struct events_error error;
    struct jfr_error why = {0};
    OWNED(scan_report_free) struct scan_report report = {0};
    struct walk_run run = {0};
    int code = EXIT_USAGE;
    struct events *events =
        selection_open(&all, &why) ? events_open(&question, 1, &all, &error) : NULL;
    if (!events) {
        event_filter_say_wrong(&error, NULL, NULL);
    } else {
        struct scan_options scan = reading_scan(reading);
        events_join(events, &run);
        walk_start(&run, &scan, &report);
        if (report.recordings && events_wrong(events)) {
            say_wrong(events, &run, asking->option);
        } else {
            struct events_answer found = {0};
            code = EXIT_OK; /* what cannot be read is said with the samples */
            if (report.recordings) found = events_answer(events, &run, 0);
            if (found.cut)
                message_note("%s: there are more events than can be kept", asking->option);
            add_rows(&found, events_zone(events), within);
            if (report.recordings > report.profiles && !within->events && !within->ids.len)
                message_note("%s: there are no such events with a thread and a duration",
                             asking->option);
        }
        progress_end(&reading->progress);
        walk_run_free(&run); /* its states look at the questions */
        events_free(events);
    }
    return code;
}

/* ==== The options =========================================================================== */

static bool fits(const struct selection *selection) {
    const char *wrong = NULL;
    if (selection->within_events && selection->outside_events)
        wrong = "--within and --outside exclude each other: give one of them";
    else if (selection->overlap && !selection->within_events && !selection->outside_events)
        wrong = "--overlap makes events of any thread count: give --within or --outside, too";
    else if (selection->split_by.len && selection->outside_events)
        wrong = "--by takes a field of the events that contain the samples, and --outside leaves "
                "none: give --within";
    else if (selection->split_by.len > FOLD_KEYS) wrong = "--by: at most 8 fields";
    if (wrong) message_error("%s", wrong);
    return !wrong;
}

/* The events that are asked for; none: the samples' own field is meant. */
static int choose(struct reading *reading, struct asking *asking) {
    const struct selection *selection = reading->selection;
    const char *asked =
        selection->within_events ? selection->within_events : selection->outside_events;
    struct text type = {0};
    if (asked) {
        if (!operands_can_be_read_twice(&reading->paths, asking->option)) return EXIT_USAGE;
        within_split(asked, &type, &asking->where);
        array_push(&asking->types, arena_copy(&asking->texts, text_str(&type), type.len));
        text_free(&type);
    } else if (!operands_stream(&reading->paths)) {
        find_contextual(reading, asking);
    }
    if (asking->types.len || selection->split_by.len == 1) return EXIT_OK;
    return message_usage("--by with several fields needs the events that have them: give --within");
}

int within_read(struct reading *reading) {
    const struct selection *selection = reading->selection;
    if (!within_is_asked(selection) || selection == &reading->narrowed) return EXIT_OK;
    struct asking asking = {.option = selection->outside_events  ? "--outside"
                                      : selection->within_events ? "--within"
                                                                 : "--by",
                            .by = &selection->split_by};
    if (!fits(selection)) return EXIT_USAGE;
    int code = choose(reading, &asking);
    reading->narrowed = *selection;
    if (code == EXIT_OK && asking.types.len) {
        reading->within.grouped = selection->split_by.len > 0;
        reading->within.any_thread = selection->overlap;
        code = ask(reading, &asking);
        within_make(&reading->within);
        reading->narrowed.within = &reading->within;
        reading->narrowed.outside = selection->outside_events;
    } else if (code == EXIT_OK) {
        const char *field = selection->split_by.items[0];
        bool is_thread = strcmp(field, "thread") == 0; /* as --thread says of all events */
        reading->narrowed.split_field = is_thread ? "sampledThread|eventThread|thread" : field;
    }
    if (code == EXIT_OK) reading->selection = &reading->narrowed;
    array_free(&asking.types);
    arena_free(&asking.texts);
    return code;
}

int within_check(const struct reading *reading) {
    const struct frames *frames = &reading->samples->profile.frames;
    if (!reading->selection->split_field) return EXIT_OK;
    EACH (const struct frame, frame, &frames->rows) {
        if (frame->type == FRAME_THREAD &&
            strcmp(strings_get(&frames->strings, frame->class_name), SAMPLES_ABOUT_NOTHING) != 0)
            return EXIT_OK;
    }
    return message_usage("--by %s: no sample has such a field, and no event type has it "
                         "@Contextual: say with --within which events have it",
                         reading->selection->split_by.items[0]);
}
