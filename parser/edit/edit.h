/* Edits: a chunk is copied, event by event, to a new one; some events are left out, some texts are
 * replaced, and constants that nothing refers to any more are not copied.
 *
 *   events that are kept --references--> constants --references--> constants ...     what is needed
 *   header | events, checkpoints with what is needed, metadata, in the order of the file
 *
 * Bytes of events stay as they are, but for replaced texts; keys, times and the metadata stay, too.
 * The new chunk is finished, whatever the old one was: sizes and offsets are right, generation 0.
 */
#pragma once

#include "base/text.h"
#include "base/words.h"
#include "parser/jfr.h"

/* Where a text may stand, as a number: texts that are equal, at places of one number, become the
 * same, and are judged once a chunk. */
enum {
    EDIT_EACH = UINT32_MAX,      /* it depends on the event, too: each is judged */
    EDIT_NEVER = UINT32_MAX - 1, /* no text there is replaced */
    EDIT_NAMES = UINT32_MAX - 2, /* labels and names, in the metadata */
};
typedef uint32_t edit_place(void *context, const struct jfr_type *in,
                            const struct jfr_field *field);
/* A text of an event or constant, at such a place; not empty. True: out has what it becomes. */
typedef bool edit_text(void *context, uint32_t place, const char *text, size_t len,
                       struct text *out);

enum edit_fate { EDIT_KEPT, EDIT_LEFT_OUT, EDIT_UNREADABLE, EDIT_FATES };

struct edit_chunk { /* what rules may look at */
    const struct jfr_chunk *chunk;
    const struct jfr_metadata *metadata;
    const struct jfr_constants *constants;
};

/* What a look has found of a chunk: what becomes of each event, and which constants are needed. */
struct edit_found;

struct edit_rules {
    void *context;
    const struct jfr_metadata *metadata; /* NULL, or: of a chunk before, mostly the same */
    /* NULL, or: what was found of the chunk still holds, but for events in whose bytes one of the
     * words is: only those, and what was to change, are looked at again. Words are of ASCII. */
    const struct edit_found *found;
    const struct words *words;
    bool skips_empty; /* a chunk that keeps no event is not written */
    /* 0, or: the chunk begins no earlier and lasts no longer, since the epoch. It begins up to 1 s
     * before start_ns, where a whole number of ticks is a whole number of ns: no time moves. */
    int64_t start_ns, end_ns;
    /* Events that begin so many ticks after the chunk need not be asked for: they are left out
     * before from_ticks and from to_ticks on. Both 0: all are asked for. */
    int64_t from_ticks, to_ticks;
    bool by_constants; /* keep asks for constants */
    /* NULL, or: called for each event, once by each of the functions below. */
    bool (*keep)(void *context, const struct edit_chunk *chunk, const struct jfr_type *type,
                 const struct jfr_event *event);
    /* NULL, or: called before a text at EDIT_EACH is judged, which may depend on it: the event that
     * the text is in, NULL if it is in a constant. */
    void (*event)(void *context, const struct edit_chunk *chunk, const struct jfr_type *type,
                  const struct jfr_event *event);
    edit_text *text;   /* or NULL: nor events that cannot be read to their end are kept with it */
    edit_place *place; /* NULL: all texts are alike */
    /* NULL, or: told at the end of a chunk how many events of the type were written or left out. */
    void (*told)(void *context, const struct jfr_type *type, enum edit_fate fate, uint64_t events);
};

struct edit_sink {
    void *context;
    bool (*write)(void *context, const void *bytes, size_t len);
    /* Bytes that were written so many bytes before now. */
    bool (*patch)(void *context, uint64_t before, const void *bytes, size_t len);
};

/* Calls back for the texts of all events that are kept, and of all constants that they need, and
 * writes nothing. NULL: error says why the chunk cannot be read. */
struct edit_found *edit_look(const struct jfr_chunk *chunk, const struct edit_rules *rules,
                             const struct jfr_log *log, struct jfr_error *error);
/* Bytes of memory that it takes. */
uint64_t edit_found_size(const struct edit_found *found);
void edit_found_free(struct edit_found *found);
/* Writes the chunk. final: no chunk of the same JVM follows. False: error
 * is filled, or the sink failed (JFR_IO). */
bool edit_write(const struct jfr_chunk *chunk, const struct edit_rules *rules, bool final,
                const struct edit_sink *sink, const struct jfr_log *log, struct jfr_error *error);

/* Is the first value of the type's events when they begin, in ticks? */
bool edit_begins_with_time(const struct jfr_type *type);

/* The threads that an event refers to in any of its fields, by their keys; what lies in the event
 * is not among them. */
void edit_threads(const struct edit_chunk *chunk, const struct jfr_type *type,
                  const struct jfr_event *event,
                  void (*each)(void *context, const struct jfr_type *type, uint64_t key),
                  void *context);
