#include "analyzers/facts/machine.h"

#include <string.h>

/* What stands between the two marks in the text; false if the first is not there. */
static bool add_between(struct text *out, const char *text, const char *before, const char *after) {
    const char *start = strstr(text, before);
    if (!start) return false;
    start += strlen(before);
    text_add_bytes(out, start, strcspn(start, after));
    return true;
}

void machine_show_system(struct text *out, const char *os_version) {
    OWNED(text_free) struct text kernel = {0};
    if (!add_between(out, os_version, "PRETTY_NAME=\"", "\"\n")) text_add(out, os_version);
    else if (add_between(&kernel, os_version, "uname: ", "\n"))
        text_addf(out, ", %s", text_str(&kernel));
}

bool machine_show_brand(struct text *out, const char *description) {
    return add_between(out, description, "Brand: ", ",\n");
}
