#include "cmd/page/report.h"

#include "analyzers/rules/rules.h"
#include "base/units.h"
#include "cmd/cli/message.h"
#include "cmd/read/judged.h"

#define LARGE_BYTES \
    20000000 /* what mail and CI systems may refuse, and a browser takes seconds for */

struct needs page_ask(struct page_asked *asked, struct reading *reading) {
    static const struct facts_options facts;
    static const char *const kinds[] = {"cpu", "wall", "alloc", "lock", "io", "exception", NULL};
    rules_join(rules_all, &reading->run, selection_has_window(reading->selection));
    walk_join(&reading->run, &tables_reader, &page_lanes_wishes);
    page_tabs_ask(reading, &asked->tabs);
    asked->reading = reading;
    return (struct needs){
        .keep = PROFILE_STACKS | PROFILE_SAMPLES,
        .values = true,
        .finest = BY_LINE,
        .facts = &facts,
        .others = kinds,
        .others_grain = PAGE_GRAIN_NS,
        .most = PAGE_MOST_OTHERS,
    };
}

struct side {
    struct page_input input;
    struct page_lanes lanes;
    struct findings judged;
    struct text title;
    ARRAY(struct page_set) sets;
    ARRAY(const char *) tabs;
};

/* changes: of the side that has them, or NULL. */
static void side_make(struct page_asked *asked, const struct page_request *request,
                      const char *changes, struct side *out) {
    const struct reading *reading = asked->reading;
    struct samples *samples = reading->samples;
    *out = (struct side){.title = {0}};
    if (request->title) text_add(&out->title, request->title);
    else reading_add_title(reading, &out->title);
    if (!request->findings) {
        const struct rule_input input = judged_input(reading, &reading->run);
        out->judged = rules_judge(rules_all, &input);
        findings_keep(&out->judged, RULE_INFO);
    }
    page_lanes_make(walk_result(&reading->run, &tables_reader), samples->window.from_ns,
                    samples->window.to_ns, &out->lanes);
    page_tabs_make(&asked->tabs, reading);
    if (changes) {
        array_push(&out->tabs, "Changes");
        array_push(&out->tabs, changes);
    }
    for (size_t i = 0; i < asked->tabs.items.len; i++)
        array_push(&out->tabs, asked->tabs.items.items[i]);
    array_push(&out->sets,
               (struct page_set){.event = samples->event, .profile = &samples->profile});
    EACH (struct samples_other, other, &samples->others)
        array_push(&out->sets, (struct page_set){other->name, other->event, &other->profile});
    out->input = (struct page_input){
        .profile = &samples->profile,
        .sets = out->sets.items,
        .set_count = out->sets.len,
        .lanes = &out->lanes,
        .tabs = out->tabs.items,
        .facts = &samples->facts,
        .report = &reading->report,
        .recorded_ns = samples->recorded_ns,
        .zone = &samples->zone,
        .title = text_str(&out->title),
        .event = samples->event,
        .findings = request->findings ? request->findings : &out->judged,
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
}

static void side_free(struct side *side) {
    page_lanes_free(&side->lanes);
    findings_free(&side->judged);
    text_free(&side->title);
    arrays_free(&side->sets, &side->tabs);
}

void page_report_write(struct page_asked *asked, size_t count, const struct page_request *request,
                       struct output *output) {
    struct side sides[2];
    struct page_input inputs[2] = {{.profile = NULL}};
    OWNED(text_free) struct text page = {0};
    for (size_t i = 0; i < count; i++) {
        side_make(&asked[i], request, i ? request->changes : NULL, &sides[i]);
        inputs[i] = sides[i].input;
    }
    page_write(inputs, count, &page);
    if (page.len > LARGE_BYTES) {
        OWNED(text_free) struct text size = {0};
        units_add_bytes(&size, (double)page.len);
        message_note("the page has %s: --from and --to, --thread or --include make it smaller",
                     text_str(&size));
    }
    output_flush_text(output, &page);
    for (size_t i = 0; i < count; i++) side_free(&sides[i]);
}

void page_asked_free(struct page_asked *asked) {
    if (asked->reading) walk_run_free(&asked->reading->run);
    page_tabs_free(&asked->tabs);
    *asked = (struct page_asked){.tabs = {.asked = NULL}};
}

void page_asked_end(void *asked) {
    page_asked_free(asked);
}
