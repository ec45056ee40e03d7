/* What of an input is for jfrtool alone.
 *
 * An archive that is read in parts: what it holds is asked for by name, one after the other,
 * without unpacking again what lies before.
 *
 *   jfr_input_open --input_part("ci.tgz: a.jfr")--> jfr_input_next... 0
 *                  --input_part("ci.tgz: c.jfr")--> jfr_input_next... 0
 */
#pragma once

#include "parser/jfr.h"

/* Bytes of the files before that of the segment that came last, as they are stored. */
uint64_t input_position(const struct jfr_input *input);
/* From here on only what has this name (see jfr_input_only): jfr_input_next gives it and returns 0
 * where something else follows in the archive. A part that lies before the one asked for last is
 * not found, nor is what of a part lies behind something else. */
void input_part(struct jfr_input *input, const char *name);
/* Where this file is found in a folder it is left out, which a note says: the result of a run
 * before, that this one replaces. May be called for several files, before the first
 * jfr_input_next. */
void input_leave_out(struct jfr_input *input, const char *path);

/* ==== Another pass ========================================================================= */

/* The files of an input that was read to its end, once more in the same order, and of the same
 * part; folders are not listed anew, pipes are left out. A file that is not what it was
 * (identity.h), or cannot be opened any more, is an error. copies: see copied.h; packed files are
 * unpacked as ever. before must outlive it. */
struct jfr_input *input_again(const struct jfr_input *before, bool copies);
/* Will an input_again not have a recording that came? By the number of its segments. */
bool input_gives_once(const struct jfr_input *input, uint32_t recording);
/* Is the last -1 of its jfr_input_next about something that could be read when it was said? */
bool input_lost(const struct jfr_input *input);

/* Does an input_again have the same files, and no folder has others? Reads none of them. */
bool input_unchanged(const struct jfr_input *before, struct jfr_error *error);

/* ==== What is no recording ================================================================== */

enum input_other_is {
    INPUT_OTHER_LEFT_OUT, /* nobody knows what it is: it is counted among what was left out */
    INPUT_OTHER_WANTED,   /* it is what somebody looks for */
    INPUT_OTHER_READ,     /* all of it is looked at, up to 64 MiB, then it is decided */
};
/* Is shown what of an archive is no recording, with its first bytes (64 KiB, or all of it). */
typedef enum input_other_is input_other(void *context, const char *name, const uint8_t *data,
                                        size_t size);
/* Its bytes, from the first one on; size 0: that was all. Returns then whether it was wanted. */
typedef bool input_other_bytes(void *context, const uint8_t *data, size_t size);
/* Has somebody looked at this file of a folder already? It is not counted either. */
typedef bool input_other_known(void *context, const char *path);
struct input_others {
    input_other *other;
    input_other_bytes *bytes;
    input_other_known *known;
    void *context;
};
/* Before the first jfr_input_next. */
void input_show_others(struct jfr_input *input, const struct input_others *others);

/* Profiles of other formats than pprof's are wanted in folders and archives, too: of what only a
 * name tells from other text (parser/document/), those that are called so. Before the first
 * jfr_input_next or input_item. */
void input_take_documents(struct jfr_input *input);

/* What the last -1 of jfr_input_next was about. */
struct input_failed {
    uint32_t recording; /* number of its segments, also where none came; UINT32_MAX: of none */
    const char *name;   /* until the next call; "": the error's text has it */
};
/* Which recording the last error is about. */
struct input_failed input_failed(const struct jfr_input *input);

/* ==== Recordings one by one ================================================================= */

/* For those who answer for each input. Files of archives and folders that are called like a
 * recording ("shop.jfr", "shop.jfr.gz") and are none are items, too; others are left out.
 *
 *   input_one_by_one(input);
 *   while ((item = input_item(input)))
 *       if (item->error.code == JFR_OK)
 *           while (jfr_input_next(input, ...)) ...     its segments and errors, then 0
 */
struct input_item {
    char *name;             /* as segments have it */
    struct jfr_error error; /* code JFR_OK, or why there is no recording of this name */
    /* Of the segments so far: */
    uint64_t bytes; /* unpacked */
    uint64_t id;    /* the same for the same recording anywhere: of the first chunk's header and
                       bytes; 0: no segment came yet */
    uint64_t header;
    uint64_t whole;     /* bytes, where it is a file that lies there as it is; else 0 */
    uint32_t recording; /* number of its segments; UINT32_MAX: there is no recording */
};

/* Before the first jfr_input_next. */
void input_one_by_one(struct jfr_input *input);
/* The next one; what was not read of the one before is skipped. NULL: there is none. It is the
 * input's, until the next call. */
const struct input_item *input_item(struct jfr_input *input);
