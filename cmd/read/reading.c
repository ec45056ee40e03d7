/* How commands read: scan options from the command line, and what is said about the outcome. */
#include "cmd/write/words.h"
#include "cmd/read/reading.h"
#include "cmd/cli/message.h"
#include "cmd/cli/operands.h"
#include "cmd/read/notes.h"
#include "cmd/read/within.h"
#include "base/fill.h"
#include "base/safe.h"
#include "base/units.h"
#include "base/plural.h"

/* Above this share of truncated stacks, total counts mislead and the hint is worth a line. */
#define TRUNCATED_PERCENT_WORTH_A_HINT 1.0

struct reading reading_for(const struct command *command, struct option_base *options) {
    const struct output_options *output = options_part(command->groups, &options_output, options);
    const struct input_options *input = options_part(command->groups, &options_input, options);
    if (!input) input = options_part(command->groups, &options_serial, options);
    return (struct reading){
        .paths = options->operands,
        .input = input,
        .selection = options_part(command->groups, &options_selection, options),
        .messages = output ? &output->messages : NULL,
    };
}

struct scan_options reading_scan(struct reading *reading) {
    const struct message_options *messages = reading->messages;
    message_set_quiet(messages->quiet);
    progress_start(&reading->progress, messages->quiet || messages->no_progress,
                   reading->waits_for_picture);
    return (struct scan_options){
        .paths = reading->paths.items,
        .path_count = reading->paths.len,
        .jobs = reading->input->jobs > 1024 ? 1024 : (unsigned)reading->input->jobs,
        .keep_duplicates = reading->input->keep_duplicates,
        .share = reading->input->share,
        .leave_out = reading->leave_out,
        .progress = progress_update,
        .progress_context = &reading->progress,
    };
}

int reading_done(struct reading *reading) {
    const struct scan_report *report = &reading->report;
    progress_end(&reading->progress);
    notes_say(report);
    bool elsewhere = reading->input->share.of && report->chunks.len + report->profiles > 0;
    if (report->recordings > 0 || elsewhere || reading->unread_is_fine) return EXIT_OK;
    bool said = false; /* failures are among the notes, if the analyzer put them there */
    for (size_t i = 0; i < report->notes.len; i++) said = said || report->notes.items[i].failed;
    if (!said)
        message_error("%s", report->error.code != JFR_OK ? report->error.text
                                                         : "there is no recording in the input");
    return report->error.code == JFR_IO ? EXIT_USAGE : EXIT_NOT_JFR;
}

int reading_say_nothing(const struct reading *reading) {
    const struct samples *samples = reading->samples;
    const struct selection *selection = reading->selection;
    OWNED(text_free) struct text types = {0};
    bool misspelled = notes_say_missing_types(samples);
    if (!reading->report.recordings) {
        message_note("nothing could be read");
    } else if (!samples->event && samples->left_out) {
        message_error("there are no other samples to report");
    } else if (!samples->event) {
        if (!selection->events.len) message_error("there are no execution samples to report");
        if (notes_add_types(&types, samples, true))
            message_error("event types with stack traces: %s (see --event)", types.data);
        else message_error("there are no events with stack traces at all");
    } else if (samples->profile.samples) {
        OWNED(text_free) struct text name = {0};
        safe_add_name(&name, samples->event);
        message_error("none of the %s events has a stack trace", name.data);
    } else {
        notes_say_nothing_left(samples, selection, &reading->report);
    }
    if (reading->messages->allow_empty) return EXIT_OK;
    return misspelled ? EXIT_USAGE : EXIT_NOTHING;
}

/* Methods and stacks are counted, or kept for it, and no sample has one. */
static bool is_without_stacks(const struct profile *profile, const struct needs *needs) {
    bool by_stack = needs->origin || !(profile->keep & PROFILE_SAMPLES);
    return by_stack && profile->without_stack == profile->samples;
}

/* Nobody asked for samples of some kind: what else happened is shown without. */
static bool has_facts(const struct reading *reading) {
    const struct facts *facts = &reading->samples->facts;
    if (reading->samples->event || reading->selection->events.len) return false;
    return (reading->shows_cpu && facts->thread_loads.len) ||
           (reading->shows_pauses && facts->loads.len + facts->pauses.len > 0);
}

int reading_take(const struct needs *needs, struct reading *reading) {
    if (reading->selection && reading->selection->split_label)
        return message_usage("--by recording and --by label:NAME are options of hot-methods; "
                             "expected a row or a field");
    int narrowed = within_read(reading);
    if (narrowed != EXIT_OK) return narrowed;
    struct scan_options scan = reading_scan(reading);
    reading->samples =
        samples_read_in(&reading->run, &scan, reading->selection, needs, &reading->report);
    int code = reading_done(reading);
    if (code != EXIT_OK) return code;

    const struct samples *samples = reading->samples;
    if (reading->none_is_fine && !samples->profile.samples) return EXIT_OK;
    if (!samples->profile.samples && has_facts(reading)) {
        message_remark(
            "there are no execution samples: the report shows what else the recording contains");
        return EXIT_OK;
    }
    if (!samples->profile.samples || is_without_stacks(&samples->profile, needs))
        return reading_say_nothing(reading);
    if (within_check(reading) != EXIT_OK) return EXIT_USAGE;
    reading_say_samples(reading);
    return EXIT_OK;
}

