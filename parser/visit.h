/* What of visits is for jfrtool alone. */
#pragma once

#include "parser/jfr.h"

/* Texts that have a 0 keep it, where it would be U+FFFD; length says how long they are. */
void visit_keep_zeros(struct jfr_visitor *visitor);
