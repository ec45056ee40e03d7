/* What an operand can be: a recording, or a word such as a method or an event type. */
#pragma once

#include <stdbool.h>

/* Is there such a file or folder? "-" is standard input. */
bool operand_is_input(const char *operand);
/* Is there none, and can no file be meant, as the name says: no folder in it, no ending of a
 * recording? */
bool operand_is_word(const char *operand);
