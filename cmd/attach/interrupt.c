#include "cmd/attach/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile int first, second;
const volatile int *const interrupt_first = &first;
const volatile int *const interrupt_second = &second;

static void on_signal(int number) {
    (void)number;
    if (first) second = 1;
    first = 1;
}

int interrupt_seen(void) {
    return first;
}

void interrupt_catch(void) {
    struct sigaction action = {.sa_handler = on_signal}, hangup;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
}
