#include "cmd/sheets/breakdown.h"

#include "analyzers/events/events.h"
#include "base/units.h"
#include "cmd/cli/message.h"
#include "cmd/read/event_filter.h"
#include "cmd/read/notes.h"
#include "cmd/read/moment.h"
#include "cmd/sheets/event_groups.h"
#include "cmd/sheets/lengths.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct breakdown_options, field)

static const struct option_row rows[] = {
    TOP_ROW(AT(top), "10", "Show N rows of each table; 0 is all"),
    {.name = NULL},
};
static const struct option_group own_group = {.title = "Tables", .rows = rows};
const struct option_use breakdown_groups[] = {{&own_group, 0},
                                              {&options_events, AT(selection)},
                                              {&options_format, AT(output)},
                                              {&options_input, AT(input)},
                                              {&options_output, AT(output)},
                                              {NULL, 0}};

struct part { /* a table, made ready */
    const struct breakdown_table *table;
    struct fold_key keys[BREAKDOWN_BY];
    struct fold_show shows[BREAKDOWN_SHOWS];
    const char *titles[BREAKDOWN_BY + BREAKDOWN_SHOWS], *names[BREAKDOWN_BY + BREAKDOWN_SHOWS];
    size_t key_count, show_count, type_count;
};

struct making {
    struct answer *answer;
    struct arena texts;
    ARRAY(struct part) parts;
    ARRAY(struct event_question) questions;
    struct events *events;
    struct walk_run run;
    int64_t recorded_ns;
    struct time_range range;           /* of all that was read */
    bool clocks;                       /* times are said without the day, and the range below */
    const struct breakdown_more *more; /* or NULL */
};

/* ==== Questions ============================================================================= */

static void open_part(struct making *m, const struct breakdown_table *table) {
    struct part part = {.table = table};
    struct jfr_error error; /* the tables are ours: what they ask can be parsed */
    for (; part.key_count < BREAKDOWN_BY && table->by[part.key_count].what; part.key_count++) {
        const struct breakdown_column *by = &table->by[part.key_count];
        struct fold_key *key = &part.keys[part.key_count];
        if (strcmp(by->what, "step") == 0)
            *key = (struct fold_key){.kind = FOLD_STEP, .path = "startTime", .label = "startTime"};
        else fold_parse_key(by->what, &m->texts, key, &error);
        part.titles[part.key_count] = by->title;
        part.names[part.key_count] = by->name;
    }
    for (size_t i = 0; i < BREAKDOWN_SHOWS && table->show[i].what; i++) {
        fold_parse_show(table->show[i].what, NULL, &m->texts, &part.shows[i], &error);
        part.titles[part.key_count + i] = table->show[i].title;
        part.names[part.key_count + i] = table->show[i].name;
        part.show_count++;
    }
    while (part.type_count < BREAKDOWN_TYPES && table->types[part.type_count]) part.type_count++;
    array_push(&m->parts, part);
}

static void make_questions(struct making *m, const struct breakdown_table *tables) {
    for (; tables->key; tables++) open_part(m, tables);
    for (size_t i = 0; i < m->parts.len; i++) {
        const struct part *part = &m->parts.items[i];
        struct event_question question = {.types = part->table->types,
                                          .type_count = part->type_count,
                                          .where = part->table->where,
                                          .keys = part->keys,
                                          .key_count = part->key_count,
                                          .shows = part->shows,
                                          .show_count = part->show_count,
                                          .may_lack = true};
        array_push(&m->questions, question);
    }
}

/* ==== Tables ================================================================================ */

/* Whose rows stand for the table's: its own, or those of one that may take its place. */
static size_t chosen(const struct making *m, size_t i) {
    struct events_answer found = events_answer(m->events, &m->run, i);
    bool other = i + 1 < m->parts.len && m->parts.items[i + 1].table->in_place;
    return found.passed || !other ? i : chosen(m, i + 1);
}

