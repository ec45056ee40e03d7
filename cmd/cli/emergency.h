/* Ends that no command decides on: memory that cannot be had, a recording that becomes shorter
 * while it is read. Each says a sentence, leaves no temporary file, and exits with EXIT_USAGE.
 */
#ifndef CMD_CLI_EMERGENCY_H
#define CMD_CLI_EMERGENCY_H

/* From now on. */
void emergency_prepare(void);

#endif
