/* engine=whatif: what would it bring if a method were faster? Windows of virtual speed-ups,
 * shuffled with such that are left alone; each is an event. analyzers/whatif makes answers of them.
 */
#pragma once

#include "agent/sampling/engine.h"

extern const struct engine engine_whatif;
