// SPDX-License-Identifier: MIT

/// How much of a space is taken, in bytes. Uploads reserve; files and versions use.
package struct SpaceUsage: Equatable, Sendable {
    /// Taking more would exceed the quota.
    package struct Exceeded: Error, Equatable, Sendable {
        package let usage: SpaceUsage
        package let needed: UInt64

        package init(usage: SpaceUsage, needed: UInt64) {
            self.usage = usage
            self.needed = needed
        }
    }

    package let quota: UInt64
    package private(set) var used: UInt64
    package private(set) var reserved: UInt64

    package init(quota: UInt64, used: UInt64, reserved: UInt64) {
        self.quota = quota
        self.used = used
        self.reserved = reserved
    }

    /// Also zero where an operator has lowered the quota since.
    package var free: UInt64 {
        let (taken, overflows) = used.addingReportingOverflow(reserved)
        return overflows || taken > quota ? 0 : quota - taken
    }

    /// A file or a version has come. Nothing that takes no space is refused.
    ///
    /// - Throws: ``Exceeded``; nothing has changed then.
    package mutating func use(_ bytes: UInt64) throws(Exceeded) {
        guard bytes <= free else { throw Exceeded(usage: self, needed: bytes) }
        used += bytes
    }

    /// An upload will bring so many bytes.
    ///
    /// - Throws: ``Exceeded``; nothing has changed then.
    package mutating func reserve(_ bytes: UInt64) throws(Exceeded) {
        guard bytes <= free else { throw Exceeded(usage: self, needed: bytes) }
        reserved += bytes
    }

    /// A file or a version has gone.
    package mutating func free(_ bytes: UInt64) {
        precondition(bytes <= used, "A space that uses \(used) bytes cannot lose \(bytes).")
        used -= bytes
    }

    /// An upload was linked, or has ended.
    package mutating func release(_ bytes: UInt64) {
        precondition(bytes <= reserved, "A space that reserves \(reserved) bytes cannot release \(bytes).")
        reserved -= bytes
    }
}
