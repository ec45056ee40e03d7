/* jfrtool threads: who was sampled, in which states and methods. */
#include "analyzers/tables/kinds.h"
#include "analyzers/time/threads.h"

#include "cmd/read/reading.h"
#include "cmd/write/fit.h"
#include "cmd/write/frame_cells.h"
#include "cmd/write/safe.h"
#include "cmd/write/table.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SHOWN_STATES 2  /* in a cell of the table; JSON has all */
#define NAME_COLUMNS 40 /* a longer name is cut where lines are limited */

struct threads_command_options {
    struct option_base base;
    struct selection selection;
    struct input_options input;
    struct output_options output;
    int format;
    int roll_up; /* enum threads_by */
    uint64_t top, methods;
};

static const struct option_choice roll_up_choices[] = {
    /* in the order of enum threads_by */
    [THREADS_BY_POOL] = {"pool", "threads whose names differ in numbers only"},
    [THREADS_BY_GROUP] = {"group", "Java thread groups"},
    [THREADS_EACH] = {"each", "nothing: each thread has a row"},
    {NULL, NULL},
};

#define AT(field) offsetof(struct threads_command_options, field)

static const struct option_row rows[] = {
    {.name = "roll-up",
     .kind = OPTION_CHOICE,
     .offset = AT(roll_up),
     .argument = "WHAT",
     .choices = roll_up_choices,
     .initial = "pool",
     .help = "Which threads are one row"},
    {.name = "each",
     .kind = OPTION_SET,
     .offset = AT(roll_up),
     .value = THREADS_EACH,
     .help = "Short for --roll-up each: single threads, with the ids of JVM and system"},
    TOP_ROW(AT(top), "20", "Show the first N rows; 0 is all"),
    {.name = "methods",
     .kind = OPTION_COUNT,
     .offset = AT(methods),
     .argument = "N",
     .initial = "3",
     .help = "Name the N hottest methods of each row"},
    {.name = NULL},
};

static const struct option_group own_group = {.title = "Threads", .rows = rows};
static const struct option_use groups[] = {{&own_group, 0}, REPORT_GROUPS};

static const struct command_example examples[] = {
    {"jfrtool threads rec.jfr", "Pools by their samples, with states and hottest methods"},
    {"jfrtool threads --each --thread '^http-' rec.jfr", "Some threads one by one"},
    {"jfrtool threads --event alloc rec.jfr", "Who allocates, and where"},
    {NULL, NULL},
};

struct result {
    const struct threads_command_options *options;
    const struct reading *reading;
    const struct profile *profile;
    struct threads threads;
    size_t shown;
    bool limited; /* lines are */
};

static double percent(uint64_t part, uint64_t all) {
    return all ? 100.0 * (double)part / (double)all : 0;
}

/* ==== Table ================================================================================= */

static void add_name(const struct result *result, const struct threads_row *row, struct text *out) {
    const char *name = strings_get(&result->threads.strings, row->name);
    if (!row->known) text_add(out, "(unknown thread)");
    else if (*name) text_add(out, name);
    else
        text_add(out,
                 result->options->roll_up == THREADS_BY_GROUP ? "(unknown group)" : "(no name)");
    if (row->is_virtual) text_add(out, " (virtual)");
}

static void name_cell(const struct result *result, const struct threads_row *row,
                      struct table *table) {
    struct text name = {0}, safe = {0}, fitted = {0};
    add_name(result, row, &name);
    safe_add(&safe, text_str(&name), name.len);
    if (result->limited) fit_add(&fitted, text_str(&safe), safe.len, 0, NAME_COLUMNS);
    else text_add(&fitted, text_str(&safe));
    table_text(table, text_str(&fitted));
    text_free(&name);
    text_free(&safe);
    text_free(&fitted);
}

