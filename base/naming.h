/* Names of files that are made from patterns: which process, when, where.
 *
 *   %p the process's number    %t the time, as 20260131-235959    %h the host's name
 *   %{NAME} what the environment says of NAME, or nothing          %% a percent sign
 *
 * Anything else behind a percent sign stays as it is.
 */
#pragma once

#include "base/text.h"

/* The name, malloc'ed. pid: what %p becomes; %t is now, by the clock of the time zone. */
char *naming_expand(const char *pattern, long pid);
/* Whether the pattern makes another name each second. */
bool naming_has_time(const char *pattern);
