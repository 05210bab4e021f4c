// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

// This header includes nothing that defines types of the system, such as sigset_t: Swift has them from Glibc, and in a
// release build a type that two modules define belongs to either.

// Orders about links, addresses and routes. The macros of netlink compute addresses, which Swift does not import. Each
// returns 0, or the kernel's error number. man 7 rtnetlink

int satchel_link_up(int link, uint32_t unit);
int satchel_link_remove(int link);

// `count` is 4 or 16 bytes of an address.
int satchel_address_add(int link, const uint8_t *address, size_t count);
int satchel_network_route_add(int link, const uint8_t *network, size_t count, uint8_t prefix, uint32_t metric);

// A descriptor that becomes readable when one of the signals is pending, which Swift's Glibc lacks; -1 and errno on
// failure. `signals` is a sigset_t. man 2 signalfd
int satchel_signal_bell(const void *signals);
