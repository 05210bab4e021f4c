// SPDX-License-Identifier: MIT
import Keys
import Terminal

// Before this process holds a key.
ProcessProtection.forbidDumps()
ChipLibrary.forbidMessages()
WalletProgram.program.main()
