// SPDX-License-Identifier: MIT
internal import CSodium

/// Initializes libsodium once per process. C: <https://doc.libsodium.org/usage>
enum Sodium {
    /// Reading this value initializes the library; every later read costs one comparison.
    static let ready: Void = {
        precondition(sodium_init() >= 0, "libsodium could not start; without it no secret can be derived.")
    }()

    /// The address for libsodium's non-null parameters. A secret's storage always has one, even without bytes.
    static func start<T>(of buffer: UnsafeRawBufferPointer) -> UnsafePointer<T> {
        guard let start = buffer.bindMemory(to: T.self).baseAddress else {
            preconditionFailure("A buffer has no address.")
        }
        return start
    }

    /// The address of storage that libsodium writes.
    static func start<T>(of buffer: UnsafeMutableRawBufferPointer) -> UnsafeMutablePointer<T> {
        guard let start = buffer.bindMemory(to: T.self).baseAddress else {
            preconditionFailure("A buffer has no address.")
        }
        return start
    }
}
