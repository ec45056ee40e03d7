/* Pictures of whatever was read: for inputs that nobody has looked at. */
#pragma once

#include "tests/support/reading.h"

/* Makes and writes timeline, heat map and threads of the samples (PROFILE_SAMPLES, with facts) in
 * every format. Ends the program if one of them holds more or fewer samples than there are. */
void pictures_check(struct reading *reading, const struct asked *options);
