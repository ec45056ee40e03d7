/* How two numbers stand to each other, as sorting wants it: below 0, 0 or above 0. */
#ifndef BASE_ORDER_H
#define BASE_ORDER_H

#define ORDER(a, b) (((a) > (b)) - ((a) < (b)))

#endif
