// SPDX-License-Identifier: MIT

/// A few bytes that this machine keeps between two starts of a program, and never on a disk: gone when it stops.
package struct VolatileSecret: Sendable {
    /// Nil when nothing is kept.
    let read: @Sendable () -> [UInt8]?
    /// Keeps these bytes in place of what was there, in one step; answers whether they are kept.
    let write: @Sendable ([UInt8]) -> Bool
    let remove: @Sendable () -> Void
    /// Seconds since the machine was started, which nobody can turn back.
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
        /// More than anything of ours.
        private static let maximumCount = 2_048

        /// In the keyring of this user: memory of the kernel that is never swapped. Where the kernel offers none (some
        /// containers), nothing is kept, and that is no error.
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
                    // add_key(2): a key of this name that is there already gets the new content, in one step.
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
