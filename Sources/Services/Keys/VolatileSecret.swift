// SPDX-License-Identifier: MIT

/// A few bytes that outlive the program in this machine's memory, never on disk. They are gone when the machine stops.
package struct VolatileSecret: Sendable {
    /// Returns the bytes; nil if there are none.
    let read: @Sendable () -> [UInt8]?
    /// Replaces the bytes atomically; returns whether they are stored.
    let write: @Sendable ([UInt8]) -> Bool
    let remove: @Sendable () -> Void
    /// Seconds since the machine was started, by a clock that cannot be set back.
    let secondsSinceStart: @Sendable () -> UInt64

    package init(
        read: @escaping @Sendable () -> [UInt8]?, write: @escaping @Sendable ([UInt8]) -> Bool,
        remove: @escaping @Sendable () -> Void, secondsSinceStart: @escaping @Sendable () -> UInt64
    ) {
        self.read = read
        self.write = write
        self.remove = remove
        self.secondsSinceStart = secondsSinceStart
    }
}

#if canImport(CLinux)
    internal import CLinux
    internal import Glibc

    extension VolatileSecret {
        /// Larger than any secret stored here.
        private static let maximumCount = 2_048

        /// Stores the bytes in this user's keyring, in kernel memory that is never swapped. If the kernel offers no
        /// keyring (some containers), nothing is stored, which is not an error.
        ///
        /// C: man 7 keyrings, man 2 clock_gettime (`CLOCK_BOOTTIME`)
        package static func keyring(_ name: String) -> VolatileSecret {
            VolatileSecret(
                read: {
                    let id = satchel_key_find(name)
                    guard id > 0 else { return nil }
                    var bytes = [UInt8](repeating: 0, count: maximumCount)
                    let count = satchel_key_read(id, &bytes, bytes.count)
                    return count > 0 && count <= bytes.count ? Array(bytes[..<count]) : nil
                },
                write: { bytes in
                    // add_key(2) replaces the content of an existing key of this name atomically.
                    let id = satchel_key_add(name, bytes, bytes.count)
                    guard id > 0 else { return false }
                    guard satchel_key_allow_user(id) >= 0 else {
                        satchel_key_remove(id)
                        return false
                    }
                    return true
                },
                remove: {
                    let id = satchel_key_find(name)
                    if id > 0 { satchel_key_remove(id) }
                },
                secondsSinceStart: {
                    var time = timespec()
                    clock_gettime(CLOCK_BOOTTIME, &time)
                    return UInt64(max(0, time.tv_sec))
                })
        }
    }
#endif
