#include "cmd/write/wrap.h"

#include "base/safe.h"
#include "base/utf8.h"

#include <string.h>

void wrap_add(struct text *out, const char *value, size_t indent, size_t columns) {
    struct text line = {0}, safe = {0};
    text_add(&line, value);
    for (size_t i = 0; i < line.len; i++) /* the OS description of Windows ends in a newline */
        if (line.data[i] == '\n' || line.data[i] == '\r') line.data[i] = ' ';
    while (line.len && line.data[line.len - 1] == ' ') line.len--;
    safe_add(&safe, text_str(&line), line.len);
    size_t room = columns > indent + 20 ? columns - indent : 0;
    size_t used = 0, lead = strspn(text_str(&safe), " ");
    text_add_blanks(out, lead);
    used += lead;
    for (const char *s = text_str(&safe) + lead; *s;) {
        size_t len = strcspn(s, " ");
        size_t word = utf8_columns(s, len);
        if (used && room && used + 1 + word > room) {
            text_add_char(out, '\n');
            text_add_blanks(out, indent);
            used = 0;
        } else if (used) {
            text_add_char(out, ' ');
            used++;
        }
        text_add_bytes(out, s, len);
        used += word;
        s += len + (s[len] == ' ');
    }
    text_add_char(out, '\n');
    text_free(&line);
    text_free(&safe);
}
