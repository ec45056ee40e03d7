/* What a recording looks like that was transferred or converted as text, which spoils it: looked
 * for only where it is damaged, to say why.
 *
 *   0D 0A -> 0A            git's autocrlf, FTP in ASCII mode     no 0D 0A is left, bytes are
 * missing 0A -> 0D 0A            the same, the other way               no 0A without 0D, bytes too
 * many 80 -> EF BF BD         read as UTF-8, written again          all of it is UTF-8 80 -> C2 80
 * read as Latin-1, written as UTF-8     all of it is UTF-8 46 -> 46 00            written as UTF-16
 */
#pragma once

#include <stdint.h>

/* What every sentence begins with. */
#define AS_TEXT "it was transferred or converted as text: "

/* The sentence that says what was done to it, or NULL: nothing of the kind is seen. missing: how
 * many bytes its header says that there are more, negative: fewer; 0: it says nothing of use. */
const char *as_text_damage(const uint8_t *data, uint64_t size, int64_t missing);
