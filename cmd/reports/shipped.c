#include "cmd/reports/shipped.h"

#include "cmd/cli/message.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off: made by sql/views/embed.sh */
static const struct {
    const char *name, *text;
} texts[] = {
#include "reports/table.h"
};
/* clang-format on */
#define SHIPPED (sizeof texts / sizeof *texts)
_Static_assert(SHIPPED <= REPORTS_SHIPPED, "shipped.h says for how many reports there is room");

const char *report_shipped_text(size_t index, const char **name) {
    if (index >= SHIPPED) return NULL;
    *name = texts[index].name;
    return texts[index].text;
}

const struct report *report_shipped(size_t index) {
    static struct report *parsed[SHIPPED]; /* what was asked for, until the end */
    struct report_error error;
    if (index >= SHIPPED) return NULL;
    if (parsed[index]) return parsed[index];
    parsed[index] = report_parse(texts[index].text, &error);
    if (parsed[index]) return parsed[index];
    /* Not what is shipped: a unit test parses all. */
    message_error("reports/%s.report:%zu: %s", texts[index].name, error.line, error.text);
    abort();
}

const struct report *report_named(const char *name) {
    for (size_t i = 0; i < SHIPPED; i++)
        if (strcmp(texts[i].name, name) == 0) return report_shipped(i);
    return NULL;
}
