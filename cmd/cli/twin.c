#include "cmd/cli/twin.h"

#include "base/platform.h"
#include "base/posix.h"

static int wanted = -1; /* where JSON goes */
static intptr_t copy;   /* of this process */

void twin_want(int fd) {
    wanted = fd;
}

bool twin_split(void) {
    if (wanted < 0) return false;
    copy = platform_copy(wanted);
    close(wanted);
    wanted = -1;
    return copy < 0;
}

void twin_end(void) {
    int signal;
    if (copy > 0) platform_wait(copy, &signal);
}
