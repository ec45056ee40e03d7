/* What the processor at hand can do that not all of its kind can: for code that is there twice, the
 * second time for such ones. Compilers' __builtin_cpu_supports asks their own library, which of
 * some (zig's) says no to everything; so the processor itself is asked, once.
 */
#pragma once

#include <stdbool.h>

/* x86-64: AVX2, BMI1, BMI2 and POPCNT, and a system that keeps the wide registers. */
bool processor_has_avx2(void);
/* And pdep and pext in a few cycles: AMD's first two Zens take up to some hundred for one. */
bool processor_has_fast_pdep(void);
