// SPDX-License-Identifier: MIT
/// Bytes that are erased with their last reference, and that print as `‹redacted›`. They lie in ``SecretMemory``.
///
/// The content never changes after `init`. The caller must keep arrays with a copy of the secret short-lived; prefer
/// ``init(count:initializing:)``, which writes directly into the erased storage.
// Sendable: the storage is written once in `init`, only read afterwards, and freed in `deinit`.
package final class SecretBytes: @unchecked Sendable, Equatable {
    private let storage: UnsafeMutableRawBufferPointer

    /// Copies the bytes of an array.
    package init(_ bytes: [UInt8]) {
        storage = SecretMemory.allocate(bytes.count)
        storage.copyBytes(from: bytes)
    }

    /// Lets the closure fill `count` zero bytes in place.
    ///
    /// - Throws: what the closure throws; the storage is then erased too.
    package init(count: Int, initializing fill: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
        precondition(count >= 0, "A secret cannot have \(count) bytes.")
        storage = SecretMemory.allocate(count)
        try fill(storage)
    }

    deinit { SecretMemory.free(storage) }

    package var count: Int { storage.count }
    package var isEmpty: Bool { storage.isEmpty }

    /// Passes the bytes to the closure; they must not escape it.
    package func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(storage))
    }

    /// Takes constant time for equal counts; only the counts may leak.
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
