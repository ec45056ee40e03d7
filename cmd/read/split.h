/* --by of commands that tell samples apart: rows, and what splits them (options_split). */
#pragma once

#include "analyzers/samples/selection.h"

#define SPLIT_RECORDING "recording" /* --by recording: the label that recordings have then */

/* Are samples split by something? Then it is the root of their stacks. */
bool split_is_asked(const struct selection *selection);
/* By what: "endpoint", "endpoint, status". */
void split_add_name(const struct selection *selection, struct text *out);
/* The thread is not the root as well. False: the sentence has been said. */
bool split_fits_threads(const struct selection *selection, bool threads);
/* Of commands that split values in their page alone: is it that? Else the sentence was said. */
bool split_fits_page(const struct selection *selection, bool page);
