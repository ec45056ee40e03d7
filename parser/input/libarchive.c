#include "parser/input/libarchive.h"

#ifdef JFR_STATIC /* all libraries are inside */

const struct libarchive *libarchive(const char **why) {
#define LINKED(name) .name = name,
    static const struct libarchive functions = {LIBARCHIVE_FUNCTIONS(LINKED)};
#undef LINKED
    if (why) *why = NULL;
    return &functions;
}

#else

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#define SONAME "libarchive.so.13" /* since version 3.0 of 2011 */

static struct libarchive functions;
static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen(SONAME, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        failure = SONAME " (package libarchive13) is not installed";
        return;
    }
    void *found;
#define LOAD(name)                                        \
    found = dlsym(library, #name);                        \
    if (found == NULL) failure = SONAME " has no " #name; \
    memcpy(&functions.name, &found, sizeof found);
    LIBARCHIVE_FUNCTIONS(LOAD)
#undef LOAD
}

const struct libarchive *libarchive(const char **why) {
    pthread_once(&once, load);
    if (why) *why = failure;
    return failure ? NULL : &functions;
}

#endif
