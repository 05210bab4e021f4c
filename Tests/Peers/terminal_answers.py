#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a program on a terminal, types an answer when a text appears, and prints all that the terminal showed.

    terminal_answers.py TEXT ANSWER [TEXT ANSWER]... -- PROGRAM [WORD]...

The texts are waited for in order. The exit status is the program's.
"""
import os
import pty
import sys

end = sys.argv.index("--")
answers = list(zip(sys.argv[1:end:2], sys.argv[2:end:2]))
program = sys.argv[end + 1:]
pid, terminal = pty.fork()
if pid == 0:
    os.execv(program[0], program)
shown = b""
try:
    while data := os.read(terminal, 4096):
        shown += data
        if answers and answers[0][0].encode() in shown:
            os.write(terminal, answers.pop(0)[1].encode() + b"\n")
except OSError:
    pass  # The program has closed the terminal.
sys.stdout.write(shown.decode(errors="replace"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
