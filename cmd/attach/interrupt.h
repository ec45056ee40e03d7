/* Signals by which a user, or the end of the terminal, ends a command that goes on in a JVM: they
 * are noted, so that what was started there is ended in order. */
#pragma once

/* For SIGINT, SIGTERM and, unless it is ignored (nohup), SIGHUP. */
void interrupt_catch(void);
/* Not 0: the first has come, which ends the work. */
int interrupt_seen(void);
extern const volatile int *const interrupt_first;  /* the same, for struct attach_options */
extern const volatile int *const interrupt_second; /* the second: nothing more is waited for */
