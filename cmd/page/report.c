#include "cmd/page/report.h"

#include "analyzers/rules/rules.h"
#include "base/units.h"
#include "cmd/cli/message.h"
#include "cmd/read/judged.h"

#define GRAIN_NS 1000000 /* what the page tells apart: a millisecond */
#define LARGE_BYTES \
    20000000 /* what mail and CI systems may refuse, and a browser takes seconds for */

struct needs page_ask(struct page_asked *asked, struct reading *reading) {
    static const struct facts_options facts;
    static const char *const kinds[] = {"cpu", "wall", "alloc", "lock", "io", "exception", NULL};
    rules_join(rules_all, &reading->run, selection_has_window(reading->selection));
    walk_join(&reading->run, &tables_reader, &page_lanes_wishes);
    page_tabs_ask(reading, &asked->tabs);
    return (struct needs){
        .keep = PROFILE_STACKS | PROFILE_SAMPLES,
        .values = true,
        .finest = BY_LINE,
        .facts = &facts,
        .others = kinds,
        .others_grain = GRAIN_NS,
    };
}

static void write_page(const struct page_asked *asked, const struct reading *reading,
                       const struct page_lanes *lanes, const struct page_request *request,
                       struct text *page) {
    struct text title = {0};
    if (request->title) text_add(&title, request->title);
    else reading_add_title(reading, &title);
    const struct samples *samples = reading->samples;
    ARRAY(struct page_set) sets = {0};
    array_push(&sets, (struct page_set){.event = samples->event, .profile = &samples->profile});
    for (size_t i = 0; i < samples->others.len; i++) {
        const struct samples_other *other = &samples->others.items[i];
        array_push(&sets, (struct page_set){other->name, other->event, &other->profile});
    }
    const struct page_input input = {
        .profile = &samples->profile,
        .sets = sets.items,
        .set_count = sets.len,
        .lanes = lanes,
        .tabs = asked->tabs.items.items,
        .facts = &samples->facts,
        .report = &reading->report,
        .recorded_ns = samples->recorded_ns,
        .zone = &samples->zone,
        .title = text_str(&title),
        .event = samples->event,
        .findings = request->findings,
        .unresolved = samples->unresolved,
        .late = samples->late,
        .proof = samples->filtered ? "" : samples->proof,
        .filtered = samples->filtered,
        .selection = reading->selection,
        .opens = request->opens,
        .by = reading->selection->by,
        .color = request->color,
        .reverse = request->reverse,
        .flame = request->flame,
        .value = request->value,
    };
    page_write(&input, page);
    array_free(&sets);
    text_free(&title);
}

void page_report_write(struct page_asked *asked, const struct reading *reading,
                       const struct page_request *request, struct output *output) {
    const struct time_window *window = &reading->samples->window;
    struct page_request filled = *request;
    struct findings judged = {0};
    struct page_lanes lanes;
    struct text page = {0};
    if (!request->findings) {
        const struct rule_input input = judged_input(reading, &reading->run);
        judged = rules_judge(rules_all, &input);
        findings_keep(&judged, RULE_INFO);
        filled.findings = &judged;
    }
    page_lanes_make(walk_result(&reading->run, &tables_reader), window->from_ns, window->to_ns,
                    &lanes);
    page_tabs_make(&asked->tabs, reading);
    write_page(asked, reading, &lanes, &filled, &page);
    if (page.len > LARGE_BYTES) {
        struct text size = {0};
        units_add_bytes(&size, (double)page.len);
        message_note("the page has %s: --from and --to, --thread or --include make it smaller",
                     text_str(&size));
        text_free(&size);
    }
    output_flush_text(output, &page);
    page_lanes_free(&lanes);
    findings_free(&judged);
    text_free(&page);
}

void page_asked_free(struct page_asked *asked) {
    page_tabs_free(&asked->tabs);
    *asked = (struct page_asked){.tabs = {.asked = NULL}};
}
