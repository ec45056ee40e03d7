#include "cmd/write/markdown.h"

#include "base/safe.h"

#include <ctype.h>
#include <string.h>

/* What forges make a link of when it stands in a comment, and "@name" calls somebody: Kotlin's
 * threads are called "main @coroutine#1". None of them lets it be escaped; a comment within takes
 * it apart. Returns how many bytes stand before the comment, 0: it is nothing of the kind. */
static size_t reference(const char *s) {
    if (*s == '@' && isalnum((unsigned char)s[1])) return 1;
    if (*s == '#' && isdigit((unsigned char)s[1])) return 1;
    if (text_begins_with(s, "://")) return 1;
    if (text_begins_with(s, "www.") || (text_begins_with(s, "GH-") && isdigit((unsigned char)s[3])))
        return 2;
    return 0;
}

void markdown_add(struct text *out, const char *text) {
    OWNED(text_free) struct text safe = {0};
    safe_add(&safe, text, strlen(text));
    for (const char *s = text_str(&safe); *s; s++) {
        size_t apart;
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
        default:
            apart = reference(s);
            text_add_bytes(out, s, apart ? apart : 1);
            if (apart) text_add(out, "<!-- -->");
            if (apart > 1) s += apart - 1;
        }
    }
}
