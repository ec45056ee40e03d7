#include "cmd/cli/emergency.h"

#include "base/platform.h"
#include "base/posix.h"
#include "cmd/cli/command.h"
#include "cmd/cli/message.h"
#include "cmd/cli/output.h"
#include "parser/jfr.h"

#include <string.h>

static void out_of_memory(size_t size) {
    message_error("out of memory: %zu bytes could not be allocated", size);
    output_abandon();
    _exit(EXIT_USAGE);
}

static void say(const char *words) {
    if (write(STDERR_FILENO, words, (unsigned)strlen(words)) < 0)
        return; /* there is nobody to tell */
}

/* Uses only what a handler of signals may use. */
static void lost(char *path) {
    output_abandon();
    if (!path) return;
    for (char *c = path; *c; c++)
        if (*c > 0 && (*c < ' ' || *c == 0x7F)) *c = '?';
    if (isatty(STDERR_FILENO)) say("\r\x1b[K"); /* the progress bar */
    say("jfrtool: ");
    say(path);
    say(" cannot be read to its end: it became shorter while it was read, or its disk fails; "
        "nothing more was written\n");
    _exit(EXIT_USAGE);
}

void emergency_prepare(void) {
    jfr_on_out_of_memory(out_of_memory);
    platform_on_lost(lost);
}
