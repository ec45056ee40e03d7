#include "cmd/write/format.h"

#include "cmd/cli/message.h"
#include "cmd/write/endings.h"

#include <string.h>

static const struct {
    const char *name, *title;
} formats[] = {
    [FORMAT_TEXT] = {"text", "text"},       [FORMAT_JSON] = {"json", "JSON"},
    [FORMAT_CSV] = {"csv", "CSV"},          [FORMAT_MARKDOWN] = {"md", "Markdown"},
    [FORMAT_HTML] = {"html", "HTML"},       [FORMAT_SVG] = {"svg", "SVG"},
    [FORMAT_PPROF] = {"pprof", "profiles"}, [FORMAT_XML] = {"xml", "XML"},
    [FORMAT_NDJSON] = {"ndjson", "NDJSON"}, [FORMAT_JFR] = {"jfr", "recordings"},
};
#define FORMATS (sizeof formats / sizeof *formats)

/* The format whose name is the first of the list, which moves on behind it; FORMAT_AUTO: none is
 * left. */
static enum format next_of(const char **list) {
    *list += strspn(*list, " ");
    size_t len = strcspn(*list, " ");
    for (size_t f = FORMAT_TEXT; f < FORMATS; f++) {
        if (strlen(formats[f].name) != len || memcmp(formats[f].name, *list, len) != 0) continue;
        *list += len;
        return (enum format)f;
    }
    return FORMAT_AUTO;
}

static bool is_among(const char *list, enum format format) {
    for (enum format f; (f = next_of(&list)) != FORMAT_AUTO;)
        if (f == format) return true;
    return false;
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
static void say_refused(const char *command, const char *writes, const char *path,
                        enum format format, const char *foreign) {
    struct text line = {0};
    /* As it is written there: .PNG. */
    size_t end = foreign ? strlen(foreign) : 0, len = foreign ? strlen(path) : 0;
    if (len > end && strcasecmp(path + len - end, foreign) == 0) foreign = path + len - end;
    text_addf(&line, "%s cannot write %s", command, foreign ? foreign : formats[format].title);
    if (path) text_addf(&line, ", which the name %s asks for", path);
    text_add(&line, "; it writes ");
    for (enum format f = next_of(&writes), next; f != FORMAT_AUTO; f = next) {
        next = next_of(&writes);
        const struct ending *usual = ending_of_report(f);
        text_addf(&line, "%s (%s%s)%s", formats[f].title, usual->ending, usual->packed ? ".gz" : "",
                  next == FORMAT_AUTO                    ? ""
                  : *(writes + strspn(writes, " ")) == 0 ? " and "
                                                         : ", ");
    }
    message_error("%s", line.data);
    text_free(&line);
}

bool format_choose(const char *command, const char *writes, const char *path, int wanted,
                   enum format *format) {
    const char *list = writes;
    struct asked asked = {(enum format)wanted, NULL};
    if (wanted == FORMAT_AUTO) asked = asked_by(command, path);
    *format = asked.format == FORMAT_AUTO ? next_of(&list) : asked.format;
    if (!asked.foreign && is_among(writes, *format)) return true;
    say_refused(command, writes, wanted == FORMAT_AUTO ? path : NULL, *format, asked.foreign);
    return false;
}
