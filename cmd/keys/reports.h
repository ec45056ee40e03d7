/* The keys of a report, as its definition says them, in the words of keys.h.
 *
 * What the type is follows from the function, unless the definition says it: texts of what is
 * grouped by, whole numbers of all but shares, and null where no event says it; a count is never.
 */
#pragma once

#include "analyzers/reports/definition.h"

/* An extra whose keys are in a file, as the part extra-NAME, brings these. */
void json_keys_add_report(const struct report *report, struct text *out);
