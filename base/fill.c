#include "base/fill.h"

#include <string.h>

void text_fill(struct text *out, void (*add)(struct text *out, const char *text),
               const char *pattern, ...) {
    va_list texts;
    va_start(texts, pattern);
    for (const char *place; (place = strstr(pattern, "%s")); pattern = place + 2) {
        text_add_bytes(out, pattern, (size_t)(place - pattern));
        add(out, va_arg(texts, const char *));
    }
    va_end(texts);
    text_add(out, pattern);
}
