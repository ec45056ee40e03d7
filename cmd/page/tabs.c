#include "cmd/page/tabs.h"

#include "cmd/cli/message.h"
#include "cmd/reports/shipped.h"
#include "cmd/write/sheet_writers.h"

#include <stdlib.h>
#include <string.h>

#define ROWS 10 /* of each table */

static bool is_of(const struct report *report, const struct page_tab *tab) {
    return report->tab && strcmp(report->tab, tab->name) == 0;
}

void page_tabs_ask(const struct page_tab *tabs, struct reading *reading, struct page_tabs *out) {
    const struct report *report;
    struct events_error error;
    *out = (struct page_tabs){.tabs = tabs, .selection = *reading->selection};
    out->selection.events = (struct text_list){0};
    for (; tabs->name; tabs++) {
        for (size_t i = 0; i < PAGE_TAB_VIEWS && tabs->views[i]; i++)
            view_join(&reading->run, tabs->views[i]);
        for (size_t i = 0; (report = report_shipped(i)) != NULL; i++)
            if (is_of(report, tabs)) array_push(&out->reports, report);
    }
    out->asked = reports_ask(out->reports.items, out->reports.len, &out->selection, &error);
    if (out->asked) reports_join(out->asked, &reading->run);
}

static void add_view(const struct view_kind *kind, const struct reading *reading,
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
    sheet_html_add_items(&sheet, markup);
    sheet_free(&sheet);
}

static void add_report(const struct page_tabs *tabs, size_t report, struct text *markup) {
    struct sheet sheet;
    if (reports_is_empty(tabs->asked, report)) return;
    sheet_open(&sheet, FORMAT_HTML);
    report_describe(tabs->asked, report, (struct report_extent){ROWS, true, NULL}, &sheet);
    sheet_html_add_items(&sheet, markup);
    sheet_free(&sheet);
}

void page_tabs_make(struct page_tabs *tabs, const struct reading *reading) {
    bool fits = tabs->asked && !reports_read(tabs->asked, &reading->run, &reading->report);
    for (const struct page_tab *tab = tabs->tabs; tab->name; tab++) {
        struct text markup = {0};
        for (size_t i = 0; i < PAGE_TAB_VIEWS && tab->views[i]; i++)
            add_view(tab->views[i], reading, &markup);
        for (size_t i = 0; fits && i < tabs->reports.len; i++)
            if (is_of(tabs->reports.items[i], tab)) add_report(tabs, i, &markup);
        if (markup.len) {
            array_push(&tabs->items, tab->name);
            array_push(&tabs->items, text_take(&markup));
        }
        text_free(&markup);
    }
    array_push(&tabs->items, NULL);
}

void page_tabs_free(struct page_tabs *tabs) {
    for (size_t i = 1; i < tabs->items.len; i += 2) free((void *)(uintptr_t)tabs->items.items[i]);
    array_free(&tabs->items);
    array_free(&tabs->reports);
    reports_free(tabs->asked);
}
