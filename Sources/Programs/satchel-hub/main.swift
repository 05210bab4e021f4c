// SPDX-License-Identifier: MIT
import Terminal

HubProgram.program.main()
