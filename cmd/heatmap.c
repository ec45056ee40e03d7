/* jfrtool heatmap: samples by second and fraction of it. */
#include "cmd/read/answer.h"
#include "cmd/cli/message.h"
#include "cmd/page/report.h"
#include "cmd/read/measure.h"
#include "cmd/sheets/heatmap.h"

#define MAX_ROWS 1000
#define MAX_COLUMNS                                                               \
    300 /* of pictures and JSON: five minutes of seconds; then columns are longer \
         */
#define HOTTEST 5

#include "cmd/heatmap_options.h"

static int say_needs(struct answer *answer, struct needs *needs) {
    struct heatmap_command_options *options = answer->options;
    if (options->rows > MAX_ROWS)
        return message_misused(answer->command,
                               "--rows: expected a number of rows up to %d, found %llu", MAX_ROWS,
                               (unsigned long long)options->rows);
    if (answer->format == FORMAT_HTML) *needs = page_ask_of(answer, &options->page);
    else needs->keep = PROFILE_STACKS | PROFILE_SAMPLES;
    needs->times = true;
    return EXIT_OK;
}

static size_t rows_that_fit(const struct answer *answer) {
    const struct output *output = &answer->output;
    size_t lines = answer->format == FORMAT_TEXT ? (size_t)output->lines : 0;
    return heatmap_text_rows(lines, output->utf8 && output->color);
}

static void add_map(struct answer *answer) {
    const struct heatmap_command_options *options = answer->options;
    size_t columns = (size_t)answer->output.columns;
    const struct samples *samples = answer->reading.samples;
    const struct scan_report *report = &answer->reading.report;
    struct time_range range =
        time_range_of(&samples->profile, report->start_ns, report->end_ns, &samples->window);
    const struct heatmap_options wanted = {
        .range = range,
        .origin_ns = report->start_ns,
        .rows = options->rows ? (size_t)options->rows : rows_that_fit(answer),
        .max_columns = answer->format == FORMAT_TEXT ? heatmap_text_columns(columns) : MAX_COLUMNS,
        .hottest = HOTTEST,
    };
    OWNED(heatmap_free) struct heatmap map;
    OWNED(text_free) struct text title = {0}, subtitle = {0};
    reading_add_title(&answer->reading, &title);
    reading_add_subtitle(&answer->reading, &subtitle);
    heatmap_make(&samples->profile, &wanted, &map);
    struct heatmap_view view = {
        .map = &map,
        .range = &range,
        .event = samples->event,
        .title = text_str(&title),
        .subtitle = text_str(&subtitle),
        .zone = samples->zone,
        .origin_ns = report->start_ns,
        .utf8 = answer->output.utf8,
        .color = answer->output.color,
        .columns = columns,
    };
    if (answer->format == FORMAT_SVG) {
        OWNED(text_free) struct text svg = {0};
        heatmap_write_svg(&view, &svg);
        output_flush_text(&answer->output, &svg);
    } else {
        heatmap_describe(&view, answer_sheet(answer, NULL));
    }
}

static int make_answer(struct answer *answer) {
    struct heatmap_command_options *options = answer->options;
    enum profile_unit unit;
    measure_unit(MEASURE_AUTO, &answer->reading, &unit);
    const struct page_request request = {.opens = PAGE_HEAT_MAP, .value = unit != PROFILE_NO_UNIT};
    if (answer->format != FORMAT_HTML) add_map(answer);
    else page_report_write(&options->page, 1, &request, &answer->output);
    return EXIT_OK;
}