/* "runnable 90 %, parked 10 %"; of a single one its name alone. */
static void add_states(const struct result *result, const struct threads_row *row,
                       struct text *out) {
    for (size_t i = 0; i < row->states.len && i < SHOWN_STATES; i++) {
        const struct threads_count *state = &row->states.items[i];
        const char *name = strings_get(&result->profile->frames.strings, state->id);
        if (i) text_add(out, ", ");
        if (strncmp(name, "STATE_", 6) == 0) name += 6;
        for (const char *c = name; *c; c++) text_add_char(out, (char)tolower((unsigned char)*c));
        if (*name == 0) text_add(out, "unknown");
        if (row->states.len > 1) text_addf(out, " %.0f %%", percent(state->samples, row->samples));
    }
    if (row->states.len > SHOWN_STATES) text_add(out, ", ...");
}

static void add_methods(const struct result *result, const struct threads_row *row,
                        struct text *out) {
    struct frame_names names;
    frame_names_open(&result->profile->frames, (enum frame_by)result->options->selection.by,
                     &names);
    for (size_t i = 0; i < row->methods.len; i++) {
        const struct threads_count *method = &row->methods.items[i];
        struct text name = {0};
        size_t packages = frame_names_add(&names, method->id, &name);
        if (i) text_add(out, ", ");
        text_addf(out, "%s %.0f %%", text_str(&name) + packages,
                  percent(method->samples, row->samples));
        text_free(&name);
    }
}

/* Do the rows differ in their states at all? */
static bool states_differ(const struct result *result) {
    const struct threads_row *rows_ = result->threads.rows.items;
    uint32_t first = PROFILE_NONE;
    for (size_t i = 0; i < result->threads.rows.len; i++) {
        if (rows_[i].states.len > 1) return true;
        if (rows_[i].states.len == 0) continue;
        if (first != PROFILE_NONE && rows_[i].states.items[0].id != first) return true;
        first = rows_[i].states.items[0].id;
    }
    return false;
}

/* Samples of running threads are worth their period: on a terminal CPU time says more. */
static bool has_values(const struct result *result) {
    const char *event = result->reading->samples->event;
    bool running = event && kind_of(event)->flags & KIND_RUNNING;
    if (result->limited && result->threads.has_cpu && running) return false;
    enum profile_unit unit = result->profile->unit;
    return (unit == PROFILE_NS || unit == PROFILE_BYTES) && result->profile->value > 0;
}

static void columns(const struct result *result, bool states, struct table *table) {
    bool each = result->options->roll_up == THREADS_EACH, text = result->limited;
    table_column(table,
                 (struct table_column){.title = "samples", .key = "samples", .number = true});
    table_column(table,
                 (struct table_column){.title = "%", .key = "samples_percent", .number = true});
    if (has_values(result)) {
        bool ns = result->profile->unit == PROFILE_NS;
        table_column(table, (struct table_column){.title = ns ? "seconds" : "bytes",
                                                  .key = ns ? "value_ns" : "value_bytes",
                                                  .number = true});
    }
    if (result->threads.has_cpu)
        table_column(table,
                     (struct table_column){.title = "CPU s", .key = "cpu_ns", .number = true});
    if (each) {
        table_column(table,
                     (struct table_column){.title = "tid", .key = "os_thread_id", .number = true});
        table_column(table, (struct table_column){
                                .title = "Java id", .key = "java_thread_id", .number = true});
    } else {
        table_column(table,
                     (struct table_column){.title = "threads", .key = "threads", .number = true});
    }
    if (states || !text)
        table_column(table, (struct table_column){.title = "state", .key = "states"});
    const char *title = result->options->roll_up == THREADS_BY_GROUP ? "group" : "thread";
    table_column(table, (struct table_column){.title = title, .key = title});
    table_column(table, (struct table_column){.title = "hottest methods",
                                              .key = "methods",
                                              .flexible = true,
                                              .sentence = true});
}

/* For people in seconds, for programs in ns; empty where it is not known. */
static void time_cell(struct table *table, double ns) {
    char people[64] = "", programs[64] = "";
    if (!isnan(ns)) {
        snprintf(people, sizeof people, "%.2f", ns / 1e9);
        snprintf(programs, sizeof programs, "%.0f", ns);
    }
    table_text(table, people);
    table->cells.items[table->cells.len - 1].exact =
        arena_copy(&table->texts, programs, strlen(programs));
}

static void id_cell(struct table *table, uint64_t id) {
    if (id) table_count(table, id);
    else table_text(table, "");
}

