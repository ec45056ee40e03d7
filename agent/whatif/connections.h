/* TCP connections with other programs, and whose turn it is at each: theirs as soon as something
 * was sent to them, this process's as soon as something came (TCP_INFO counts both). By one thread.
 */
#pragma once

#include "agent/whatif/descriptors.h"
#include "agent/whatif/outside.h"

#define CONNECTIONS_MOST DESCRIPTORS_MOST
#define CONNECTIONS_LOOKS 64     /* each 1 us; of more it is one after the other's turn */
#define CONNECTIONS_AGE 80000000 /* ns: those that nobody follows again are left out */

/* That descriptor is looked at from now on, also if another connection comes to have it. False: it
 * is none, there are too many, or this kernel (before 4.19) does not count what is sent. */
bool connections_follow(int descriptor);
/* A look at them, see outside.h. */
void connections_look(struct outside *outside, struct debts *debts, const struct debts_look *look);
/* Nobody owes anything. */
void connections_join(struct outside *outside, struct debts *debts);
void connections_forget(void);
