#include "cmd/write/markdown.h"

#include "base/safe.h"

#include <string.h>

void markdown_add(struct text *out, const char *text) {
    struct text safe = {0};
    safe_add(&safe, text, strlen(text));
    for (const char *s = text_str(&safe); *s; s++) {
        switch (*s) {
        case '<': text_add(out, "&lt;"); break;
        case '>': text_add(out, "&gt;"); break;
        case '&': text_add(out, "&amp;"); break;
        /* '$' starts a formula on GitHub, the others are Markdown's own. */
        case '|':
        case '`':
        case '\\':
        case '*':
        case '_':
        case '[':
        case ']':
        case '~':
        case '$':
            text_add_char(out, '\\');
            text_add_char(out, *s);
            break;
        default: text_add_char(out, *s);
        }
    }
    text_free(&safe);
}
