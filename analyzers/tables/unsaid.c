#include "analyzers/tables/unsaid.h"
#include "base/array.h"

#include <string.h>

static const struct {
    const char *event, *field;
} unsaid[] = {
#include "analyzers/tables/unsaid_table.h"
};

bool unsaid_if_nought(const char *event, const char *field) {
    return some_of(i, COUNT_OF(unsaid),
                   strcmp(unsaid[i].event, event) == 0 && strcmp(unsaid[i].field, field) == 0);
}
