#include "cmd/page/report.h"

#include "cmd/cli/message.h"

#define GRAIN_NS 1000000 /* what the page tells apart: a millisecond */
#define LARGE_BYTES \
    20000000 /* what mail and CI systems may refuse, and a browser takes seconds for */

struct reading_wants page_wants(void) {
    static const struct facts_options facts;
    return (struct reading_wants){
        .keep = PROFILE_STACKS | PROFILE_SAMPLES,
        .time_grain = GRAIN_NS,
        .values = true,
        .modules = true,
        .finest = true,
        .facts = &facts,
    };
}

void page_report_write(const struct common_options *options, const struct reading *reading,
                       const struct page_request *request, struct output *output) {
    struct text title = {0}, page = {0};
    if (request->title) text_add(&title, request->title);
    else reading_add_title(options, &title);
    const struct samples *samples = reading->samples;
    const struct page_input input = {
        .profile = &samples->profile,
        .facts = &samples->facts,
        .report = &reading->report,
        .title = text_str(&title),
        .event = samples->event,
        .verdicts = request->verdicts,
        .verdict_count = request->verdict_count,
        .unresolved = samples->unresolved,
        .filtered = samples->filtered,
        .opens = request->opens,
        .by = (enum frame_by)options->by,
        .color = request->color,
        .reverse = request->reverse,
        .flame = request->flame,
        .value = request->value,
    };
    page_write(&input, &page);
    if (page.len > LARGE_BYTES)
        message_note("the page has %zu MB: --from and --to, --thread or --include make "
                     "it smaller",
                     page.len / 1000000);
    output_flush_text(output, &page);
    text_free(&title);
    text_free(&page);
}

void page_report_judged(const struct common_options *options, const char *title,
                        const struct verdict_view *view, struct output *output) {
    const struct method_profiling *verdict = view->verdict;
    bool judged = verdict->reason == METHOD_PROFILING_JUDGED;
    struct text headline = {0}, sentences = {0};
    text_add(&headline, "Method profiling: ");
    verdict_add_headline(view, &headline);
    verdict_add_sentences(view, &sentences);
    const struct page_verdict finding = {
        .severity = rule_severity_name(verdict->severity),
        .score = -1, /* the headline has it */
        .title = text_str(&headline),
        .text = text_str(&sentences),
        .frame = judged ? verdict->best.frame : PROFILE_NONE,
        .from_ns = judged ? verdict->best.start_ns : 0,
        .to_ns = judged ? verdict->best.end_ns : 0,
    };
    const struct page_request request = {.title = title, .verdicts = &finding, .verdict_count = 1};
    page_report_write(options, view->reading, &request, output);
    text_free(&headline);
    text_free(&sentences);
}

bool page_may_go_to(const struct common_options *options, const struct output *output) {
    if (!output->terminal || options->output) return true;
    message_error("this would print HTML on your terminal; use > report.html or -o report.html");
    return false;
}
