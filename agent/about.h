/* What a recording is about: JVM, system properties, settings; and what it says while it goes on.
 */
#pragma once

#include "agent/ground/options.h"
#include "agent/recording/recording.h"
#include "base/text.h"

/* late: code may be compiled already that has debug information at safepoints only, as the agent
 * came to a running JVM, which was not told to keep more (-XX:+DebugNonSafepoints). */
void about_write(struct recording *recording, const struct agent_options *options, bool late);
/* For option status: lines of a name and a number or text, in the words of ground/protocol.h. */
void about_report(struct text *out, struct recording *recording,
                  const struct agent_options *options);
