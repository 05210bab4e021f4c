// SPDX-License-Identifier: MIT
#pragma once

// This header includes nothing that defines types of the system, such as the types of sockets: Swift has them from Glibc, and
// a type that two modules define belongs to either, as the compiler happens to read them.

// A socket that becomes readable when links, addresses or routes change; -1 and errno on failure. The addresses of netlink
// have a type that Swift's sockets do not know. man 7 rtnetlink
int satchel_network_watch_open(void);
