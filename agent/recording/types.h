/* The one table of what the agent writes: types, fields, annotations and settings, as HotSpot names
 * them. Type ids are ours: readers go by names. Those below 128 take one byte in each event. */
#pragma once

#include "agent/recording/recording.h"
#include "parser/writer.h"

/* Equal ids promise a reader equal metadata; the JDK writes 1, 2, ... */
#define RECORDING_METADATA_ID UINT64_C(0x6A667201)

enum { /* types of constants */
       TYPE_CONSTANTS = 20,
       TYPE_THREAD = TYPE_CONSTANTS,
       TYPE_CLASS,
       TYPE_CLASS_LOADER,
       TYPE_PACKAGE,
       TYPE_MODULE,
       TYPE_METHOD,
       TYPE_SYMBOL,
       TYPE_THREAD_GROUP,
       TYPE_STACK_TRACE,
       TYPE_STACK_FRAME,
       TYPE_FRAME_TYPE,
       TYPE_THREAD_STATE,
       TYPE_GC_NAME,
       TYPE_GC_CAUSE,
       TYPE_CONSTANTS_END,
       TYPE_EVENTS = 64, /* + enum recording_event */
};

/* Ends with id 0. */
const struct writer_type *recording_types(void);
/* How the fields of an event behind startTime are encoded, a letter each:
 *   n number  i number of 32 bits  b boolean  f float  d span of ns, in ticks  t time in ns, in
 * ticks S text  T thread  K stack  C class  G collector  Q cause of a collection r (without a
 * value): bytes of itself and the fields that follow */
const char *recording_kinds(enum recording_event event);

struct recording_constant {
    uint64_t key;
    const char *name;
};
/* Constants with fixed content; the lists end with a NULL name. */
extern const struct recording_constant recording_frame_types[], recording_thread_states[];
