#include "sql/sqlite.h"

#include "base/platform.h"
#include "base/posix.h"

#define SONAME PLATFORM_LIBRARY("sqlite3", "0")
#define TOO_OLD "SQLite is older than 3.38, of 2022"

struct sqlite_functions sqlite;

static bool loaded;
static struct text missing;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
#define WANTED(name) LIBRARY_FUNCTION_SQLITE(sqlite3_##name)
    static const struct library_function functions[] = {SQLITE_FUNCTIONS(WANTED)};
#undef WANTED
    loaded = library_load(SONAME, "libsqlite3-0", functions, sizeof functions / sizeof *functions,
                          &sqlite, &missing);
    if (loaded && sqlite.libversion_number() >= SQLITE_NEEDED) return;
    /* what an older one has not is missing as well */
    if (loaded || sqlite.libversion_number) {
        text_clear(&missing);
        text_add(&missing, TOO_OLD);
    }
    loaded = false;
}

bool sqlite_load(const char **why) {
    pthread_once(&once, load);
    *why = loaded ? NULL : text_str(&missing);
    return loaded;
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
