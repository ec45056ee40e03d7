/* When a recording is over: its duration is, whoever started it is gone, or the signal is lost.
 * Started and stopped while nothing is sampled; asked by the sampler. */
#pragma once

#include "agent/ground/options.h"

/* Options stay until watch_stop. Their lock_file is locked as long as whoever started it is there;
 * NULL: nobody need be. */
void watch_start(const struct agent_options *wanted);
/* Looks at the lock and the signal once a second. */
bool watch_is_over(int64_t now);
void watch_stop(void);
/* Whether the handler of that signal, which anybody in the process can replace, is ours. */
bool watch_signal_is_ours(int signo);
