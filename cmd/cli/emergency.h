/* Ends that no command decides on: memory that cannot be had, a recording that becomes shorter
 * while it is read. Each says a sentence, leaves no temporary file, and exits with EXIT_USAGE.
 */
#pragma once

/* From now on. */
void emergency_prepare(void);
