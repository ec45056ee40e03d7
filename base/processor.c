#include "base/processor.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

enum { ASKED = 1, AVX2 = 2, FAST_PDEP = 4 };

#define BIT(n) (1u << (n))
#define FAMILY_OF_ZEN 0x17    /* and of Zen+ and Zen 2 */
#define FAMILY_OF_DHYANA 0x18 /* Hygon's, a Zen as well */

/* Does the system save what is in the wide registers when it switches to another thread? XGETBV, as
 * bytes: its name is known only to compilers that are told so. */
static bool keeps_wide_registers(void) {
    uint32_t low, high;
    __asm__ volatile(".byte 0x0f, 0x01, 0xd0" : "=a"(low), "=d"(high) : "c"(0));
    return (low & 6) == 6; /* of SSE and of AVX */
}

static bool has_slow_pdep(void) {
    uint32_t eax, ebx, ecx, edx;
    char vendor[12];
    __cpuid(0, eax, ebx, ecx, edx);
    memcpy(vendor, &ebx, 4);
    memcpy(vendor + 4, &edx, 4);
    memcpy(vendor + 8, &ecx, 4);
    __cpuid(1, eax, ebx, ecx, edx);
    uint32_t family = (eax >> 8 & 0xF) + (eax >> 20 & 0xFF);
    if (memcmp(vendor, "AuthenticAMD", sizeof vendor) == 0) return family == FAMILY_OF_ZEN;
    return memcmp(vendor, "HygonGenuine", sizeof vendor) == 0 && family == FAMILY_OF_DHYANA;
}

static unsigned ask(void) {
    uint32_t eax, ebx, ecx, edx;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx)) return ASKED;
    bool popcnt = ecx & BIT(23), saves = ecx & BIT(27), avx = ecx & BIT(28);
    if (!popcnt || !saves || !avx || !keeps_wide_registers()) return ASKED;
    if (!__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) return ASKED;
    bool bmi = ebx & BIT(3), avx2 = ebx & BIT(5), bmi2 = ebx & BIT(8);
    if (!bmi || !avx2 || !bmi2) return ASKED;
    return ASKED | AVX2 | (has_slow_pdep() ? 0 : FAST_PDEP);
}

/* Under a hypervisor each question is some thousand cycles. */
static bool has(unsigned what) {
    static _Atomic unsigned known;
    unsigned answer = atomic_load_explicit(&known, memory_order_relaxed);
    if (!answer) {
        answer = ask();
        atomic_store_explicit(&known, answer, memory_order_relaxed);
    }
    return answer & what;
}

bool processor_has_avx2(void) {
    return has(AVX2);
}

bool processor_has_fast_pdep(void) {
    return has(FAST_PDEP);
}

#else

bool processor_has_avx2(void) {
    return false;
}

bool processor_has_fast_pdep(void) {
    return false;
}

#endif
