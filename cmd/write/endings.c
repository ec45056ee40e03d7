#include "cmd/write/endings.h"

#include <string.h>
#include <strings.h>

#define GZ ".gz"

/* Of endings with the same use the usual one comes first. */
static const struct ending endings[] = {
    {".txt", NULL, "hot-methods", FORMAT_TEXT, false},
    {".json", NULL, "hot-methods", FORMAT_JSON, false},
#define ROWS_FORMAT(id, name, title, ending, target, rows, help) \
    {ending, target, "hot-methods", FORMAT_##id, false},
#define SHEET_FORMAT(...)
#include "cmd/write/formats.h"
#include "cmd/write/endings_table.h"
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
