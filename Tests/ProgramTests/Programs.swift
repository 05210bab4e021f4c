// SPDX-License-Identifier: MIT
import TestSupport

/// The programs that people run.
enum Programs {
    static let wallet = BuiltPrograms.path("satchel")
    static let hub = BuiltPrograms.path("satchel-hub")
    static let files = BuiltPrograms.path("satchel-files")
    static let reader = BuiltPrograms.path("satchel-reader")
}
