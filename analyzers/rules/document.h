/* The rules' part of docs/rules.md: a section for each topic and rule, made of the rules' rows. */
#pragma once

#include "base/text.h"

/* By topic, then by id; as Markdown. */
void rules_add_markdown(struct text *out);
