/* Loaded into a JVM as an agent: takes the signals of faults, as profilers do, and gives on what is
 * not its own, which is everything. */
#include <signal.h>
#include <stddef.h>

static struct sigaction before[2];

static void give_on(int signo, siginfo_t *info, void *context) {
    before[signo == SIGBUS].sa_sigaction(signo, info, context);
}

__attribute__((visibility("default"))) int Agent_OnAttach(void *vm, char *options, void *reserved) {
    const int signals[] = {SIGSEGV, SIGBUS};
    for (int i = 0; i < 2; i++) {
        sigaction(signals[i], NULL, &before[i]);
        struct sigaction action = before[i];
        action.sa_sigaction = give_on;
        sigaction(signals[i], &action, NULL);
    }
    return vm == NULL && options == reserved;
}
