/* Texts in Markdown. */
#ifndef CMD_WRITE_MARKDOWN_H
#define CMD_WRITE_MARKDOWN_H

#include "base/text.h"

/* Text that Markdown and the HTML around it show as it is, on one line. */
void markdown_add(struct text *out, const char *text);

#endif
