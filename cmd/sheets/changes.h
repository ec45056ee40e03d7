/* What happened on two sides, before it is said in which methods: rates, requests, findings. */
#pragma once

#include "cmd/read/changes.h"
#include "cmd/write/sheet.h"

/* "each_second", "requests" and "findings" for programs, null where they are not known; for people
 * tables of them. Not in CSV. changes: NULL, all are null. */
void changes_describe(const struct changes *changes, struct sheet *sheet);
/* For people, the answer in some lines: "2,949 -> 487 requests ...". */
void changes_add_lines(const struct changes *changes, struct text *out);
