#include "cmd/write/unit_text.h"

#include "base/units.h"

#include <inttypes.h>

bool unit_text_add(struct text *out, enum jfr_unit unit, double n) {
    switch (unit) {
    case JFR_UNIT_BYTES: units_add_bytes(out, n); return true;
    case JFR_UNIT_BYTES_PER_S:
        units_add_bytes(out, n);
        text_add(out, "/s");
        return true;
    case JFR_UNIT_BITS: units_add_bits(out, n, "bit"); return true;
    case JFR_UNIT_BITS_PER_S: units_add_bits(out, n, "bps"); return true;
    case JFR_UNIT_PERCENT: text_addf(out, "%.2f %%", 100 * n); return true;
    case JFR_UNIT_HERTZ: text_addf(out, "%.10g Hz", n); return true;
    default: return false;
    }
}

bool unit_text_add_whole(struct text *out, enum jfr_unit unit, int64_t n) {
    switch (unit) {
    case JFR_UNIT_ADDRESS: text_addf(out, "0x%" PRIx64, (uint64_t)n); return true;
    case JFR_UNIT_HERTZ: text_addf(out, "%" PRId64 " Hz", n); return true;
    default: return unit_text_add(out, unit, (double)n);
    }
}
