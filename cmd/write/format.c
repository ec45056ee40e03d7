#include "cmd/write/format.h"

#include "cmd/cli/message.h"
#include "cmd/write/endings.h"
#include "cmd/write/sheet_writers.h"

#include <string.h>

#define SHEET_FORMAT(id, name, title, parts, write, help) {name, title, parts, write, NULL},
#define ROWS_FORMAT(id, name, title, ending, target, rows, help) \
    {name, title, SHEET_ROWS, sheet_write_rows, &(rows)},
#define OTHER_FORMAT(id, name, title) {name, title, 0, NULL, NULL},
const struct format_row format_rows[FORMATS] = {
    {NULL, NULL, 0, NULL, NULL},
#include "cmd/write/formats.h"
};

/* What the names stand for, in their order. */
struct formats {
    enum format items[FORMATS];
    size_t len;
};

static struct formats formats_of(const char *names) {
    struct formats found = {.len = 0};
    for (size_t len; *(names += strspn(names, " ")); names += len) {
        len = strcspn(names, " ");
        bool sheets =
            len == strlen(FORMATS_OF_SHEETS) && memcmp(names, FORMATS_OF_SHEETS, len) == 0;
        for (size_t f = FORMAT_AUTO + 1; f < FORMATS; f++) {
            const char *name = format_rows[f].name;
            bool named = strlen(name) == len && memcmp(name, names, len) == 0;
            if (named || (sheets && format_rows[f].parts))
                found.items[found.len++] = (enum format)f;
        }
    }
    return found;
}

static bool is_among(const struct formats *list, enum format format) {
    return some_of(i, list->len, list->items[i] == format);
}

/* What the name of the file asks for. */
struct asked {
    enum format format;  /* FORMAT_AUTO: no report */
    const char *foreign; /* an ending of something else than the command's reports, or NULL */
};

static struct asked asked_by(const char *command, const char *path) {
    const struct ending *ending = ending_of(path, ENDING_ANY);
    struct asked asked = {FORMAT_AUTO, NULL};
    if (!ending) return asked;
    bool own = ending->maker && strcmp(ending->maker, command) == 0;
    /* A pipe may be called a recording, and whatever reads it decides. */
    if (ending->report != FORMAT_JFR) asked.format = ending->report;
    if (ending->report == FORMAT_AUTO && !own) asked.foreign = ending->ending;
    return asked;
}

/* foreign: an ending that is no format's, or NULL. */
static void say_refused(const char *command, const struct formats *writes, const char *path,
                        enum format format, const char *foreign) {
    OWNED(text_free) struct text line = {0};
    /* As it is written there: .PNG. */
    size_t end = foreign ? strlen(foreign) : 0, len = foreign ? strlen(path) : 0;
    if (len > end && strcasecmp(path + len - end, foreign) == 0) foreign = path + len - end;
    text_addf(&line, "%s cannot write %s", command, foreign ? foreign : format_rows[format].title);
    if (path) text_addf(&line, ", which the name %s requests", path);
    text_add(&line, "; it writes ");
    for (size_t i = 0; i < writes->len; i++) {
        const struct ending *usual = ending_of_report(writes->items[i]);
        text_addf(&line, "%s (%s%s)%s", format_rows[writes->items[i]].title, usual->ending,
                  usual->packed ? ".gz" : "",
                  i + 1 == writes->len   ? ""
                  : i + 2 == writes->len ? " and "
                                         : ", ");
    }
    message_error("%s", line.data);
}

bool format_choose(const char *command, const char *writes, const char *path, int wanted,
                   enum format *format) {
    const struct formats list = formats_of(writes);
    struct asked asked = {(enum format)wanted, NULL};
    if (wanted == FORMAT_AUTO) asked = asked_by(command, path);
    *format = asked.format == FORMAT_AUTO ? list.items[0] : asked.format;
    if (!asked.foreign && is_among(&list, *format)) return true;
    say_refused(command, &list, wanted == FORMAT_AUTO ? path : NULL, *format, asked.foreign);
    return false;
}
