/* What only C can say of a report: the one list. */
#include "cmd/reports/extras.h"

#include <string.h>

static const struct report_extra *const extras[] = {&extra_owners, &extra_loaders, NULL};

const struct report_extra *report_extra(const char *name) {
    for (const struct report_extra *const *extra = extras; *extra; extra++)
        if (strcmp((*extra)->name, name) == 0) return *extra;
    return NULL;
}
