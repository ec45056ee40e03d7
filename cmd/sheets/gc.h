/* What the collector did, as a sheet. */
#ifndef CMD_SHEETS_GC_H
#define CMD_SHEETS_GC_H

#include "analyzers/gc/gc.h"
#include "analyzers/time/time_range.h"
#include "analyzers/time/zone.h"
#include "cmd/write/sheet.h"

struct gc_view {
    const struct gc *gc;
    const struct things *things; /* whose texts and threads they are */
    struct time_range range;     /* what is shown */
    int64_t recorded_ns;         /* of it */
    struct zone zone;
    size_t top; /* phases of each kind, causes, threads that people see; SIZE_MAX: all */
};

void gc_describe(const struct gc_view *view, struct sheet *sheet);

#endif
