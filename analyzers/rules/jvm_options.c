#include "analyzers/rules/jvm_options.h"

#include <string.h>

/* From the release notes of the JDK and HotSpot's own list of special flags (arguments.cpp), as JDK
 * Mission Control has them. */
static const struct fate_row {
    struct jvm_option_fate fate;
    const char *names; /* with blanks between them */
} fates[] = {
#include "analyzers/rules/jvm_options_table.h"
};

static const struct {
    const char *text;
    struct jvm_option_fate fate;
} x_options[] = {
    {"incgc", {8, 0, 9}},   {"run", {8, 0, 9}},       {"verify:none", {13, 0, 0}},
    {"concgc", {0, 14, 0}}, {"noconcgc", {0, 14, 0}}, {"noagent", {22, 0, 23}},
    {"debug", {22, 0, 0}},
};

/* Is the name one of those in the list? */
static bool has(const char *list, const char *name, size_t len) {
    for (const char *at = list; *at;) {
        size_t own = strcspn(at, " ");
        if (own == len && memcmp(at, name, len) == 0) return true;
        at += own + (at[own] == ' ');
    }
    return false;
}

const struct jvm_option_fate *jvm_option_xx(const char *name, size_t len) {
    for (size_t i = 0; i < sizeof fates / sizeof *fates; i++)
        if (has(fates[i].names, name, len)) return &fates[i].fate;
    return NULL;
}

const struct jvm_option_fate *jvm_option_x(const char *text) {
    for (size_t i = 0; i < sizeof x_options / sizeof *x_options; i++)
        if (strncmp(text, x_options[i].text, strlen(x_options[i].text)) == 0)
            return &x_options[i].fate;
    return NULL;
}

bool jvm_option_next(const char **at, const char **word, size_t *len) {
    while (*at && **at == ' ') ++*at;
    if (!*at || !**at) return false;
    *word = *at;
    *len = strcspn(*at, " ");
    *at += *len;
    return true;
}
