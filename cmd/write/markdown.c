#include "cmd/write/markdown.h"

#include "cmd/write/safe.h"

void markdown_add(struct text *out, const char *text) {
    struct text line = {0};
    text_add(&line, text);
    for (size_t i = 0; i < line.len; i++)
        if (line.data[i] == '\n' || line.data[i] == '\r') line.data[i] = ' ';
    struct text safe = {0};
    safe_add(&safe, text_str(&line), line.len);
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
    text_free(&line);
    text_free(&safe);
}
