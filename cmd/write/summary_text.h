/* The summary of a recording as text, Markdown, CSV (the event table only) and JSON. */
#ifndef CMD_WRITE_SUMMARY_TEXT_H
#define CMD_WRITE_SUMMARY_TEXT_H

#include "analyzers/facts/summary.h"
#include "cmd/write/table.h"

struct summary_view {
    const struct summary *summary;
    const struct scan_report *report;
};

void summary_add_text(const struct summary_view *view, const struct table_style *style,
                      struct text *out);
void summary_add_markdown(const struct summary_view *view, struct text *out);
void summary_add_csv(const struct summary_view *view, struct text *out);
void summary_add_json(const struct summary_view *view, struct text *out);

/* "2.1", or all versions that occur: "2.0, 2.1". */
void summary_add_version(const struct scan_report *report, struct text *out);

#endif
