// SPDX-License-Identifier: MIT
import Keys
import Terminal

// Before this process sees an access token.
ProcessProtection.forbidDumps()
FilesProgram.program.main()
