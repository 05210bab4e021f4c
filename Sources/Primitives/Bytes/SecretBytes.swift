// SPDX-License-Identifier: MIT
internal import Glibc

/// Bytes that erase themselves when nobody holds them any more, and that print as `‹redacted›`.
///
/// The content never changes after `init`. Arrays that a secret is built from or copied to are the caller's to keep
/// short-lived; prefer ``init(count:initializing:)``, which writes straight into the erased storage.
// Sendable: the storage is written once in `init`, only read afterwards, and freed in `deinit`.
package final class SecretBytes: @unchecked Sendable, Equatable {
    private let storage: UnsafeMutableRawBufferPointer

    /// Copies the bytes of an array.
    package init(_ bytes: [UInt8]) {
        storage = .allocate(byteCount: bytes.count, alignment: 16)
        storage.copyBytes(from: bytes)
    }

    /// Lets the closure fill `count` zero bytes in place.
    ///
    /// - Throws: what the closure throws; the storage is erased then too.
    package init(count: Int, initializing fill: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
        precondition(count >= 0, "A secret cannot have \(count) bytes.")
        storage = .allocate(byteCount: count, alignment: 16)
        storage.initializeMemory(as: UInt8.self, repeating: 0)
        try fill(storage)
    }

    deinit {
        if let start = storage.baseAddress {
            // A plain store may be optimised away before a free. explicit_bzero(3)
            explicit_bzero(start, storage.count)
        }
        storage.deallocate()
    }

    package var count: Int { storage.count }

    /// Lends the bytes for the length of the closure.
    package func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(storage))
    }

    /// Takes the same time wherever the two differ; only the counts may leak.
    package static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index in 0..<left.count {
            difference |= left.storage[index] ^ right.storage[index]
        }
        return difference == 0
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "‹redacted›" }
    package var debugDescription: String { "‹redacted›" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
