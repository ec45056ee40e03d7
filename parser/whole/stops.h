/* Events that are nothing but compressed integers and single bytes, as most are: where each ends, a
 * mask of the bytes whose top bit is clear tells at once, so that only keys need be looked at.
 *
 *   |1xxxxxxx|0xxxxxxx|0xxxxxxx|1xxxxxxx|0xxxxxxx|     startTime, a byte, a key of Thread
 *        0        1        1        0        1         fits: three ends, the last one at the end,
 *                                                      and the byte is one
 */
#ifndef PARSER_WHOLE_STOPS_H
#define PARSER_WHOLE_STOPS_H

#include "parser/whole/plan.h"

#define WHOLE_LONGEST 64 /* bytes */

/* Of the steps of a plan for compressed integers. Leaves count 0 if they are not all of that kind,
 * or too many. */
void whole_stops_make(struct whole_stops *stops, const struct whole_step *steps, size_t len);

/* Is the value exactly what lies in len bytes, 1 to WHOLE_LONGEST, of which 8 more than
 * WHOLE_LONGEST may be looked at? Its keys are taken then. False: no, or it has to be looked at
 * field by field. */
typedef bool whole_fits(struct whole_run *run, const struct whole_stops *stops, const uint8_t *at,
                        size_t len);
/* The best for this machine. */
whole_fits *whole_fits_choose(void);
/* Any machine's, for tests. */
bool whole_fits_plain(struct whole_run *run, const struct whole_stops *stops, const uint8_t *at,
                      size_t len);

#endif
