// SPDX-License-Identifier: MIT
//
// The confinement of the programs that take strangers' files apart: satchel-reader and satchel-unpacker.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Bounds that the process puts on itself for the rest of its life.
typedef struct {
    uint64_t processor_seconds;
    uint64_t address_space_bytes;
    /// Whether it may start threads of its own, as some decoders must. It is then told that no file can be opened,
    /// where it would otherwise be killed for trying.
    int has_threads;
} confine_limits;

/// Gives up everything but reading and writing the descriptors already open; returns 0 or an errno.
///
/// Afterwards the process cannot open, connect, start or signal anything (a system call off the list kills it), can
/// neither gain privileges nor leave a core file, and dies with its parent. setrlimit(2), prctl(2), seccomp(2).
int confine(const confine_limits *limits);

/// Ends the process by SIGPROF once it has used so much more processor time; 0 takes the limit back. setitimer(2)
void confine_arm(uint32_t milliseconds);

/// Attempts a forbidden thing, for the test that proves the confinement: "open", "write", "socket", "exec", "fork" or
/// "code"; or dies as a library may by "abort"; or starts a "thread", which one of the programs may.
///
/// Ends with status EACCES where opening was refused, and with ECHILD where a thread ran.
void confine_attempt(const char *forbidden);

#ifdef __cplusplus
}
#endif
