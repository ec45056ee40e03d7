/* Who uses the recording goes through the door; whoever closes it waits until nobody is inside. Not
 * in signal handlers. */
#pragma once

struct recording;

/* NULL: there is none (and door_leave must not be called). */
struct recording *door_enter(void);
void door_leave(void);
/* Opens the door to a recording. */
void door_open(struct recording *recording);
/* Closes the door, waits for those inside, and hands the recording back; NULL if there was none. */
struct recording *door_close(void);
