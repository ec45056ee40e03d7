/* An input, as the files that make it up see it (input.c, again.c). */
#pragma once

#include "base/array.h"
#include "base/text.h"
#include "parser/input/archive.h"
#include "parser/input/copied.h"
#include "parser/input/folder.h"
#include "parser/input/input.h"
#include "parser/input/v0_segments.h"

#include <stdatomic.h>

struct folder {
    const char *path;
    uint64_t files, others, empty; /* others: files that are no recordings */
    uint64_t recordings, failures;
    uint64_t too_deep;
    uint64_t known; /* no recordings either, but somebody has looked at them */
};

/* What comes next, where recordings are asked for one by one. */
struct ahead {
    bool there;
    int got; /* as jfr_input_next returns it */
    struct jfr_segment segment;
    struct jfr_error error;
    struct text name; /* of what it is about */
    struct input_failed failed;
    uint32_t recording; /* that it is of, or UINT32_MAX */
    uint64_t position;
    ARRAY(struct jfr_note) notes;
};

struct jfr_input {
    places named; /* as the caller gave them */
    places list;  /* with directories replaced by what is in them, made at the first call */
    size_t at;    /* in list */
    bool listed;
    ARRAY(struct folder) folders;
    struct unpack *unpack;                /* of the place before at, or NULL */
    int fd;                               /* which it reads */
    struct v0_segments old;               /* chunks of format 0.9, which come out translated */
    char *only;                           /* NULL: everything */
    bool parts;                           /* it is asked for in parts */
    ARRAY(struct platform_file) left_out; /* wherever a folder has them */
    struct input_others others_shown;
    /* Another pass: */
    bool again;   /* the files are those of an input before, and have to be what they were */
    bool copies;  /* plain files are read into memory, chunk by chunk */
    bool lost;    /* the last error is about what could be read before: */
    bool changed; /*   the file is not what it was */
    struct copied copied; /* the file at hand, if copies */
    bool documents;       /* profiles of other formats are wanted wherever they are */
    bool apart;           /* recordings are asked for one by one: */
    struct input_item item;
    struct ahead ahead;
    uint32_t recordings;
    uint64_t position;            /* of the place at hand */
    uint64_t done_before;         /* bytes of the places that are finished */
    _Atomic uint64_t done, total; /* for who watches from another thread */
};

/* Is it "-", as the user gave it? */
bool input_is_stdin(const struct place *place);
/* To show. */
const char *input_name_of(const struct place *place);
/* A descriptor, or -1 with errno. */
int input_open_place(const struct place *place);

/* The file that is opened once more is another: error says so, and change what became of it. */
void again_say_changed(const struct place *place, const char *change, struct jfr_error *error);
