/* Rows of jdk.ActiveSetting: what was recorded, and how. */
#pragma once

#include "analyzers/facts/settings_wishes.h"

struct facts;
/* Behind settings of async-profiler (analyzers/walk/sampler.h) come periods of the event types, as
 * the JVM says them: who wants to know a period looks for that name alone. */
void settings_derive(struct facts *facts);
