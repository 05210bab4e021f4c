// SPDX-License-Identifier: MIT
internal import CSecp256k1
internal import Glibc

/// The contexts of libsecp256k1: a static one for public values, a blinded one per thread for secret values.
///
/// C: `secp256k1_context`, <https://github.com/bitcoin-core/secp256k1/blob/master/include/secp256k1.h>
enum SecpContext {
    /// For parsing, adding and verifying: the library's static context.
    static var verifying: OpaquePointer {
        _ = isSound
        guard let context = secp256k1_constant_context() else {
            preconditionFailure("libsecp256k1 has no constant context.")
        }
        return context
    }

    /// Stops the program if the library was built for another machine. Its manual requires this test once for the
    /// static context.
    private static let isSound: Void = secp256k1_selftest()

    /// For multiplying the base point, mostly with private keys: this thread's context, created at its first use and
    /// freed when the thread ends.
    ///
    /// It is blinded with fresh randomness, so that timing and power reveal less about a key. pthread_key_create(3)
    static var signing: OpaquePointer {
        if let stored = pthread_getspecific(slot) { return OpaquePointer(stored) }
        guard let made = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else {
            preconditionFailure("libsecp256k1 has no memory left for a context.")
        }
        let isBlinded = secp256k1_context_randomize(made, RandomSource.system.bytes(32)) == 1
        precondition(isBlinded, "libsecp256k1 refused to blind a context.")
        let result = pthread_setspecific(slot, UnsafeRawPointer(made))
        precondition(result == 0, "The thread's signing context could not be stored: error \(result).")
        return made
    }

    private static let slot: pthread_key_t = {
        var slot = pthread_key_t()
        let result = pthread_key_create(&slot) { stored in
            guard let stored else { return }
            secp256k1_context_destroy(OpaquePointer(stored))
        }
        precondition(result == 0, "No thread-local slot is left for signing: error \(result).")
        return slot
    }()
}
