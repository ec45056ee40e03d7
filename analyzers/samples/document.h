/* A document: a profile that was written earlier, by us or by another program (see
 * parser/document/document.h), taken as a source of samples beside recordings.
 *
 *   bytes --source_document_read--> what it is of --source_document_choose--> lane
 * --source_document_add--> profile
 *
 * It is of events: those that its comments name if we wrote it, else one for each sample type that
 * may be taken ("cpu", "alloc_space"). It has no times, no thread states, no modules and no
 * bytecode indices; filters by the first two leave it out as a whole.
 */
#pragma once

#include "analyzers/samples/origin.h"
#include "analyzers/samples/task.h"

struct source_document_event {
    char *name;
    uint64_t count; /* before filters */
};

struct source_document {
    struct document *document;
    struct origin origin;                       /* without events */
    ARRAY(struct source_document_event) events; /* by name */
    bool ours;                        /* written by jfrtool: all samples are of these events */
    bool by_module;                   /* its frames are modules */
    bool mixed;                       /* its values were of different units, so there are none */
    uint64_t truncated, shortened;    /* samples, where no filter leaves any out */
    struct profile_clusters clusters; /* likewise; 0: not known */
};

/* Where its samples go, and which of its values are taken. */
struct source_document_choice {
    size_t lane, group;
    bool other; /* the group is that of profiles of anything else, told apart by name */
    struct text name;
    size_t count_type, value_type; /* indices; SIZE_MAX: there is none */
    enum profile_unit unit;
    int64_t scale; /* of values to ns or bytes */
};

struct source_document_sink {
    const struct samples_task *task;
    struct regex_matcher *matcher;                          /* of the calling thread */
    void (*thread)(void *context, const struct text *name); /* met, whether it passes or not */
    void *context;
    const struct jfr_log *log; /* notes of what was cut go there */
};

/* The bytes must outlive the result. NULL: error says what is wrong with them. */
struct source_document *source_document_read(const uint8_t *data, size_t size,
                                             struct jfr_error *error);
void source_document_free(struct source_document *source);
/* False: nothing of it was asked for. choice->name is to be freed in any case. */
bool source_document_choose(const struct source_document *source, const struct samples_task *task,
                            struct source_document_choice *choice);
/* What the task asks for that the profile has not, as a sentence; NULL: nothing. *leave: so it
 * cannot be taken. */
const char *source_document_lacks(const struct source_document *source,
                                  const struct samples_task *task, bool *leave);
/* Adds the samples that pass. False: it cannot be, error says why; nothing was added then. */
bool source_document_add(const struct source_document *source,
                         const struct source_document_choice *choice,
                         const struct source_document_sink *sink, struct profile *profile,
                         struct jfr_error *error);
