#include "cmd/attach/show.h"

#include "base/mem.h"
#include "base/naming.h"
#include "base/text.h"
#include "cmd/cli/command.h"
#include "cmd/cli/message.h"
#include "cmd/write/endings.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *show_command_for(const char *path) {
    const struct ending *ending = ending_of(path, ENDING_MAKER);
    return ending ? ending->maker : NULL;
}

char *show_recording_path(const char *path, long pid) {
    struct text out = {0};
    const char *slash = strrchr(path, '/');
    char *name = naming_expand("jfrtool-%p-%t.jfr", pid);
    text_add_bytes(&out, path, slash ? (size_t)(slash + 1 - path) : 0);
    text_add(&out, name);
    free(name);
    return text_take(&out);
}

int show_recording(const char *recording, const char *path, bool quiet, bool no_progress) {
    const char *name = show_command_for(path);
    char *arguments[] = {mem_copy_text("--output"),
                         mem_copy_text(path),
                         mem_copy_text("--"),
                         mem_copy_text(recording),
                         NULL,
                         NULL,
                         NULL};
    char *given[6];
    int count = 0;
    if (quiet) given[count++] = arguments[4] = mem_copy_text("--quiet");
    if (no_progress) given[count++] = arguments[5] = mem_copy_text("--no-progress");
    for (size_t i = 0; i < 4; i++) given[count++] = arguments[i];
    int code = command_run(command_find(name), count, given);
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) free(arguments[i]);
    if (code != EXIT_OK) {
        message_note("the recording stays in %s, for jfrtool %s", recording, name);
        return code;
    }
    unlink(recording);
    message_note(
        "wrote %s, as jfrtool %s does; the recording is not kept: only a name that ends in "
        ".jfr keeps it",
        path, name);
    return EXIT_OK;
}
