/* The machine: what a person reads of what the JVM knows of it. */
#pragma once

#include "base/text.h"

/* Of jdk.OSInformation, which is often a whole os-release file, the pretty name and the kernel. */
void machine_show_system(struct text *out, const char *os_version);
/* Of a processor's description its brand. False: there is no brand in it. */
bool machine_show_brand(struct text *out, const char *description);
