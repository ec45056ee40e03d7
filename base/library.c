#include "base/library.h"

#ifndef JFR_STATIC
#include <dlfcn.h>
#endif
#include <string.h>

bool library_load(const char *soname, const char *package, const struct library_function *functions,
                  size_t count, void *table, struct text *missing) {
#ifdef JFR_STATIC
    (void)soname, (void)package, (void)missing;
#else
    void *library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        text_addf(missing, "%s (package %s) is not installed", soname, package);
        return false;
    }
#endif
    for (size_t i = 0; i < count; i++) {
#ifdef JFR_STATIC
        void (*found)(void) = functions[i].linked;
#else
        void *found = dlsym(library, functions[i].name);
        if (!found) {
            text_addf(missing, "%s has no %s", soname, functions[i].name);
            return false;
        }
#endif
        memcpy((char *)table + i * sizeof found, &found, sizeof found);
    }
    return true;
}
