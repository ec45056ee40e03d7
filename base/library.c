#include "base/library.h"

#include "base/platform.h"

#include <string.h>

static void put(void *table, size_t i, const void *address) {
    memcpy((char *)table + i * sizeof(void *), address, sizeof(void *));
}

#ifdef JFR_STATIC

/* All functions are linked. */
static bool open_library(const char *soname, const char *package,
                         const struct library_function *functions, size_t count, void *table,
                         struct text *missing) {
    (void)functions, (void)count, (void)table;
    text_addf(missing, "%s (package %s) is not inside", soname, package);
    return false;
}

#else

static bool open_library(const char *soname, const char *package,
                         const struct library_function *functions, size_t count, void *table,
                         struct text *missing) {
    void *library = platform_library(soname);
    if (!library) {
        text_addf(missing, "%s (package %s) %s", soname, package, PLATFORM_LIBRARY_MISSING);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        void *found = platform_function(library, functions[i].name);
        if (!found) {
            text_addf(missing, "%s has no %s", soname, functions[i].name);
            return false;
        }
        put(table, i, &found);
    }
    return true;
}

#endif

bool library_load(const char *soname, const char *package, const struct library_function *functions,
                  size_t count, void *table, struct text *missing) {
    if (!functions[0].linked)
        return open_library(soname, package, functions, count, table, missing);
    for (size_t i = 0; i < count; i++) put(table, i, &functions[i].linked);
    return true;
}
