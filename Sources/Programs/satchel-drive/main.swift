// SPDX-License-Identifier: MIT
import Keys
import Terminal

// Before this process holds a session.
ProcessProtection.forbidDumps()
DriveProgram.program.main()
