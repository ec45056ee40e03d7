/* Who may read what is made of recordings: nobody who may not read all of them.
 *
 *   a.jfr 0640, b.jfr 0600  ->  0600: the strictest of them, for group and others
 *   folder/                 ->  the same of the files in it
 *
 * Owners keep reading and writing. Pipes, devices and what is not there restrict nothing.
 */
#pragma once

#include "base/text.h"
#include "base/posix.h"

/* What the files of these paths, "-" for standard input, allow at most. */
mode_t rights_of(const struct text_list *paths);
