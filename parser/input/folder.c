#include "parser/input/folder.h"
#include "base/folder.h"

#include <string.h>

#define DEPTH_MAX 8

static char *joined_path(const char *path, const char *name) {
    size_t len = strlen(path), more = strlen(name) + 1;
    bool slash = len > 0 && path[len - 1] != '/';
    char *whole = mem_alloc(len + slash + more);
    memcpy(whole, path, len);
    if (slash) whole[len] = '/';
    memcpy(whole + len + slash, name, more);
    return whole;
}

static uint64_t list_below(places *list, const char *path, size_t folder, int depth) {
    OWNED(folder_names_free) folder_names found = {0};
    uint64_t too_deep = 0;
    int failure = folder_take(opendir(path), NULL, &found);
    if (failure != 0)
        array_push(list, (struct place){
                             .path = mem_copy_text(path), .failure = failure, .folder = folder});
    for (size_t i = 0; i < found.len; i++) {
        char *whole = joined_path(path, found.items[i]);
        struct stat link, file;
        bool there = lstat(whole, &link) == 0 && stat(whole, &file) == 0;
        if (there && S_ISREG(file.st_mode)) {
            array_push(list, (struct place){
                                 .path = whole, .size = (uint64_t)file.st_size, .folder = folder});
            continue; /* the list has the path now */
        }
        if (there && S_ISDIR(link.st_mode)) {
            if (depth < DEPTH_MAX) too_deep += list_below(list, whole, folder, depth + 1);
            else too_deep++;
        }
        free(whole);
    }
    return too_deep;
}

uint64_t folder_list(places *list, const char *path, size_t folder) {
    return list_below(list, path, folder, 0);
}
