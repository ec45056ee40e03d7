#include "cmd/tui/lines.h"

#include "base/utf8.h"

#include <string.h>

struct line line_of(const char *text, size_t number) {
    struct line line = {.at = text, .len = strcspn(text, "\n")};
    while (number-- && *line.at) line = line_after(line);
    return line;
}

struct line line_after(struct line line) {
    const char *next = line.at + line.len + (line.at[line.len] == '\n');
    return (struct line){.at = next, .len = strcspn(next, "\n")};
}

bool line_is_blank(struct line line) {
    return strspn(line.at, " ") >= line.len;
}

size_t line_fields(struct line line, struct line fields[LINE_FIELDS]) {
    size_t count = 0;
    for (size_t at = strspn(line.at, " "); at < line.len && count < LINE_FIELDS;) {
        size_t to = at, begin = utf8_columns(line.at, at);
        while (to < line.len &&
               !(line.at[to] == ' ' && (to + 1 >= line.len || line.at[to + 1] == ' ')))
            to++;
        fields[count++] = (struct line){line.at + at, to - at, begin,
                                        begin + utf8_columns(line.at + at, to - at)};
        for (at = to; at < line.len && line.at[at] == ' ';) at++;
    }
    return count;
}

struct line line_cell(const struct line *heads, size_t count, size_t heading, struct line row) {
    struct line fields[LINE_FIELDS], none = {.at = row.at};
    const struct line *head = &heads[heading];
    size_t from = heading ? heads[heading - 1].end : 0, found = line_fields(row, fields);
    bool last = heading + 1 == count;
    for (size_t i = 0; i < found; i++) {
        bool number = fields[i].end == head->end && fields[i].begin >= from;
        bool text = fields[i].begin == head->begin;
        if (number || text || (last && fields[i].begin > head->begin)) return fields[i];
    }
    return none;
}
