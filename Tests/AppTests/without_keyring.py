#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs a program as a container does that forbids the kernel's keyring: without_keyring.py PROGRAM [ARGUMENTS].

man 2 seccomp: the system calls for keys answer that there are none.
"""
import ctypes
import os
import platform
import struct
import sys

NUMBERS = {"x86_64": (248, 249, 250), "aarch64": (217, 218, 219)}[platform.machine()]
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06  # BPF_LD|BPF_W|BPF_ABS, BPF_JMP|BPF_JEQ|BPF_K, BPF_RET|BPF_K
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | 38  # SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO with ENOSYS


def main():
    steps = [(LOAD, 0, 0, 0)]  # the number of the call
    for index, number in enumerate(NUMBERS):
        steps.append((EQUAL, len(NUMBERS) - index, 0, number))
    steps += [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(code))
    library = ctypes.CDLL(None, use_errno=True)
    for words in [(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0)]:
        if library.prctl(*words) != 0:
            sys.exit(f"without_keyring: {os.strerror(ctypes.get_errno())}")
    os.execv(sys.argv[1], sys.argv[1:])


main()
