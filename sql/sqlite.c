#include "sql/sqlite.h"

#ifndef JFR_STATIC
#include <dlfcn.h>
#endif
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#define SONAME "libsqlite3.so.0"
#define TOO_OLD "SQLite is older than 3.38, of 2022"

struct sqlite_functions sqlite;

static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#ifdef JFR_STATIC /* all libraries are inside */

static void load(void) {
#define LINKED(name) sqlite.name = sqlite3_##name;
    SQLITE_FUNCTIONS(LINKED)
#undef LINKED
    if (sqlite.libversion_number() < SQLITE_NEEDED) failure = TOO_OLD;
}

#else

static void load(void) {
    void *library = dlopen(SONAME, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        failure = SONAME " (package libsqlite3-0) is not installed";
        return;
    }
    void *found;
#define LOAD(name)                                                             \
    found = dlsym(library, "sqlite3_" #name);                                  \
    if (found == NULL) failure = SONAME " has no sqlite3_" #name "; " TOO_OLD; \
    memcpy(&sqlite.name, &found, sizeof found);
    SQLITE_FUNCTIONS(LOAD)
#undef LOAD
    if (!failure && sqlite.libversion_number() < SQLITE_NEEDED) failure = TOO_OLD;
}

#endif

bool sqlite_load(const char **why) {
    pthread_once(&once, load);
    *why = failure;
    return failure == NULL;
}

bool sqlite_take(const sqlite3_api_routines *routines, const char **why) {
    /* The table of an older SQLite is shorter. */
    *why = routines->libversion_number() < SQLITE_NEEDED ? TOO_OLD : NULL;
    if (*why) return false;
#define TAKE(name) sqlite.name = routines->name;
    SQLITE_FUNCTIONS(TAKE)
#undef TAKE
    return true;
}
