/* The JVM that recorded, as a sheet. */
#pragma once

#include "analyzers/tables/table.h"
#include "analyzers/time/zone.h"
#include "cmd/write/sheet.h"

struct setup_view {
    const struct tables *tables; /* of setup_wishes */
    struct zone zone;
    bool secrets; /* are shown */
    bool all;     /* flags and settings as usual, too; programs have them in any case */
};

extern const struct wishes setup_wishes;

/* Does a recording say anything of its JVM? */
bool setup_is_known(const struct tables *tables);
void setup_describe(const struct setup_view *view, struct sheet *sheet);
