// SPDX-License-Identifier: MIT
import Glibc

/// Questions about files that need no opening.
enum FileStatus {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
