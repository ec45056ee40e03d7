/* What the rooms of an edit share: it is read (edit.c), then written (output.c). */
#pragma once

#include "base/array.h"
#include "parser/edit/edit.h"
#include "parser/edit/values.h"
#include "parser/event.h"
#include "parser/whole/plan.h"

/* FATE_ODD: it is kept, and has a text of UTF-16, whose bytes are not those of its characters. */
enum fate { FATE_KEPT, FATE_ODD, FATE_CHANGED, FATE_LEFT_OUT, FATE_UNREADABLE };

struct edit_found {
    ARRAY(uint8_t) fates; /* of the events in the order of the chunk, enum fate */
    struct keys *needed;  /* by the type's index */
    uint32_t types;
    uint64_t kept;               /* events */
    ARRAY(uint64_t) checkpoints; /* where they are in the chunk */
};

/* Where no text is replaced, what is found says all: bytes that stay as they are, metadata,
 * checkpoints, in the order of the chunk. */
struct piece {
    uint64_t from, to;
    uint64_t id; /* of the event's type, JFR_METADATA_EVENT or JFR_CHECKPOINT_EVENT; BYTES */
};
#define BYTES UINT64_MAX
#define BYTES_A_PIECE 64 /* of the chunk; of more pieces, events are stepped through again */
#define AT_ONCE 64       /* events */

struct edit {
    const struct edit_rules *rules;
    struct edit_chunk of;
    struct jfr_metadata *read; /* where what the rules know is of another chunk */
    const struct jfr_metadata *metadata;
    struct jfr_constants *constants;
    const struct jfr_log *log;
    struct edit_found *own;          /* what is being found */
    const struct edit_found *found;  /* or what was found before */
    ARRAY(struct reference) waiting; /* of the event at hand */
    ARRAY(struct reference) todo;    /* constants that are needed and were not looked at */
    struct values values;
    struct whole_plan *plans;      /* where no text is judged: of events, by their type's index */
    struct whole_run met;          /* and the keys that they take */
    const struct jfr_type *type;   /* of the texts at hand, */
    const struct jfr_event *event; /* NULL: they are of constants */
    bool in_pieces;
    ARRAY(struct piece) pieces;
    uint64_t (*fates)[EDIT_FATES]; /* events of each type, by its index, enum edit_fate */

    /* Of the chunk that is written. */
    const struct edit_sink *sink;
    uint64_t written;
    uint64_t checkpoint, metadata_at; /* offsets; 0: there is none yet */
    struct text out;
    uint64_t run, run_end;   /* bytes of the chunk that are to be written as they are */
    struct jfr_plan **skips; /* over constants, by their type's index, where no text is judged */
    size_t seen;             /* events whose fate is known */
    uint64_t word;           /* where the next of the words is, if that was looked for */
    const struct jfr_type *last_type;
    bool failed;
};

/* All events of the chunk in its order, but for those that need not be asked for. */
struct jfr_cursor *edit_walk(const struct edit *e, const struct jfr_log *log);
/* After the walk: those that it did not even show. */
void edit_count_left_out(struct edit *e, const struct jfr_cursor *cursor);

/* The edit, in which what is kept is known. False: the sink failed. */
bool edit_output(struct edit *e, bool final);

/* Most events are of the type of the one before. */
static inline const struct jfr_type *edit_type_of(struct edit *e, uint64_t id) {
    if (!e->last_type || e->last_type->id != id) e->last_type = jfr_type_by_id(e->metadata, id);
    return e->last_type;
}

/* The texts that are met from here on are of this event; NULL: of none. */
static inline void edit_begin_texts(struct edit *e, const struct jfr_type *type,
                                    const struct jfr_event *event) {
    e->type = type;
    e->event = event;
}
