// SPDX-License-Identifier: MIT
import Terminal

FilesProgram.program.main()
