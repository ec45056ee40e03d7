/* Causes, as overview and the page show them: what is to blame, what it costs, what comes of it.
 *
 *   WARNING  Waiting for locks: app.Ledger, up to 61 % of the waiting threads' time
 *     Threads waited 83.2 s for locks ...
 *     Related: Queues for one lock (11), Forcing files to disk (396 ms).
 *     Worst from ... More: jfrtool locks rec.jfr
 */
#pragma once

#include "analyzers/rules/causes.h"
#include "cmd/sheets/findings.h"

/* "findings" of programs; what is outside comes last. */
void causes_add_rows(const struct findings_view *view, const struct causes *causes,
                     struct sheet *sheet);
/* For people: the first top (0: all); columns: how wide a line is, 0: any. Returns how many. */
size_t causes_describe(const struct findings_view *view, const struct causes *causes, uint64_t top,
                       size_t columns, struct sheet *sheet);
/* "Outside the JVM: Other processes used up to 81 % of all processors." */
void causes_add_outside(const struct findings_view *view, const struct causes *causes,
                        struct text *out);
/* "Waiting for locks: app.Ledger, up to 61 % of the waiting threads' time" */
void causes_add_title(const struct findings_view *view, const struct cause *cause,
                      struct text *out);
/* "Queues for one lock (11), Forcing files to disk (396 ms)"; nothing if there are none. */
void causes_add_consequences(const struct cause *cause, struct text *out);
/* What a group of rules is called: "I/O". */
const char *causes_group(unsigned group);
