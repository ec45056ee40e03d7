/* Numbers with their units as text for people, as the JDK rounds them: "12.3 ms", "1.5 kB",
 * "04:27:56.008 (2026-11-22)"; exact: all digits. */
#pragma once

#include "cmd/print/values.h"

/* Appends a number with its unit; exact: not rounded. */
void amount_add_integer(struct clock *clock, const struct jfr_item *item, bool exact,
                        struct text *out);
void amount_add_real(const struct jfr_item *item, bool exact, struct text *out);
