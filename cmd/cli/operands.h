/* What an operand can be: a recording, or a word such as a method or an event type. */
#pragma once

#include "base/text.h"

/* Is there such a file or folder? "-" is standard input. */
bool operand_is_input(const char *operand);
/* Is there none, and can no file be meant, as the name says: no folder in it, no ending of a
 * recording? */
bool operand_is_word(const char *operand);

/* What titles call it: "rec.jfr", "standard input". */
const char *operand_name(const char *operand);

/* The first that gives its bytes once, as people call it: "standard input (-)", the path of a pipe.
 * NULL: there is none; what is not there is said where it is read. */
const char *operands_stream(const struct text_list *operands);
/* False: one is such, which was said. what needs to read twice: "a report", "--window". */
bool operands_can_be_read_twice(const struct text_list *operands, const char *what);
