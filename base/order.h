/* How two numbers stand to each other, as sorting wants it: below 0, 0 or above 0. */
#pragma once

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))
