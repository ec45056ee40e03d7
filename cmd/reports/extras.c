/* What only C can say of a report: the one list. */
#include "cmd/reports/extras.h"
#include "cmd/reports/asked.h"

static const struct {
    const char *name;
    const struct view_kind *kind;
} extras[] = {{"account", &extra_account}, {"owners_did", &extra_owners},
              {"loaders", &extra_loaders}, {"gc", &extra_gc},
              {"leaks", &extra_leaks},     {"safepoints", &extra_safepoints},
              {"rates", &extra_thrown}};

const struct view_kind *report_extra(const char *name) {
    for (size_t i = 0; i < sizeof extras / sizeof *extras; i++)
        if (strcmp(extras[i].name, name) == 0) return extras[i].kind;
    return NULL;
}
