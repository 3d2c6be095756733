/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bare names: what is left of a function's name for rules to be compared with. Parameters, return
 * types, template lists and the numbers of closures are gone, whole paths stay.
 *
 *     void ns::f<int>(int)                            ns::f
 *     foo()::{lambda(int)#1}::operator()(int) const   foo::{lambda}::operator()
 *     <alloc::vec::Vec<u8>>::push                     alloc::vec::Vec::push
 *     core::ptr::drop_in_place::<a::T>                core::ptr::drop_in_place
 *     alloc::slice::<impl [T]>::to_vec                alloc::slice::{impl}::to_vec
 *     <[u8]>::to_vec                                  <[]>::to_vec
 *     <&a::S<u8> as b::Tr<u8>>::get                   b::Tr::get, and as self a::S::get
 */
#ifndef JP_BARE_H
#define JP_BARE_H

#include "jp_buf.h"

struct jp_bare {
    struct jp_buf path; /* of a method of a trait: in the trait */
    struct jp_buf self; /* the same method in its type; empty unless it is a trait's method */
    size_t type_length; /* of self: its part that names the type */
    bool is_primitive;  /* the type belongs to no crate: str, [u8], a generic parameter */
};

#define JP_BARE_INIT                              \
    {                                             \
        .path = JP_BUF_INIT, .self = JP_BUF_INIT, \
    }

/* Replace what BARE holds. */
void jp_bare_set(struct jp_bare *bare, struct jp_span full_name);
void jp_bare_release(struct jp_bare *bare);

#endif
