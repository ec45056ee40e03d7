/* What a recording that goes on has to say of itself: for option status. */
#pragma once

#include "agent/ground/options.h"
#include "agent/recording/recording.h"
#include "base/text.h"

/* Lines of a name and a number or text, in the words of ground/protocol.h. */
void report_add(struct text *out, struct recording *recording, const struct agent_options *options);
