/* What a HotSpot JVM says of itself in /tmp/hsperfdata_USER/PID, a file it maps and keeps up to
 * date (base/hsperf.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct perfdata {
    char *command;      /* main class or jar and its arguments; "" if the JVM has none yet */
    char *version;      /* "17.0.15", or NULL */
    char *vm_name;      /* or NULL */
    char *capabilities; /* '1' or '0' each; the first: can be attached to. NULL: not said */
};

/* From the bytes of such a file, which may be anything. False: it is none. Texts are malloc'ed. */
bool perfdata_parse(const void *bytes, size_t size, struct perfdata *out);
bool perfdata_read(const char *path, struct perfdata *out);
void perfdata_free(struct perfdata *data);
