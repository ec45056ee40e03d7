#include "parser/input/libarchive.h"

#include "base/platform.h"
#include "base/posix.h"

#define SONAME PLATFORM_LIBRARY("archive", "13") /* since version 3.0 of 2011 */

static struct libarchive table;
static bool loaded;
static struct text missing;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    static const struct library_function functions[] = {
        LIBARCHIVE_FUNCTIONS(LIBRARY_FUNCTION_ARCHIVE)};
    loaded = library_load(SONAME, "libarchive13", functions, sizeof functions / sizeof *functions,
                          &table, &missing);
}

const struct libarchive *libarchive(const char **why) {
    pthread_once(&once, load);
    if (why) *why = loaded ? NULL : text_str(&missing);
    return loaded ? &table : NULL;
}
