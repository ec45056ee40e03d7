#include "cmd/ci/source.h"

#include "base/folder.h"

#include <string.h>

static const char *const folders[] = {"",
                                      "src/main/java/",
                                      "src/main/kotlin/",
                                      "src/main/scala/",
                                      "src/main/groovy/",
                                      "src/",
                                      "src/test/java/",
                                      "java/",
                                      "src/main/",
                                      "app/",
                                      NULL};
static const char *const endings[] = {".java", ".kt", ".scala", ".groovy", NULL};

/* com.acme.App$Inner -> com/acme/App. False: no name of a class (nothing that could leave root). */
static bool add_stem(const char *class_name, struct text *out) {
    size_t before = out->len;
    for (const char *s = class_name; *s && *s != '$' && *s != '['; s++) {
        if (*s == '/' || (*s == '.' && s[1] == '.')) return false;
        text_add_char(out, *s == '.' ? '/' : *s);
    }
    return out->len > before && out->data[before] != '/';
}

void source_guess(const char *class_name, struct text *path) {
    OWNED(text_free) struct text stem = {0};
    text_add(path, add_stem(class_name, &stem) ? text_str(&stem) : "unknown");
    text_add(path, ".java");
}

/* prefix: root, with what of it is shown from shown_from on. */
static bool find_below(const char *prefix, size_t shown_from, const char *stem, struct text *path) {
    OWNED(text_free) struct text full = {0};
    bool found = false;
    for (const char *const *folder = folders; *folder && !found; folder++)
        for (const char *const *ending = endings; *ending && !found; ending++) {
            text_clear(&full);
            text_addf(&full, "%s%s%s%s", prefix, *folder, stem, *ending);
            found = file_is(full.data);
        }
    if (found) text_add(path, full.data + shown_from);
    return found;
}

/* Folders of the root, by name, so that the same tree gives the same answer. */
static bool find_in_modules(const char *root, size_t shown_from, const char *stem,
                            struct text *path) {
    OWNED(folder_names_free) folder_names names = {0};
    bool found = false;
    folder_take(opendir(root), NULL, &names);
    for (size_t i = 0; i < names.len; i++) {
        OWNED(text_free) struct text prefix = {0};
        text_addf(&prefix, "%s%s/", root, names.items[i]);
        found = found || find_below(prefix.data, shown_from, stem, path);
    }
    return found;
}

bool source_find(const char *root, const char *class_name, struct text *path) {
    OWNED(text_free) struct text prefix = {0}, stem = {0};
    char here[4096];
    bool found = false;
    if (*root) text_addf(&prefix, "%s%s", root, root[strlen(root) - 1] == '/' ? "" : "/");
    else text_add(&prefix, "./");
    size_t shown_from = 0, len;
    if (strncmp(text_str(&prefix), "./", 2) == 0) {
        shown_from = 2;
    } else if (*root == '/') {
        shown_from = prefix.len;
        if (getcwd(here, sizeof here) && (len = strlen(here)) && prefix.len > len &&
            memcmp(prefix.data, here, len) == 0 && prefix.data[len] == '/')
            shown_from = len + 1;
    }
    if (add_stem(class_name, &stem))
        found = find_below(text_str(&prefix), shown_from, text_str(&stem), path) ||
                find_in_modules(text_str(&prefix), shown_from, text_str(&stem), path);
    return found;
}