static void build_table(const struct result *result, struct table *table) {
    bool states = !result->limited || states_differ(result);
    columns(result, states, table);
    for (size_t i = 0; i < result->shown; i++) {
        const struct threads_row *row = &result->threads.rows.items[i];
        struct text cell = {0};
        table_count(table, row->samples);
        table_percent(table, percent(row->samples, result->profile->samples));
        if (has_values(result)) {
            if (result->profile->unit == PROFILE_NS) time_cell(table, (double)row->value);
            else table_count(table, (uint64_t)row->value);
        }
        if (result->threads.has_cpu) time_cell(table, row->cpu_ns);
        if (result->options->roll_up == THREADS_EACH) {
            id_cell(table, row->os_id);
            id_cell(table, row->java_id);
        } else {
            table_count(table, row->members);
        }
        if (states) {
            add_states(result, row, &cell);
            table_text(table, text_str(&cell));
            text_clear(&cell);
        }
        name_cell(result, row, table);
        add_methods(result, row, &cell);
        table_text(table, text_str(&cell));
        text_free(&cell);
    }
}

static void add_footer(const struct result *result, struct text *out) {
    static const char *const nouns[] = {"pool", "group", "thread"};
    const struct samples *samples = result->reading->samples;
    text_add_number_of(out, result->profile->samples, "sample");
    if (samples->event) text_addf(out, " of %s", samples->event);
    if (samples->filtered) text_add(out, " left by the filters");
    text_add(out, "; ");
    text_add_grouped(out, result->shown);
    text_add(out, " of ");
    text_add_number_of(out, result->threads.rows.len, nouns[result->options->roll_up]);
    text_addf(out, " shown%s\n",
              result->shown < result->threads.rows.len ? "; --top 0 shows all" : "");
    if (result->limited && !states_differ(result) && result->threads.rows.len) {
        struct text state = {0};
        add_states(result, &result->threads.rows.items[0], &state);
        if (state.len && strcmp(state.data, "unknown") != 0)
            text_addf(out, "All samples are of threads in state %s\n", state.data);
        text_free(&state);
    }
    if (result->threads.has_cpu)
        text_add(out, "CPU s: CPU time up to the last jdk.ThreadCPULoad of each thread\n");
}

/* ==== JSON ================================================================================== */

static void add_json_row(const struct result *result, const struct threads_row *row, cJSON *to) {
    const struct strings *strings = &result->threads.strings;
    const struct frames *frames = &result->profile->frames;
    cJSON *object = json_add_object(to, NULL);
    json_add_text(object, "name", row->known ? strings_get(strings, row->name) : NULL);
    json_add_count(object, "threads", row->members);
    json_add_bool(object, "virtual", row->is_virtual);
    json_add_text(object, "group", row->group ? strings_get(strings, row->group) : NULL);
    if (result->options->roll_up == THREADS_EACH) {
        if (row->os_id) json_add_count(object, "os_thread_id", row->os_id);
        else json_add_null(object, "os_thread_id");
        if (row->java_id) json_add_count(object, "java_thread_id", row->java_id);
        else json_add_null(object, "java_thread_id");
    }
    json_add_count(object, "samples", row->samples);
    json_add_percent(object, "samples_percent", percent(row->samples, result->profile->samples));
    if (has_values(result))
        json_add_number(object, result->profile->unit == PROFILE_NS ? "value_ns" : "value_bytes",
                        row->value);
    json_add_real(object, "cpu_ns", row->cpu_ns, 0);
    cJSON *states = json_add_object(object, "states");
    for (size_t i = 0; i < row->states.len; i++) {
        const char *state = strings_get(&frames->strings, row->states.items[i].id);
        json_add_count(states, *state ? state : "unknown", row->states.items[i].samples);
    }
    cJSON *methods = json_add_array(object, "methods");
    for (size_t i = 0; i < row->methods.len; i++) {
        const struct threads_count *count = &row->methods.items[i];
        cJSON *method = json_add_object(methods, NULL);
        frame_add_json(frames, count->id, (enum frame_by)result->options->selection.by,
                       result->options->selection.frame_type, method);
        json_add_count(method, "samples", count->samples);
        json_add_percent(method, "samples_percent", percent(count->samples, row->samples));
    }
}

