/* The reports that the program has: the definitions in reports/, embedded at build time. Each is
 * parsed when it is asked for first. */
#pragma once

#include "analyzers/reports/definition.h"
#include "cmd/keys/keys.h"

#define REPORTS_SHIPPED 64 /* at most, which is checked where they are embedded */

/* By name. NULL: there are no more. */
const struct report *report_shipped(size_t index);
/* NULL: there is none of that name. */
const struct report *report_named(const char *name);
/* Its name, without parsing it. NULL: there are no more. */
const char *report_shipped_name(size_t index);
/* The keys of all JSON that the program writes, reports and others. */
void report_shipped_keys(struct json_keys *keys);
