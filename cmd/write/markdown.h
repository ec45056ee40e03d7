/* Texts in Markdown. */
#pragma once

#include "base/text.h"

/* Text that Markdown and the HTML around it show as it is, on one line. */
void markdown_add(struct text *out, const char *text);
