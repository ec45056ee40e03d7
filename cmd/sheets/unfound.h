/* What there are no findings about, as the overview says it last: what was judged, what could be
 * judged in part only, and what was not recorded.
 *
 *   No findings about: GC, exceptions, safepoints, memory, lost data.
 *   Judged by long waits only: locks (20 ms or longer), as 51 % of the threads' time is [...]
 *   Nothing recorded: allocation.
 */
#pragma once

#include "analyzers/account/account.h"
#include "analyzers/rules/rule.h"
#include "cmd/read/reading.h"

/* account: of the same reading; one without threads tells nothing. */
void unfound_add(const struct findings *findings, const struct rule_input *input,
                 const struct account *account, const struct reading *reading, struct text *out);
