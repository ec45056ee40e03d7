#include "agent/agent.h"

#include "agent/softly.h"

#include <pthread.h>

static pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;
static struct recording *behind;

struct recording *gate_enter(void) {
    softly_read_lock(&gate);
    if (behind) return behind;
    softly_rw_unlock(&gate);
    return NULL;
}

void gate_leave(void) {
    softly_rw_unlock(&gate);
}

void gate_open(struct recording *recording) {
    softly_write_lock(&gate);
    behind = recording;
    softly_rw_unlock(&gate);
}

struct recording *gate_close(void) {
    softly_write_lock(&gate);
    struct recording *recording = behind;
    behind = NULL;
    softly_rw_unlock(&gate);
    return recording;
}
