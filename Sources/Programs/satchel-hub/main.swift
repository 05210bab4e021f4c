// SPDX-License-Identifier: MIT
import Keys
import Terminal

// Before this process holds a key, and after the last moment at which it may read its own environment.
_ = HubProgram.inherited
ProcessProtection.forbidDumps()
HubProgram.program.main()
