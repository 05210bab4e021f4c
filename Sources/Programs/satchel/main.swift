// SPDX-License-Identifier: MIT
import Terminal

WalletProgram.program.main()
