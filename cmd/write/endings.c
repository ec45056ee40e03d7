#include "cmd/write/endings.h"

#include <string.h>
#include <strings.h>

#define GZ ".gz"

/* Of endings with the same use the usual one comes first. */
static const struct ending endings[] = {
    {".txt", FORMAT_TEXT, NULL, "hot-methods", false},
    {".json", FORMAT_JSON, NULL, "hot-methods", false},
    {".csv", FORMAT_CSV, "csv", "hot-methods", false},
    {".md", FORMAT_MARKDOWN, NULL, "hot-methods", false},
    {".html", FORMAT_HTML, NULL, "method-profiling", false},
    {".svg", FORMAT_SVG, "svg", "flame", false},
    {".pb", FORMAT_PPROF, "pprof", "profile", true},
    {".pprof", FORMAT_PPROF, "pprof", "profile", true},
    {".xml", FORMAT_XML, NULL, NULL, false},
    {".ndjson", FORMAT_NDJSON, "ndjson", NULL, false},
    {".jsonl", FORMAT_NDJSON, "ndjson", NULL, false},
    {".jfr", FORMAT_JFR, NULL, NULL, false},
    {".collapsed", FORMAT_AUTO, "collapsed", "collapsed", false},
    {".folded", FORMAT_AUTO, "collapsed", "collapsed", false},
    {".firefox.json", FORMAT_AUTO, "firefox", "export", true},
    {".firefox", FORMAT_AUTO, "firefox", "export", true},
    {".speedscope.json", FORMAT_AUTO, "speedscope", "export", true},
    {".speedscope", FORMAT_AUTO, "speedscope", "export", true},
    {".trace.json", FORMAT_AUTO, "chrome", "export", true},
    {".perfetto.json", FORMAT_AUTO, "chrome", "export", true},
    {".om", FORMAT_AUTO, "openmetrics", "export", true},
    {".openmetrics", FORMAT_AUTO, "openmetrics", "export", true},
    {".otlp", FORMAT_AUTO, "otlp", "export", true},
    /* By which a picture, a table or a packed file is expected that nothing here writes. */
    {".png", FORMAT_AUTO, NULL, NULL, false},
    {".jpg", FORMAT_AUTO, NULL, NULL, false},
    {".jpeg", FORMAT_AUTO, NULL, NULL, false},
    {".gif", FORMAT_AUTO, NULL, NULL, false},
    {".pdf", FORMAT_AUTO, NULL, NULL, false},
    {".xlsx", FORMAT_AUTO, NULL, NULL, false},
    {".zip", FORMAT_AUTO, NULL, NULL, false},
    {GZ, FORMAT_AUTO, NULL, NULL, false},
    {".yaml", FORMAT_AUTO, NULL, NULL, false},
    {".yml", FORMAT_AUTO, NULL, NULL, false},
    {".tsv", FORMAT_AUTO, NULL, NULL, false},
    {".parquet", FORMAT_AUTO, NULL, NULL, false},
    {".htm", FORMAT_AUTO, NULL, NULL, false},
};
#define ENDINGS (sizeof endings / sizeof *endings)

static bool ends_with(const char *path, size_t len, const char *ending) {
    size_t end = strlen(ending);
    return len > end && strncasecmp(path + len - end, ending, end) == 0;
}

static bool has_use(const struct ending *ending, enum ending_use use) {
    return use == ENDING_ANY || (use == ENDING_TARGET ? ending->target : ending->maker);
}

const struct ending *ending_of(const char *path, enum ending_use use) {
    const struct ending *found = NULL;
    size_t len = path ? strlen(path) : 0, longest = 0;
    bool gz = ends_with(path, len, GZ);
    for (size_t i = 0; i < ENDINGS; i++) {
        const struct ending *row = &endings[i];
        /* Export says itself what it does not pack. */
        bool may_be_packed = gz && (row->packed || use == ENDING_TARGET);
        bool fits = ends_with(path, len, row->ending) ||
                    (may_be_packed && ends_with(path, len - strlen(GZ), row->ending));
        size_t length = strlen(row->ending) + (may_be_packed ? strlen(GZ) : 0);
        if (!fits || !has_use(row, use) || length <= longest) continue;
        found = row;
        longest = length;
    }
    return found;
}

const struct ending *ending_of_report(enum format report) {
    for (size_t i = 0; i < ENDINGS; i++)
        if (endings[i].report == report) return &endings[i];
    return NULL;
}

const struct ending *ending_of_target(const char *target) {
    for (size_t i = 0; i < ENDINGS; i++)
        if (endings[i].target && strcmp(endings[i].target, target) == 0) return &endings[i];
    return NULL;
}

const struct ending *ending_at(size_t number) {
    return number < ENDINGS ? &endings[number] : NULL;
}
