/* What the account reads of a chunk: which columns of which events. */
#pragma once

#include "analyzers/tables/table.h"

enum {
    MONITOR,
    PARK,
    OBJECT_WAIT,
    SLEEP,
    SOCKET_READ,
    SOCKET_WRITE,
    SOCKET_CONNECT,
    FILE_READ,
    FILE_WRITE,
    FILE_FORCE,
    STALL,
    WAITS,
    EXECUTION = WAITS,
    CPU_TIME,
    NATIVE,
    WALL,
    DATADOG_CPU,
    DATADOG_WALL,
    ALLOCATED,
    STARTED,
    ENDED,
    VIRTUAL_STARTED,
    VIRTUAL_ENDED,
    AGENT,
    PAUSES,
    OPERATION = PAUSES,
    SAFEPOINT,
    GC_PAUSE,
    WISHES
};
/* columns */
enum { START, TOOK, THREAD, STACK, ABOUT, ABOUT_TOO };          /* of waits */
enum { S_START, S_THREAD, S_STACK, S_STATE, S_VALUE, S_COUNT }; /* of samples */

extern const struct wish account_rows[WISHES];
/* Rows from MONITOR on, from EXECUTION on (in slices), from ALLOCATED on. */
extern const struct wishes account_waits, account_samples, account_others;
