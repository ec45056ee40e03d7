/* What else than jfr.h says the rooms of the parser know of read plans. */
#ifndef PARSER_PLAN_H
#define PARSER_PLAN_H

#include "parser/jfr.h"

/* The type of the number that a plan takes for the field: its own, or, through structs of one
 * field each (simple types), that of the number inside. NULL if the plan hands out a position (or,
 * for pooled fields, a key). */
const struct jfr_type *plan_number_type(const struct jfr_field *field);

#endif
