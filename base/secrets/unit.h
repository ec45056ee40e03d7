/* Units of a text that may be written in another: "\"" within JSON, "%22" in an address, "&quot;"
 * in XML are all the unit '"'; and in JSON within JSON, "\\\"" is, too.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct unit {
    char c;      /* what it stands for */
    size_t size; /* bytes that it takes: 0 at the end of the text */
};

/* What stands at s; of size 0 at the end. */
struct unit unit_at(const char *s, size_t len);
/* The same but for a byte that begins none of those: no letter, no digit. */
static inline bool unit_is_plain(char c) {
    return c != '\\' && c != '%' && c != '&';
}
