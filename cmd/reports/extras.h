/* Extras: parts of reports that are more than groups of events, each a view (cmd/read/view.h). */
#pragma once

#include "cmd/read/view.h"

/* All of account. */
extern const struct view_kind extra_account;
/* locks: what threads that had a monitor did while others waited for it. */
extern const struct view_kind extra_owners;
/* exceptions: how many the JVM counted each second, recorded or not. */
extern const struct view_kind extra_thrown;
/* classes: those of one kind together. */
extern const struct view_kind extra_loaders;
/* All of gc, of leaks; of safepoints what joins two events. */
extern const struct view_kind extra_gc, extra_leaks, extra_safepoints;
