/* jfrtool threads: who was sampled, in which states and methods. */
#include "analyzers/tables/kinds.h"
#include "analyzers/time/threads.h"

#include "cmd/write/words.h"
#include "cmd/read/answer.h"
#include "cmd/read/measure.h"
#include "cmd/write/amount.h"
#include "cmd/write/frame_cells.h"
#include "base/fill.h"
#include "base/safe.h"
#include "base/units.h"

#include <ctype.h>

#define SHOWN_STATES 2  /* in a cell of the table; JSON has all */
#define LEAD_SAMPLES 20 /* at least, for a sentence about shares of them */
#define LEAD_METHOD 10  /* percent of a row, at least, of a method that the sentence names */

#include "cmd/threads_options.h"

struct result {
    const struct threads_command_options *options;
    const struct reading *reading;
    const struct profile *profile;
    struct threads threads;
    size_t shown;
    enum profile_unit unit; /* of the order; none: it is that of the samples */
    bool limited;           /* lines are */
};

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
        if (row->states.len > 1)
            text_addf(out, " %.0f %%", units_percent(state->samples, row->samples));
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
        OWNED(text_free) struct text name = {0};
        size_t packages = frame_names_add(&names, method->id, &name);
        if (i) text_add(out, ", ");
        text_addf(out, "%s %.0f %%", text_str(&name) + packages,
                  result->unit == PROFILE_NO_UNIT
                      ? units_percent(method->samples, row->samples)
                      : units_percent((uint64_t)method->value, (uint64_t)row->value));
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

static bool counts_time(const struct result *result) {
    return result->profile->unit == PROFILE_NS;
}

/* Are the samples of running threads, and is their CPU time known? */
static bool has_cpu_samples(const struct result *result) {
    const char *event = result->reading->samples->event;
    return result->threads.has_cpu && event && kind_of(event)->flags & KIND_RUNNING;
}

/* Samples of running threads are worth their period: on a terminal CPU time says more. */
static bool has_values(const struct result *result) {
    if (result->limited && has_cpu_samples(result)) return false;
    return (counts_time(result) || result->profile->unit == PROFILE_BYTES) &&
           result->profile->value > 0;
}

static bool is_each(const struct result *result) {
    return result->options->roll_up == THREADS_EACH;
}

static void add_name_column(const struct result *result, struct sheet *sheet) {
    const char *title = result->options->roll_up == THREADS_BY_GROUP ? "group" : "thread";
    sheet_column(sheet, column_for(SHEET_TABLES, column_within(40, column_name(title, title))));
}

/* For people in seconds, for programs in ns. */
static void time_cell(struct sheet *sheet, double ns) {
    char seconds[64];
    snprintf(seconds, sizeof seconds, "%.2f", ns / 1e9);
    sheet_cell(sheet, cell_shown(cell_real(ns, 0), is_missing(ns) ? NULL : seconds));
}

static struct cell id_cell(uint64_t id) {
    return id ? cell_count(id) : cell_blank();
}

/* Programs get all states and methods, each with its samples. */
static void more_fields(const struct result *result, const struct threads_row *row,
                        struct sheet *sheet) {
    const struct frames *frames = &result->profile->frames;
    const struct selection *selection = &result->options->selection;
    if (!result->threads.has_cpu) sheet_field(sheet, "cpu_ns", cell_missing());
    sheet_object(sheet, "states");
    for (size_t i = 0; i < row->states.len; i++) {
        const char *state = strings_get(&frames->strings, row->states.items[i].id);
        sheet_field(sheet, *state ? state : "unknown", cell_count(row->states.items[i].samples));
    }
    sheet_end(sheet);
    sheet_array(sheet, "methods");
    EACH (const struct threads_count, count, &row->methods) {
        double share = units_percent(count->samples, row->samples);
        sheet_object(sheet, NULL);
        frame_add_fields(frames, count->id, selection->by, selection->frame_type, sheet);
        sheet_fields(sheet, {"samples", cell_count(count->samples)},
                     {"samples_percent", cell_percent(share)});
        sheet_end(sheet);
    }
    sheet_end(sheet);
}

