/* Requests by group: how long they took, and on what. */
#pragma once

#include "analyzers/requests/requests.h"
#include "cmd/write/sheet.h"

struct requests_view {
    struct requests requests; /* joined */
    struct strings names;     /* of groups, by their number */
    const struct text_list *types, *by;
    const char *where;     /* or NULL */
    const char *event;     /* of the samples; NULL: there are none */
    size_t top;            /* rows for people; 0: all */
    struct map of_virtual; /* numbers of groups: of virtual threads, some of them */
    uint64_t left_out;     /* events without a thread, a start or a duration */
};

/* Puts the group that took most, a row of each group, and what was read on the sheet. */
void requests_describe(const struct requests_view *view, struct sheet *sheet);
/* What the group that took most was kept from running by for most of its time; REQUEST_PARTS: it
 * ran, or nothing is known. */
enum request_part requests_mostly(const struct requests_view *view);
/* Frees what the view owns: requests, names, of_virtual. */
void requests_view_free(struct requests_view *view);
