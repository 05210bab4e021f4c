// SPDX-License-Identifier: MIT
import Codes

extension CodeReader {
    /// A script in the Readers directory that stands for a reader gone wrong.
    static func gone(wrong script: String, timeLimitMilliseconds: Int = 5000) -> CodeReader {
        let here = #filePath
        let directory = here.prefix(upTo: here.lastIndex(of: "/") ?? here.endIndex)
        return CodeReader(
            executable: "\(directory)/Readers/\(script)", timeLimitMilliseconds: timeLimitMilliseconds)
    }
}
