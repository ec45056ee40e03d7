#include "analyzers/tables/unsaid.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *event, *field;
} unsaid[] = {
#include "analyzers/tables/unsaid_table.h"
};

bool unsaid_if_nought(const char *event, const char *field) {
    for (size_t i = 0; i < sizeof unsaid / sizeof *unsaid; i++)
        if (strcmp(unsaid[i].event, event) == 0 && strcmp(unsaid[i].field, field) == 0) return true;
    return false;
}
