/* What of an input is for jfrtool alone.
 *
 * An archive that is read in parts: what it holds is asked for by name, one after the other,
 * without unpacking again what lies before.
 *
 *   jfr_input_open --input_part("ci.tgz: a.jfr")--> jfr_input_next... 0
 *                  --input_part("ci.tgz: c.jfr")--> jfr_input_next... 0
 */
#ifndef PARSER_INPUT_INPUT_H
#define PARSER_INPUT_INPUT_H

#include "parser/jfr.h"

/* From here on only what has this name (see jfr_input_only): jfr_input_next gives it and returns 0
 * where something else follows in the archive. A part that lies before the one asked for last is
 * not found, nor is what of a part lies behind something else. */
void input_part(struct jfr_input *input, const char *name);
/* Where this file is found in a folder it is left out, which a note says: the result of a run
 * before, that this one replaces. Before the first jfr_input_next. */
void input_leave_out(struct jfr_input *input, const char *path);

/* Is shown what of an archive is no recording, with its first bytes (64 KiB, or all of it). True:
 * it is what somebody looks for, and is not counted among what was left out. */
typedef bool input_other(void *context, const char *name, const uint8_t *data, size_t size);
/* Before the first jfr_input_next. */
void input_show_others(struct jfr_input *input, input_other *other, void *context);

#endif
