// SPDX-License-Identifier: MIT
import Keys
import Terminal

// Before this process sees a private key.
ProcessProtection.forbidDumps()
TunnelProgram.program.main()