static void add_json(const struct result *result, struct text *out) {
    cJSON *root = cJSON_CreateObject();
    json_add_text(root, "event", result->reading->samples->event);
    json_add_count(root, "samples", result->profile->samples);
    json_add_text(root, "roll_up", roll_up_choices[result->options->roll_up].name);
    json_add_count(root, "rows", result->threads.rows.len);
    cJSON *array = json_add_array(root, "threads");
    for (size_t i = 0; i < result->shown; i++)
        add_json_row(result, &result->threads.rows.items[i], array);
    json_write(root, true, out);
}

/* ==== The command =========================================================================== */

static void render(const struct result *result, const struct output *output, struct text *out) {
    struct table table = {0};
    struct table_style style = {.columns = (size_t)output->columns, .color = output->color};
    struct text footer = {0};
    if (result->options->format == FORMAT_JSON) {
        add_json(result, out);
        return;
    }
    build_table(result, &table);
    switch (result->options->format) {
    case FORMAT_CSV: table_write_csv(&table, out); break;
    case FORMAT_MARKDOWN: table_write_markdown(&table, out); break;
    default:
        table_write_text(&table, &style, out);
        add_footer(result, &footer);
        text_addf(out, "\n%s", text_str(&footer));
    }
    text_free(&footer);
    table_free(&table);
}

static bool is_filtered(const struct selection *selection) {
    return selection->thread || selection->states.len || selection->include.len ||
           selection->exclude.len;
}

static int run(const struct command *command, struct option_base *base) {
    const struct threads_command_options *options = (const struct threads_command_options *)base;
    static const struct facts_options facts = {0};
    const struct needs needs = {.keep = PROFILE_STACKS | PROFILE_SAMPLES,
                                .time_grain = SAMPLES_NO_TIMES,
                                .values = true,
                                .facts = &facts};
    struct output output;
    struct reading reading = reading_for(command, base);
    if (!output_open(&output, options->output.path, (enum color_when)options->output.color))
        return EXIT_USAGE;
    int code = reading_take(&needs, &reading);
    if (code == EXIT_OK) {
        const struct profile *profile = &reading.samples->profile;
        const struct scan_report *report = &reading.report;
        const struct threads_options wanted = {
            .by = (enum threads_by)options->roll_up,
            .methods = (size_t)options->methods,
            .range = time_range_of(profile, report->start_ns, report->end_ns,
                                   &options->selection.from, &options->selection.to),
            .origin_ns = report->start_ns,
            .only_sampled = is_filtered(&options->selection),
        };
        struct result result = {.options = options,
                                .reading = &reading,
                                .profile = profile,
                                .limited = options->format == FORMAT_TEXT && output.columns > 0};
        threads_make(profile, &reading.samples->facts, &wanted, &result.threads);
        result.shown = result.threads.rows.len;
        if (options->top && options->top < result.shown) result.shown = (size_t)options->top;
        struct text out = {0};
        render(&result, &output, &out);
        output_flush_report(&output, options->format == FORMAT_TEXT, &out);
        text_free(&out);
        threads_free(&result.threads);
    }
    return reading_finish(&reading, &output, code);
}

const struct command command_threads = {
    .name = "threads",
    .summary = "Show samples, CPU time and hot methods of threads and pools",
    .operands = "RECORDING...",
    .description =
        "A row is a pool: threads whose names differ in numbers only, worker-1 and worker-17 in "
        "worker-*; --each shows single threads. Columns are samples, what they are worth (bytes "
        "allocated, time waited or on the CPU) where the event type says it, CPU time by "
        "jdk.ThreadCPULoad, states, and the methods that most of the row's samples have on top of "
        "the stack. Percentages of methods are of the row's samples.\n\n"
        "Threads with CPU time but no sample (compilers, the collector) are shown, too, unless a "
        "filter asks for some samples only. Virtual threads are marked; which carrier one ran on "
        "is "
        "not recorded.",
    .groups = groups,
    .examples = examples,
    .options_size = sizeof(struct threads_command_options),
    .operand_needed = true,
    .run = run,
};