#include "cmd/keys/threads_shown.h"

/* ==== In a sentence ========================================================================= */

static double share_of(const struct result *result, uint64_t samples, int64_t value,
                       const struct threads_row *row) {
    if (result->unit == PROFILE_NO_UNIT)
        return units_percent(samples, row ? row->samples : result->profile->samples);
    return units_percent(amount_positive(value),
                         amount_positive(row ? row->value : result->profile->value));
}

/* "the 8 threads clerk-* (sleeping 99 %, runnable 1 %)", "thread main", "thread group main". */
static void add_who(const struct result *result, const struct threads_row *row, struct text *out) {
    const bool group = result->options->roll_up == THREADS_BY_GROUP;
    OWNED(text_free) struct text name = {0}, states = {0};
    add_name(result, row, &name);
    if (states_differ(result)) add_states(result, row, &states);
    if (group) text_add(out, "thread group ");
    else if (row->members > 1) words_add(out, "the {thread} ", cell_count(row->members));
    else text_add(out, "thread ");
    const bool known = states.len && strcmp(states.data, "unknown") != 0;
    words_add(out, "{}[ ({})]", words_name(text_str(&name)), cell_text(known ? states.data : NULL));
}

static void add_lead_method(const struct result *result, const struct threads_row *row,
                            struct text *out) {
    if (!row->methods.len) return;
    const struct threads_count *method = &row->methods.items[0];
    double share = share_of(result, method->samples, method->value, row);
    OWNED(frame_names_free) struct frame_names names;
    OWNED(text_free) struct text name = {0};
    if (!(share >= LEAD_METHOD)) return;
    frame_names_open(&result->profile->frames, (enum frame_by)result->options->selection.by,
                     &names);
    frame_names_add(&names, method->id, &name);
    words_add(out, ", {} % of {} in {}", cell_real(share, 0),
              cell_text(result->unit == PROFILE_NS ? "it" : "them"), words_name(text_str(&name)));
}

/* The row that used more CPU time than the first; NULL: none, it is not known, or the samples are
 * not about CPU time. */
static const struct threads_row *busiest_of(const struct result *result) {
    const struct threads_row *most = &result->threads.rows.items[0];
    if (!has_cpu_samples(result) || is_missing(most->cpu_ns)) return NULL;
    EACH (const struct threads_row, row, &result->threads.rows)
        if (row->cpu_ns > most->cpu_ns) most = row;
    return most == &result->threads.rows.items[0] ? NULL : most;
}

/* Whose samples most are, and who used most CPU time if that is another. */
static void add_lead(const struct result *result, struct text *out) {
    if (result->profile->samples < LEAD_SAMPLES || !result->threads.rows.len) return;
    const struct threads_row *first = &result->threads.rows.items[0];
    if (!first->known) return;
    words_add(out, "{} % of the {} [{}|is] of ",
              cell_real(share_of(result, first->samples, first->value, NULL), 0),
              cell_text(amount_title(result->unit)),
              result->unit == PROFILE_NS ? cell_missing() : cell_text("are"));
    add_who(result, first, out);
    add_lead_method(result, first, out);
    const struct threads_row *busiest = busiest_of(result);
    if (busiest) {
        text_add(out, "; most CPU time was used by ");
        add_who(result, busiest, out);
        words_add(out, ": {}", cell_ns((int64_t)busiest->cpu_ns));
    }
    text_add(out, ".\n");
}

/* ==== All of it ============================================================================= */

