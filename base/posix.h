/* The part of POSIX of 2008 that sources may use: files, folders, threads, pipes and who waits for
 * them. All systems have it; what Windows has not stands in base/platform/windows.c. No other
 * source outside of base/platform/, the agent and what talks to a JVM includes a header of a
 * system; what systems do differently stands in base/platform.h.
 */
#pragma once

#ifdef _WIN32 /* whose <io.h> has the name for its own */
#define tell windows_tell
#endif
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#undef tell

#ifdef _WIN32 /* each source has base/platform/windows.h before all else (packaging/windows.sh) */
#define mkdir(path, mode) mkdir(path)
#else
#include <fnmatch.h>
#include <poll.h>
#endif
