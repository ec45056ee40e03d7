/* How many recordings stand: of a folder or an archive each recording with its first cause, the
 * worst first, and the causes that several of them have.
 *
 *   if (standing_is_asked(&reading))
 *       code = standing_answer(answer, top);
 *
 * Two causes are the same if rule and culprit are. */
#pragma once

#include "cmd/read/answer.h"

/* Is one of the paths a folder or an archive, and are there several recordings below them? The
 * chunks of a repository are one. */
bool standing_is_asked(struct reading *reading);
/* Reads them one by one and describes them. top: as many causes are shown to people that several
 * have, 0: all. EXIT_OK, or the code to end with. */
int standing_answer(struct answer *answer, uint64_t top);
