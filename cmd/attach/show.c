#include "cmd/attach/show.h"

#include "base/mem.h"
#include "base/naming.h"
#include "base/text.h"
#include "cmd/cli/child.h"
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
    char *given[7];
    int count = 0;
    given[count++] = mem_copy_text(name);
    if (quiet) given[count++] = mem_copy_text("--quiet");
    if (no_progress) given[count++] = mem_copy_text("--no-progress");
    given[count++] = mem_copy_text("--output");
    given[count++] = mem_copy_text(path);
    given[count++] = mem_copy_text("--");
    given[count++] = mem_copy_text(recording);
    int code = child_here(count, given);
    while (count) free(given[--count]);
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
