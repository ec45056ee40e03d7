/* What systems of POSIX share with what talks to a JVM there and with each other. */
#pragma once

#include "base/platform.h"

#include <poll.h>
#include <signal.h>

/* poll() with these signals blocked meanwhile, as ppoll() of Linux. */
int platform_poll(struct pollfd *files, size_t len, const struct timespec *time,
                  const sigset_t *mask);

/* The path of the file that is mapped at the address, in room of so many bytes; NULL: none is, or
 * nobody says. Safe in a handler of signals. */
enum { POSIX_MAPPED_MAX = 4400 };
/* The file that is mapped at an address, in room; NULL: none, or it is not known. */
char *posix_mapped_at(uintptr_t address, char room[POSIX_MAPPED_MAX]);
