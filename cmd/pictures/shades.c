#include "cmd/pictures/shades.h"

/* Chosen so that no two look alike with normal vision, protanopia, deuteranopia or tritanopia:
 * they differ in lightness as well as in hue. */
const struct shade shades_of_types[FRAME_TYPE_COUNT] = {
    [FRAME_INTERPRETED] = {0xc99de4, 0xa27bba}, /* lavender */
    [FRAME_JIT] = {0x65d49e, 0x45ab7b},         /* green */
    [FRAME_INLINED] = {0xabdbfe, 0x85b0cf},     /* sky */
    [FRAME_NATIVE] = {0xe88a3e, 0xbe6a23},      /* orange */
    [FRAME_CPP] = {0xf4e867, 0xc6bb44},         /* yellow */
    [FRAME_KERNEL] = {0xd3697f, 0xac4e63},      /* crimson */
    [FRAME_C1] = {0xc1c96a, 0x9ba14c},          /* olive */
    [FRAME_UNKNOWN] = {0xa8a8a8, 0x858585},     /* grey */
    [FRAME_THREAD] = {0xe4e8ed, 0xb7bbbf},      /* near white */
};

/* Sixteen hues of equal lightness and strength, then the same a step darker. */
const struct shade shades_of_packages[PACKAGE_SHADES] = {
    {0xfdb9c2, 0xd38f99}, {0xfebbad, 0xd49284}, {0xfcbf95, 0xce9773}, {0xefc78a, 0xc29f68},
    {0xdbd08a, 0xb1a668}, {0xc3d896, 0x9bae73}, {0xa9deaa, 0x84b385}, {0x92e1c2, 0x6fb69a},
    {0x83e1db, 0x61b6b0}, {0x84def0, 0x62b3c3}, {0x96d7fe, 0x6faed2}, {0xafd0ff, 0x84a7d9},
    {0xc3c9ff, 0x9aa0d8}, {0xd9c0ff, 0xaf99d0}, {0xecbaef, 0xc093c2}, {0xfbb6d9, 0xcc90ae},
    {0xed93a1, 0xc2727f}, {0xee9784, 0xc37565}, {0xe79e6b, 0xbd7c4e}, {0xd8a85b, 0xaf8540},
    {0xc1b35b, 0x9c8f3f}, {0xa5bd6b, 0x82974f}, {0x84c485, 0x649e66}, {0x62c8a3, 0x44a181},
    {0x49c7c0, 0x29a19b}, {0x4bc3da, 0x2b9db1}, {0x64bced, 0x4797c2}, {0x84b3f7, 0x658fca},
    {0xa3a9f6, 0x8186ca}, {0xbfa0eb, 0x997ec0}, {0xd599d8, 0xac77af}, {0xe594be, 0xba7399},
};

const struct shade shade_of_root = {0xd9dce1, 0x8d939c};

unsigned shade_of_name(const char *name, size_t len) {
    return (unsigned)(hash_stable(name, len) % PACKAGE_SHADES);
}
