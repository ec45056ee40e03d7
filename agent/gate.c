#include "agent/agent.h"

#include <pthread.h>

static pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;
static struct recording *behind;

struct recording *gate_enter(void) {
    pthread_rwlock_rdlock(&gate);
    if (behind) return behind;
    pthread_rwlock_unlock(&gate);
    return NULL;
}

void gate_leave(void) {
    pthread_rwlock_unlock(&gate);
}

void gate_open(struct recording *recording) {
    pthread_rwlock_wrlock(&gate);
    behind = recording;
    pthread_rwlock_unlock(&gate);
}

struct recording *gate_close(void) {
    pthread_rwlock_wrlock(&gate);
    struct recording *recording = behind;
    behind = NULL;
    pthread_rwlock_unlock(&gate);
    return recording;
}
