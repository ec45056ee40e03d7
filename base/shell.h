/* Words of a command line that people copy into a shell: names of recordings and files may hold
 * anything, and what a terminal would act upon while it is pasted is not in the command as such.
 *
 *   rec.jfr        ->  rec.jfr
 *   a b's          ->  'a b'\''s'
 *   ^C, ESC, U+9B  ->  $'\x03', $'\x1b', $'\xc2\x9b'     in bash, zsh, ksh; nothing bad in others
 *
 * The page has the same in JavaScript (cmd/assets/page/top.js).
 */
#pragma once

#include "base/text.h"

/* One word that the shell takes for the text, whatever is in it. */
void shell_add_word(struct text *out, const char *word);
/* Likewise a file, which no command takes for an option: "./-x". */
void shell_add_path(struct text *out, const char *path);
/* All of them, each behind a blank. */
void shell_add_paths(struct text *out, const struct text_list *paths);
/* Likewise a regular expression that fits the name and nothing else. */
void shell_add_exactly(struct text *out, const char *name);
