#include "cmd/mcp/allowed.h"

#include "base/array.h"
#include "base/few.h"
#include "base/fill.h"
#include "base/safe.h"

#include <errno.h>
#include <string.h>

bool allowed_open(struct allowed *allowed, const struct text_list *operands, struct text *error) {
    *allowed = (struct allowed){.given = *operands};
    for (size_t i = 0; i < operands->len; i++) {
        char *path = realpath(operands->items[i], NULL);
        if (!path) {
            text_addf(error, "%s cannot be served: %s", operands->items[i], strerror(errno));
            return false;
        }
        array_push(&allowed->paths, path);
    }
    return true;
}

void allowed_close(struct allowed *allowed) {
    for (size_t i = 0; i < allowed->paths.len; i++)
        free((void *)(uintptr_t)allowed->paths.items[i]);
    array_free(&allowed->paths);
}

static bool is_below(const char *path, const char *folder) {
    size_t len = strlen(folder);
    if (strncmp(path, folder, len) != 0) return false;
    return path[len] == 0 || path[len] == '/' || (len > 0 && folder[len - 1] == '/');
}

static bool may_be_read(const struct allowed *allowed, const char *path) {
    if (allowed->any) return true;
    return some_of(i, allowed->paths.len, is_below(path, allowed->paths.items[i]));
}

/* A file of a folder, or what was given by its last part. */
static char *find_within(const struct allowed *allowed, const char *name) {
    char *found = NULL;
    for (size_t i = 0; i < allowed->paths.len && !found; i++) {
        if (strcmp(text_file_name(allowed->paths.items[i]), name) == 0)
            found = mem_copy_text(allowed->paths.items[i]);
        if (found || name[0] == '/') continue;
        OWNED(text_free) struct text path = {0};
        text_addf(&path, "%s/%s", allowed->paths.items[i], name);
        found = realpath(text_str(&path), NULL);
    }
    return found;
}

char *allowed_find(const struct allowed *allowed, const char *name, struct text *error) {
    if (!name && allowed->paths.len == 1) return mem_copy_text(allowed->paths.items[0]);
    char *path = name ? realpath(name, NULL) : NULL;
    if (name && *name && (!path || !may_be_read(allowed, path))) {
        free(path);
        path = find_within(allowed, name);
    }
    if (path && may_be_read(allowed, path)) return path;
    free(path);
    if (!name) text_add(error, "the argument recording is missing");
    else
        text_fill(error, safe_add_name, "the recording %s is not %s", name,
                  allowed->any ? "there" : "served");
    if (!allowed->given.len) return NULL;
    text_add(error, "; there are: ");
    allowed_add_names(allowed, 20, error);
    return NULL;
}

void allowed_add_names(const struct allowed *allowed, size_t most, struct text *out) {
    struct few few = {out, most, 0};
    for (size_t i = 0; i < allowed->given.len; i++)
        if (few_takes(&few)) safe_add_name(out, allowed->given.items[i]);
    few_end(&few);
}
