// SPDX-License-Identifier: MIT
import Glibc
import Keys
import Terminal

// Before this process holds a key.
ProcessProtection.forbidDumps()
ChipLibrary.forbidMessages()
var words = ProgramWords.all
// Without a command a demo is kept running.
if words.contains("--demo"), words.allSatisfy(["--demo", "--json"].contains) { words.append("demo") }
let outcome = WalletProgram.program.run(words)
HeldDemo.end()
exit(outcome.rawValue)