static void add_footer(const struct result *result, struct text *out) {
    static const char *const nouns[] = {"pool", "group", "thread"};
    const struct samples *samples = result->reading->samples;
    amount_add_sampled(out, samples->event, result->profile->samples);
    words_add(out, "{}[ in {}]", cell_text(samples->filtered ? " matching the filters" : ""),
              cell_ns(samples->recorded_ns > 0 ? samples->recorded_ns : MISSING));
    if (result->unit != PROFILE_NO_UNIT) {
        text_add(out, ", together ");
        amount_add(out, result->unit, measure_all(result->profile, result->unit));
        measure_add_rate(out, result->reading, result->unit);
    }
    words_add(out, "; {} of ", cell_count(result->shown));
    text_add_number_of(out, result->threads.rows.len, nouns[result->options->roll_up]);
    text_addf(out, " shown%s\n",
              result->shown < result->threads.rows.len ? "; --top 0 shows all" : "");
    if (result->limited && !states_differ(result) && result->threads.rows.len) {
        OWNED(text_free) struct text state = {0};
        add_states(result, &result->threads.rows.items[0], &state);
        if (state.len && strcmp(state.data, "unknown") != 0)
            text_fill(out, safe_add_name, "All samples are of threads in state %s\n", state.data);
    }
    if (result->threads.has_cpu)
        text_add(out, "CPU s: CPU time up to the last jdk.ThreadCPULoad of each thread\n");
}

static void describe(const struct result *result, struct sheet *sheet) {
    bool states = !result->limited || states_differ(result);
    OWNED(text_free) struct text lead = {0}, footer = {0};
    threads_fields(result, result->reading->samples->event, sheet);
    add_lead(result, &lead);
    if (lead.len) sheet_lines(sheet, SHEET_PEOPLE, text_str(&lead));
    sheet_table(sheet, (struct sheet_table){.key = "threads"});
    thread_columns(result, states, sheet);
    for (size_t i = 0; i < result->shown; i++)
        thread_row(result, &result->threads.rows.items[i], states, sheet);
    sheet_end(sheet);
    add_footer(result, &footer);
    sheet_lines(sheet, SHEET_TEXT | SHEET_HTML, text_str(&footer));
}

/* ==== The command =========================================================================== */

static bool is_filtered(const struct selection *selection) {
    return selection->thread || selection->states.len || selection->include.len ||
           selection->exclude.len;
}

static int say_needs(struct answer *answer, struct needs *needs) {
    static const struct facts_options facts = {0};
    answer->reading.shows_cpu = true;
    *needs = (struct needs){.keep = PROFILE_STACKS | PROFILE_SAMPLES,
                            .time_grain = SAMPLES_NO_TIMES,
                            .values = true,
                            .facts = &facts};
    return EXIT_OK;
}

static int make_answer(struct answer *answer) {
    const struct threads_command_options *options = answer->options;
    const struct samples *samples = answer->reading.samples;
    const struct profile *profile = &samples->profile;
    const struct scan_report *report = &answer->reading.report;
    enum profile_unit unit;
    int code = measure_unit(options->measure, &answer->reading, &unit);
    if (code != EXIT_OK) return code;
    const struct threads_options wanted = {
        .by_value = unit != PROFILE_NO_UNIT,
        .by = (enum threads_by)options->roll_up,
        .methods = (size_t)options->methods,
        .range = time_range_of(profile, report->start_ns, report->end_ns, &samples->window),
        .origin_ns = report->start_ns,
        .only_sampled = is_filtered(&options->selection),
    };
    struct result result = {
        .options = options, .reading = &answer->reading, .profile = profile, .unit = unit};
    threads_make(profile, &samples->facts, &wanted, &result.threads);
    result.shown = result.threads.rows.len;
    if (options->top && options->top < result.shown) result.shown = (size_t)options->top;
    struct sheet *sheet = answer_sheet(answer, NULL);
    result.limited = answer->format == FORMAT_TEXT && answer->output.columns > 0;
    describe(&result, sheet);
    threads_free(&result.threads);
    return EXIT_OK;
}