void reading_say_samples(const struct reading *reading) {
    const struct samples *samples = reading->samples;
    notes_say_missing_types(samples);
    notes_say_biased(samples);
    notes_say_clocks(samples);
    if (samples->unresolved) {
        OWNED(text_free) struct text line = {0};
        text_add_number_of(&line, samples->unresolved, "sample");
        message_note("the stack traces of %s are not in the recording", line.data);
    }
}

void reading_add_title(const struct reading *reading, struct text *title) {
    const struct text_list *paths = &reading->paths;
    text_add(title, operand_name(paths->items[0]));
    if (paths->len > 1) text_addf(title, " and %zu more", paths->len - 1);
}

void reading_add_subtitle(const struct reading *reading, struct text *subtitle) {
    const struct samples *samples = reading->samples;
    if (samples->event) text_addf(subtitle, "%s, ", samples->event);
    text_add_number_of(subtitle, samples->profile.samples, "sample");
    if (samples->recorded_ns > 0) {
        text_add(subtitle, ", ");
        units_add_duration(subtitle, samples->recorded_ns);
    }
}

bool reading_is_partial(const struct reading *reading) {
    const struct scan_report *report = &reading->report;
    bool partial =
        report->failed || report->lost_bytes || (reading->samples && reading->samples->unresolved);
    for (size_t i = 0; i < report->notes.len && !partial; i++) {
        enum jfr_note_kind kind = report->notes.items[i].note.kind;
        partial = kind == JFR_NOTE_LOST || kind == JFR_NOTE_UNFINISHED;
    }
    return partial;
}

int reading_exit_code(const struct reading *reading) {
    if (!reading->input || reading->unread_is_fine) return EXIT_OK;
    bool partial =
        notes_unread(&reading->report) || (reading->input->strict && reading_is_partial(reading));
    return partial ? EXIT_PARTIAL : EXIT_OK;
}

void reading_add_footer(const struct reading *reading, struct text *out) {
    const struct profile *profile = &reading->samples->profile;
    const char *event = reading->samples->event;
    uint64_t events = reading->samples->taken_events;
    text_add_number_of(out, profile->samples, "sample");
    if (event) text_fill(out, safe_add_name, " of %s", event);
    if (reading->samples->filtered) {
        text_add(out, " matching the filters");
    } else if (events && events < profile->samples) {
        words_add(out, " ({event}, each for one sample or more)", cell_count(events));
    }
    if (reading->samples->recorded_ns > 0) {
        text_add(out, " in ");
        units_add_duration(out, reading->samples->recorded_ns);
    }
    words_add(out, ", {} without stack, {} truncated", cell_count(profile->without_stack),
              cell_count(profile->truncated));
    double truncated = units_percent(profile->truncated, profile->samples);
    if (profile->truncated) text_addf(out, " (%.2f %%)", truncated);
    text_add_char(out, '\n');
    if (profile->shortened)
        words_add(out,
                  "Stacks are read up to {} frames; {sample} {} more, so totals of their outermost "
                  "callers are too low\n",
                  cell_count(PROFILE_MOST_FRAMES), cell_count(profile->shortened),
                  cell_text(plural(profile->shortened, "has", "have")));
    if (units_percent(profile->truncated - profile->shortened, profile->samples) >
        TRUNCATED_PERCENT_WORTH_A_HINT)
        text_addf(
            out,
            "Truncated stacks miss their callers, so totals are too low: record deeper stacks%s\n",
            event && strncmp(event, "jdk.", 4) == 0
                ? " (-XX:FlightRecorderOptions:stackdepth=N, 64 unless given)"
                : "");
}

void reading_add_fields(const struct reading *reading, struct sheet *sheet) {
    const struct profile *profile = &reading->samples->profile;
    sheet_fields(sheet, {"event", cell_text(reading->samples->event)},
                 {"samples", cell_count(profile->samples)},
                 {"samples_without_stack", cell_count(profile->without_stack)},
                 {"truncated_stacks", cell_count(profile->truncated)},
                 {"duration_ns", reading->samples->recorded_ns
                                     ? cell_ns(reading->samples->recorded_ns)
                                     : cell_missing()});
}

void reading_free(struct reading *reading) {
    walk_run_free(&reading->run);
    if (reading->samples) samples_free(reading->samples);
    scan_report_free(&reading->report);
    within_free(&reading->within);
    *reading = (struct reading){0};
}
