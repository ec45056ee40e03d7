/* The summary of a recording as a sheet; the fields are in docs/json.md. CSV has the event types.
 */
#pragma once

#include "analyzers/facts/summary.h"
#include "analyzers/time/sampled.h"
#include "cmd/write/sheet.h"

/* top: so many event types are shown to people, those with most events; 0: all. */
void summary_describe(const struct summary *summary, const struct sampled *sampled,
                      const struct scan_report *report, uint64_t top, struct sheet *sheet);
