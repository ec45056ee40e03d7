/* Which method is meant: rows of a profile whose name is what somebody typed, or part of it.
 *
 *   getNode                        the end of a name, from a dot or $ on
 *   HashMap.getNode                likewise
 *   java.util.HashMap.getNode      a whole name: all overloads
 *   HashMap.put(Object, Object)    one of them
 *   HashMap::put, HashMap#put      as Java and IDEs write it
 *   Map.get                        else: any part
 *   ^app\..*Cache                  else: a regular expression (PCRE2), searched
 *
 * The first of these that fits any row decides.
 */
#pragma once

#include "analyzers/profile/profile.h"
#include "parser/jfr.h"

struct found_name {       /* rows that are shown under one name: overloads, lines, frame types */
    char *name;           /* without parameters and line */
    uint64_t self, total; /* of the largest of its rows: rows may lie on one stack together */
};

struct found_methods {
    bool *chosen;                   /* of each row of profile->frames: is it meant? */
    ARRAY(struct found_name) names; /* different ones; by total, then name */
};

/* profile must have PROFILE_ROWS. Nothing found: names is empty, and error filled if wanted is no
 * regular expression either (code JFR_OK if it is one). */
void find_method(const struct profile *profile, const char *wanted, struct found_methods *out,
                 struct jfr_error *error);
void find_method_free(struct found_methods *found);
