#define CMD_CLI_CJSON_ITSELF
#include "cmd/cli/cjson.h"
#include "base/mem.h"
#include "base/platform.h"
#include "base/posix.h"

struct cjson cjson;

static bool loaded;
static struct text missing;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    static const struct library_function functions[] = {CJSON_FUNCTIONS(LIBRARY_FUNCTION_BUNDLED)};
    cJSON_Hooks hooks = {.malloc_fn = mem_alloc, .free_fn = free};
    loaded = library_load(PLATFORM_LIBRARY("cjson", "1"), "libcjson1", functions,
                          sizeof functions / sizeof *functions, &cjson, &missing);
    if (loaded) cjson.cJSON_InitHooks(&hooks);
}

bool cjson_load(const char **why) {
    pthread_once(&once, load);
    if (why) *why = loaded ? NULL : text_str(&missing);
    return loaded;
}
