// SPDX-License-Identifier: MIT
import Codes
import Glibc
import TestSupport

extension CodeReader {
    /// A script in the Readers directory that stands for a reader gone wrong.
    static func gone(wrong script: String, timeLimitMilliseconds: Int = 5000) -> CodeReader {
        let here = #filePath
        let directory = here.prefix(upTo: here.lastIndex(of: "/") ?? here.endIndex)
        return CodeReader(
            executable: "\(directory)/Readers/\(script)", timeLimitMilliseconds: timeLimitMilliseconds)
    }

    /// A reader whose unpacker is such a script.
    static func gone(wrongUnpacking script: String, in scratch: ScratchFolder) throws -> CodeReader {
        let target = gone(wrong: script).path
        guard symlink(target, scratch.file("satchel-unpacker")) == 0 else {
            throw UnexpectedResult("\(script) has no link")
        }
        return CodeReader(executable: scratch.file("satchel-reader"), timeLimitMilliseconds: 5000)
    }
}
