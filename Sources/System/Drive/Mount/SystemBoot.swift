// SPDX-License-Identifier: MIT
internal import Keys

/// The start of the system that this process runs in.
enum SystemBoot {
    /// Another one after each start. man 4 random, /proc/sys/kernel/random/boot_id
    static func id() throws -> String {
        let bytes = try AtomicFile.read("/proc/sys/kernel/random/boot_id", maximumCount: 64)
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