static void add_table(struct making *m, struct sheet *sheet, size_t i) {
    const struct breakdown_options *options = m->answer->options;
    const struct part *part = &m->parts.items[i];
    struct zone zone = events_zone(m->events);
    struct events_answer found = events_answer(m->events, &m->run, i);
    bool by_time = part->key_count && part->keys[0].kind == FOLD_STEP;
    struct event_groups groups = {
        .answer = &found,
        .zone = &zone,
        .key = part->table->key,
        .titles = part->titles,
        .names = part->names,
        .share = part->table->share ? 0 : SIZE_MAX,
        .rate = part->table->rate ? 0 : SIZE_MAX,
        .recorded_ns = m->recorded_ns,
        .clocks = m->clocks,
        .omit_empty = true,
        .sort = by_time ? SIZE_MAX : 0,
        .ascending = by_time,
        .top = by_time ? 0 : options->top,
    };
    unsigned shown = found.passed ? 0 : SHEET_JSON; /* no title over nothing */
    if (!shown) sheet_group(sheet, (struct sheet_group){.title = part->table->title});
    event_groups_describe(&groups, sheet);
    if (!shown) sheet_end(sheet);
}

static void describe(struct making *m, struct sheet *sheet) {
    uint64_t passed = 0;
    struct text line = {0};
    sheet_field(sheet, "duration_ns", cell_ns(m->recorded_ns));
    for (size_t i = 0; i < m->parts.len; i++) {
        if (m->parts.items[i].table->in_place) continue;
        add_table(m, sheet, chosen(m, i));
    }
    if (m->more) {
        const struct breakdown_options *options = m->answer->options;
        m->more->describe(walk_result(&m->run, &tables_reader), events_window(m->events),
                          options->top ? (size_t)options->top : SIZE_MAX, sheet);
    }
    for (size_t i = 0; i < m->parts.len; i++) passed += events_answer(m->events, &m->run, i).passed;
    text_add(&line, "Recorded: ");
    units_add_duration(&line, m->recorded_ns);
    text_add(&line,
             ". Events that are shorter than their thresholds, or left out by a throttle, are "
             "not in it: jfrtool jvm shows both.\n");
    if (m->clocks) {
        struct zone zone = events_zone(m->events);
        moment_add_span(&line, &m->range, &zone);
    }
    if (passed) sheet_lines(sheet, SHEET_PEOPLE, text_str(&line));
    text_free(&line);
}

static bool is_empty(const struct making *m) {
    for (size_t i = 0; i < m->parts.len; i++)
        if (events_answer(m->events, &m->run, i).passed) return false;
    return true;
}

static int read_and_describe(struct making *m, const char *nothing) {
    struct answer *answer = m->answer;
    struct reading *reading = &answer->reading;
    struct scan_options scan = reading_scan(reading);
    events_join(m->events, &m->run);
    if (m->more) walk_join(&m->run, &tables_reader, m->more->wishes);
    walk_start(&m->run, &scan, &reading->report);
    int code = reading_done(reading);
    if (code != EXIT_OK) return code;
    if (events_wrong(m->events)) {
        event_filter_say_wrong(events_wrong(m->events), NULL, NULL);
        return EXIT_USAGE;
    }
    struct time_window window = events_window(m->events);
    m->recorded_ns = scan_recorded_ns(&reading->report, window.from_ns, window.to_ns);
    m->range =
        (struct time_range){.start_ns = reading->report.start_ns, .end_ns = reading->report.end_ns};
    m->clocks =
        m->range.end_ns > m->range.start_ns && when_is_day(m->range.start_ns, m->range.end_ns);
    describe(m, answer_sheet(answer, NULL));
    if (!is_empty(m)) return EXIT_OK;
    message_error("%s", nothing);
    return reading->messages->allow_empty ? EXIT_OK : EXIT_NOTHING;
}

int breakdown_answer(struct answer *answer, const struct breakdown_table *tables,
                     const char *nothing) {
    return breakdown_answer_with(answer, tables, NULL, nothing);
}

static bool is_filtered(const struct selection *selection) {
    return selection->thread || selection->include.len || selection->exclude.len;
}

int breakdown_answer_with(struct answer *answer, const struct breakdown_table *tables,
                          const struct breakdown_more *more, const char *nothing) {
    const struct breakdown_options *options = answer->options;
    struct making making = {.answer = answer};
    struct events_error error;
    int code = EXIT_USAGE;
    make_questions(&making, tables);
    if (more && !is_filtered(&options->selection)) making.more = more;
    making.events =
        events_open(making.questions.items, making.questions.len, &options->selection, &error);
    if (making.events) code = read_and_describe(&making, nothing);
    else event_filter_say_wrong(&error, NULL, NULL);
    walk_run_free(&making.run);
    events_free(making.events);
    array_free(&making.parts);
    array_free(&making.questions);
    arena_free(&making.texts);
    return code;
}
