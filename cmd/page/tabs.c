#include "cmd/page/tabs.h"

#include "cmd/cli/voice.h"
#include "cmd/page/experiments.h"
#include "cmd/reports/shipped.h"
#include "cmd/write/sheet_writers.h"

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

void page_tabs_ask(struct reading *reading, struct page_tabs *out) {
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

static void add_view(const char *name, const struct view_kind *kind,
                     const struct reading *reading, struct text *markup) {
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

void page_tabs_make(struct page_tabs *made, const struct reading *reading) {
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

void page_tabs_free(struct page_tabs *made) {
    for (size_t i = 1; i < made->items.len; i += 2) free((void *)(uintptr_t)made->items.items[i]);
    arrays_free(&made->items, &made->reports);
    reports_free(made->asked);
}
