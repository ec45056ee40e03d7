#include "cmd/page/report.h"

#include "cmd/cli/message.h"
#include "base/units.h"

#define LARGE_BYTES \
    20000000 /* what mail and CI systems may refuse, and a browser takes seconds for */

struct needs page_needs(void) {
    static const struct facts_options facts;
    return (struct needs){
        .keep = PROFILE_STACKS | PROFILE_SAMPLES,
        .time_grain = PAGE_GRAIN_NS,
        .values = true,
        .finest = BY_LINE,
        .facts = &facts,
    };
}

void page_report_write(const struct reading *reading, const struct page_request *request,
                       struct output *output) {
    struct text title = {0}, page = {0};
    if (request->title) text_add(&title, request->title);
    else reading_add_title(reading, &title);
    const struct samples *samples = reading->samples;
    ARRAY(struct page_set) sets = {0};
    array_push(&sets, (struct page_set){.event = samples->event, .profile = &samples->profile});
    for (size_t i = 0; request->whole && i < samples->others.len; i++) {
        const struct samples_other *other = &samples->others.items[i];
        array_push(&sets, (struct page_set){other->name, other->event, &other->profile});
    }
    const struct page_input input = {
        .profile = &samples->profile,
        .sets = sets.items,
        .set_count = sets.len,
        .lanes = request->lanes,
        .tabs = request->tabs,
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
    page_write(&input, &page);
    if (page.len > LARGE_BYTES) {
        struct text size = {0};
        units_add_bytes(&size, (double)page.len);
        message_note("the page has %s: --from and --to, --thread or --include make it smaller",
                     text_str(&size));
        text_free(&size);
    }
    output_flush_text(output, &page);
    array_free(&sets);
    text_free(&title);
    text_free(&page);
}
