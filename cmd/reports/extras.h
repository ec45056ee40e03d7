/* Extras, a file each: parts of reports that are more than groups of events. */
#ifndef CMD_REPORTS_EXTRAS_H
#define CMD_REPORTS_EXTRAS_H

#include "cmd/reports/parts.h"

/* locks: what threads that had a monitor did while others waited for it. */
extern const struct report_extra extra_owners;
/* classes: those of one kind together. */
extern const struct report_extra extra_loaders;

#endif
