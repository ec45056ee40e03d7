#include "cmd/write/format.h"

#include "cmd/cli/message.h"

#include <string.h>

static const struct {
    const char *name, *title, *ending;
} formats[] = {
    [FORMAT_TEXT] = {"text", "text", ".txt"},
    [FORMAT_JSON] = {"json", "JSON", ".json"},
    [FORMAT_CSV] = {"csv", "CSV", ".csv"},
    [FORMAT_MARKDOWN] = {"md", "Markdown", ".md"},
    [FORMAT_HTML] = {"html", "HTML", ".html"},
    [FORMAT_SVG] = {"svg", "SVG", ".svg"},
    [FORMAT_PPROF] = {"pprof", "profiles", ".pb.gz"},
    [FORMAT_XML] = {"xml", "XML", ".xml"},
    [FORMAT_NDJSON] = {"ndjson", "NDJSON", ".ndjson"},
    [FORMAT_JFR] = {"jfr", "recordings", ".jfr"},
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

static enum format of_name(const char *path) {
    size_t len = path ? strlen(path) : 0;
    for (size_t f = FORMAT_TEXT; f < FORMATS; f++) {
        size_t end = strlen(formats[f].ending);
        if (f == FORMAT_JFR) continue; /* a pipe may be called so, and whatever reads it decides */
        if (len > end && strcasecmp(path + len - end, formats[f].ending) == 0)
            return (enum format)f;
    }
    if (len > 3 && strcasecmp(path + len - 3, ".pb") == 0) return FORMAT_PPROF; /* not packed */
    return FORMAT_AUTO;
}

/* Endings by which a picture, a table or a packed file is expected that nothing here writes. What
 * else is behind a dot may be a part of a name: rec.2026-11-22. */
static const char *foreign_ending(const char *path) {
    static const char *const endings[] = {".png",  ".jpg",     ".jpeg",  ".gif",  ".pdf",
                                          ".xlsx", ".zip",     ".gz",    ".yaml", ".yml",
                                          ".tsv",  ".parquet", ".pprof", ".htm"};
    size_t len = path ? strlen(path) : 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t end = strlen(endings[i]);
        if (len > end && strcasecmp(path + len - end, endings[i]) == 0) return path + len - end;
    }
    return NULL;
}

/* foreign: an ending that is no format's, or NULL. */
static void say_refused(const char *command, const char *writes, const char *path,
                        enum format format, const char *foreign) {
    struct text line = {0};
    text_addf(&line, "%s cannot write %s", command, foreign ? foreign : formats[format].title);
    if (path) text_addf(&line, ", which the name %s asks for", path);
    text_add(&line, "; it writes ");
    for (enum format f = next_of(&writes), next; f != FORMAT_AUTO; f = next) {
        next = next_of(&writes);
        text_addf(&line, "%s (%s)%s", formats[f].title, formats[f].ending,
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
    enum format named = wanted == FORMAT_AUTO ? of_name(path) : (enum format)wanted;
    *format = named == FORMAT_AUTO ? next_of(&list) : named;
    const char *foreign =
        wanted == FORMAT_AUTO && named == FORMAT_AUTO ? foreign_ending(path) : NULL;
    if (!foreign && is_among(writes, *format)) return true;
    say_refused(command, writes, wanted == FORMAT_AUTO ? path : NULL, *format, foreign);
    return false;
}
