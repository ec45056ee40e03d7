/* Paths: "heapSpace.committedSize" as the fields that lead from a type to a value.
 *
 *   objectClass.name of jdk.ObjectAllocationSample
 *       objectClass  key of a java.lang.Class
 *       name         key of a jdk.types.Symbol      <- named: what the path says
 *       string       java.lang.String               <- a struct of one field is that field
 *
 * With a dot behind it ("objectClass.name.") the path ends where it says, whatever lies there.
 */
#pragma once

#include "parser/jfr.h"

#include <stddef.h>

#define PATH_MAX_FIELDS 16 /* HotSpot's longest has 5 */

struct path {
    const struct jfr_field *fields[PATH_MAX_FIELDS];
    unsigned len;
    unsigned
        named; /* fields that the path names; those behind are what structs of one field hold */
};

/* text: paths with '|' between them, of which the first that the type has is taken; NULL: none.
 * False: it has none of them, and path is empty. */
bool path_find(const struct jfr_type *type, const char *text, struct path *path);
