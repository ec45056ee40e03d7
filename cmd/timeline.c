/* jfrtool timeline: samples over time, next to what processors and collector did. */
#include "cmd/read/answer.h"
#include "cmd/cli/message.h"
#include "cmd/read/moment.h"
#include "cmd/read/split.h"
#include "cmd/sheets/timeline.h"

#define MOST_BUCKETS 100000
#define BUCKETS_FOR_PROGRAMS 100 /* unless asked for: the same on every terminal */
#define BUCKETS_FOR_PAGES 50
#define THREADS 5 /* rows of thread CPU load */

#include "cmd/timeline_options.h"

/* False: the sentence has been said. */
static bool choose_steps(const struct answer *answer, struct timeline_options *out) {
    const struct timeline_command_options *options = answer->options;
    const struct output *output = &answer->output;
    const struct time_range *range = &out->range;
    bool text = answer->format == FORMAT_TEXT;
    size_t usual = text ? timeline_chart_columns((size_t)output->columns)
                   : answer->format == FORMAT_MARKDOWN || answer->format == FORMAT_HTML
                       ? BUCKETS_FOR_PAGES
                       : BUCKETS_FOR_PROGRAMS;
    uint64_t length = (uint64_t)range->end_ns - (uint64_t)range->start_ns;
    out->aligned = options->buckets == 0;
    if (options->resolution_ns) out->bucket_ns = options->resolution_ns;
    else if (options->buckets) out->bucket_ns = (int64_t)(length / options->buckets) + 1;
    else if (text) out->bucket_ns = time_range_fine_step(range, usual - 1);
    else out->bucket_ns = time_range_step(range, usual - 1, 0);
    size_t steps = time_range_steps(range, out->bucket_ns);
    if (steps > MOST_BUCKETS)
        return message_refuse("--%s: that would be %zu steps, at most %d are possible",
                              options->resolution_ns ? "resolution" : "buckets", steps,
                              MOST_BUCKETS);
    if (text && output->columns && steps > usual) {
        out->bucket_ns = time_range_fine_step(range, usual - 1);
        message_note("%zu steps do not fit into %d columns: longer ones are shown; JSON and CSV "
                     "have those requested",
                     steps, output->columns);
        out->aligned = true;
    }
    return true;
}

static int say_needs(struct answer *answer, struct needs *needs) {
    const struct timeline_command_options *options = answer->options;
    static const struct facts_options facts = {0};
    if (options->buckets && options->resolution_ns)
        return message_misused(
            answer->command,
            "--buckets and --resolution say the same in two ways: give one of them");
    if (split_is_asked(&options->selection) && options->split != TIMELINE_BY_METHOD)
        return message_misused(
            answer->command,
            "--split and --by with a field both say what has a row: give one of them");
    answer->reading.shows_cpu = answer->reading.shows_pauses = true;
    *needs =
        (struct needs){.keep = PROFILE_STACKS | PROFILE_SAMPLES, .times = true, .facts = &facts};
    return EXIT_OK;
}

/* No longer than what is shown. */
static int64_t window_of(const struct timeline_command_options *options,
                         const struct time_range *range) {
    int64_t length = range->end_ns - range->start_ns;
    int64_t most = length > 0 ? length : 1;
    if (!options->window_ns) return timeline_usual_window(range);
    return options->window_ns < most ? options->window_ns : most;
}

static int make_answer(struct answer *answer) {
    const struct timeline_command_options *options = answer->options;
    struct samples *samples = answer->reading.samples;
    const struct scan_report *report = &answer->reading.report;
    struct time_range range =
        time_range_of(&samples->profile, report->start_ns, report->end_ns, &samples->window);
    bool by_field = split_is_asked(&options->selection);
    struct timeline_options wanted = {
        .range = range,
        .origin_ns = report->start_ns,
        .split = by_field ? TIMELINE_BY_FIELD : (enum timeline_split)options->split,
        .top = options->top ? (size_t)options->top : SIZE_MAX,
        .top_threads = THREADS,
        .window_ns = window_of(options, &range),
    };
    if (!choose_steps(answer, &wanted)) return message_misuse(answer->command);
    OWNED(timeline_free) struct timeline timeline;
    timeline_make(&samples->profile, &samples->facts, &wanted, &timeline);
    OWNED(text_free) struct text field = {0};
    split_add_name(&options->selection, &field);
    struct timeline_view view = {
        .timeline = &timeline,
        .range = &range,
        .profile = &samples->profile,
        .facts = &samples->facts,
        .event = samples->event,
        .recorded_ns = samples->recorded_ns,
        .zone = samples->zone,
        .origin_ns = report->start_ns,
        .window_ns = wanted.window_ns,
        .split = wanted.split,
        .field = text_str(&field),
        .by = (int)options->selection.by,
        .frame_types = options->selection.frame_type,
        .utf8 = answer->output.utf8,
        .columns = (size_t)answer->output.columns,
    };
    timeline_describe(&view, answer_sheet(answer, NULL));
    return EXIT_OK;
}
