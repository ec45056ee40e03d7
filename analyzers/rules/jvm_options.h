/* What became of the JVM's options: since when each is deprecated, ignored and gone. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct jvm_option_fate { /* major versions; 0: it is not */
    int deprecated, obsolete, removed;
};

/* Of "UseConcMarkSweepGC" as in -XX:+UseConcMarkSweepGC, or what follows -X. NULL: nothing is known
 * against it. len: of the name. */
const struct jvm_option_fate *jvm_option_xx(const char *name, size_t len);
const struct jvm_option_fate *jvm_option_x(const char *text);
/* The next word of the arguments, which have no quotes; false: there are no more. */
bool jvm_option_next(const char **at, const char **word, size_t *len);
