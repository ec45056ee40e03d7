/* Conditions on events as commands take them: --where, types among the operands, and what is said
 * if one of them is wrong. */
#pragma once

#include "analyzers/events/events.h"

/* Of the operands, those that name a file or folder (or are -) come first and are what len counts,
 * the others are event types, also several with commas between them; texts owns the types, the
 * list's items are the caller's. EXIT_OK, or the exit code to end with: there is no recording among
 * them, which was said. */
int event_filter_operands(struct text_list *operands, struct text_list *types, struct arena *texts);
/* The sentence; of an expression with the place in it marked below; then what there is instead, if
 * events and run are not NULL. */
void event_filter_say_wrong(const struct events_error *wrong, const struct events *events,
                            const struct walk_run *run);
