/* Rows as CSV. */
#include "cmd/write/sheet_writers.h"

#include <string.h>

static void add_quoted(struct text *out, const char *s) {
    if (!s[strcspn(s, ",\"\r\n")]) {
        text_add(out, s);
        return;
    }
    text_add_char(out, '"');
    for (; *s; s++) {
        if (*s == '"') text_add_char(out, '"');
        text_add_char(out, *s);
    }
    text_add_char(out, '"');
}

const struct sheet_rows sheet_csv = {.between = ",", .end = "\r\n", .add = add_quoted};
