#include "agent/recording/door.h"

#include "agent/ground/softly.h"

#include <pthread.h>

static pthread_rwlock_t door = PTHREAD_RWLOCK_INITIALIZER;
static struct recording *behind;

struct recording *door_enter(void) {
    softly_read_lock(&door);
    if (behind) return behind;
    softly_rw_unlock(&door);
    return NULL;
}

void door_leave(void) {
    softly_rw_unlock(&door);
}

void door_open(struct recording *recording) {
    softly_write_lock(&door);
    behind = recording;
    softly_rw_unlock(&door);
}

struct recording *door_close(void) {
    softly_write_lock(&door);
    struct recording *recording = behind;
    behind = NULL;
    softly_rw_unlock(&door);
    return recording;
}
