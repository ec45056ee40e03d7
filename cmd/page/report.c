#include "cmd/page/report.h"

#include "analyzers/rules/rules.h"
#include "base/units.h"
#include "cmd/cli/message.h"
#include "cmd/read/judged.h"
#include "cmd/cli/voice.h"
#include "cmd/page/experiments.h"
#include "cmd/reports/shipped.h"
#include "cmd/write/sheet_writers.h"

/* ==== The tabs: what other commands answer about the same recordings, as markup ============= */

#define ROWS 50 /* of each table, of which the page shows the first few until it is asked */

/* In their order: a view, and behind it the reports that say this tab. */
static const struct page_tab {
    const char *name;
    const struct view_kind *view; /* or NULL */
} tabs[] = {
    {"Account", NULL},
    {"GC", NULL},
    {"Locks", NULL},
    {"I/O", NULL},
    {"Memory", NULL},
    {"Exceptions", NULL},
    {"What if", &page_experiments},
    {"JVM", &view_jvm},
};
enum { TABS = sizeof tabs / sizeof *tabs };

static bool is_of(const struct report *report, const struct page_tab *tab) {
    return report->tab && strcmp(report->tab, tab->name) == 0;
}

/* Before the reading's run. */
static void page_tabs_ask(struct reading *reading, struct page_tabs *out) {
    const struct report *report;
    struct events_error error;
    *out = (struct page_tabs){.selection = *reading->selection};
    out->selection.events = (struct text_list){0};
    for (size_t t = 0; t < TABS; t++) {
        if (tabs[t].view) view_join(&reading->run, tabs[t].view);
        for (size_t i = 0; (report = report_shipped(i)) != NULL; i++)
            if (is_of(report, &tabs[t])) array_push(&out->reports, report);
    }
    out->asked = reports_ask(out->reports.items, out->reports.len, &out->selection, true, &error);
    if (out->asked) reports_join(out->asked, &reading->run);
}

/* Each is apart, so that the page can hold it against the same of another recording. */
static void begin_report(const char *name, struct text *markup) {
    text_addf(markup, "<div data-report=\"%s\">\n", name);
}

static void end_report(struct sheet *sheet, struct text *markup) {
    sheet_html_add_items(sheet, markup);
    text_add(markup, "</div>\n");
    sheet_free(sheet);
}

static void add_view(const char *name, const struct view_kind *kind, const struct reading *reading,
                     struct text *markup) {
    const struct selection *selection = reading->selection;
    const struct window_options window = {
        .from = selection->from, .to = selection->to, .zone = selection->zone};
    const struct tables_read read =
        tables_read_of(&reading->run, &reading->report, &window, kind->wishes);
    const struct view view = view_of(&read, ROWS, NULL);
    struct sheet sheet;
    if (!view_is_there(&view, kind)) return;
    sheet_open(&sheet, FORMAT_HTML);
    kind->describe(&view, &sheet);
    begin_report(name, markup);
    if (kind->draw) kind->draw(&view, markup);
    end_report(&sheet, markup);
}

static void add_report(const struct page_tabs *made, size_t report, struct text *markup) {
    struct sheet sheet;
    if (reports_is_empty(made->asked, report)) return;
    sheet_open(&sheet, FORMAT_HTML);
    report_describe(made->asked, report, (struct report_extent){ROWS, true}, &sheet);
    begin_report(made->reports.items[report]->name, markup);
    end_report(&sheet, markup);
}

/* After it; fills the items. */
static void page_tabs_make(struct page_tabs *made, const struct reading *reading) {
    voice_of_page(true);
    bool fits = made->asked && !reports_read(made->asked, &reading->run, &reading->report);
    for (size_t t = 0; t < TABS; t++) {
        OWNED(text_free) struct text markup = {0};
        if (tabs[t].view) add_view(tabs[t].name, tabs[t].view, reading, &markup);
        for (size_t i = 0; fits && i < made->reports.len; i++)
            if (is_of(made->reports.items[i], &tabs[t])) add_report(made, i, &markup);
        if (markup.len) {
            array_push(&made->items, tabs[t].name);
            array_push(&made->items, text_take(&markup));
        }
    }
    array_push(&made->items, NULL);
    voice_of_page(false);
}

/* after the run */
static void page_tabs_free(struct page_tabs *made) {
    for (size_t i = 1; i < made->items.len; i += 2) free((void *)(uintptr_t)made->items.items[i]);
    arrays_free(&made->items, &made->reports);
    reports_free(made->asked);
}

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

static void end(void *asked) {
    page_asked_free(asked);
}

struct needs page_ask_of(struct answer *answer, struct page_asked *asked) {
    answer->ended = end;
    answer->with = asked;
    return page_ask(asked, &answer->reading);
}
