// SPDX-License-Identifier: MIT
#if canImport(Security) && canImport(LocalAuthentication)
    internal import Bytes
    internal import Crypto
    internal import Darwin
    internal import Foundation

    /// Caches an opened vault key for a limited time, so that face or finger opens the wallet in place of the
    /// passphrase.
    ///
    /// The counterpart of the kernel's keyring on Linux, with the same members and guarantees: the key is gone when its
    /// time is over or the device was restarted, and no other app can fetch it. It is in the keychain, sealed to a key
    /// of the Secure Enclave. ``fetch()`` waits until the system has recognised the owner, so call it off the main
    /// thread. A device without an Enclave or without a passcode caches nothing, which is not an error.
    package struct UnlockCache: Sendable {
        private static let service = "org.satchel.unlock"
        private static let version: UInt64 = 1
        private let name: String

        /// - Parameter wallet: distinguishes the wallets of one device; not secret.
        package init(wallet: String) { name = "satchel:\(wallet)" }

        private var item: KeychainItem { KeychainItem(service: Self.service, account: name) }
        private var enclave: EnclaveKey { EnclaveKey(name: name) }

        /// Caches the key for a time in seconds; returns whether the system accepted it.
        @discardableResult
        package func store(_ key: VaultKey, seconds: UInt32) -> Bool {
            guard let boot = Self.boot, let sealed = key.secret.withUnsafeBytes({ enclave.seal(Array($0)) }) else {
                return false
            }
            var writer = CBORWriter()
            writer.array(4)
            writer.uint(Self.version)
            writer.text(boot)
            writer.uint(Self.secondsSinceBoot + UInt64(seconds))
            writer.bytes(sealed)
            return item.write(writer.encoded)
        }

        /// The key; nil if none is cached, its time is over, or the owner was not recognised.
        package func fetch() -> VaultKey? {
            guard let bytes = item.read() else { return nil }
            // Safe: an unreadable item counts as none. The passphrase still opens the wallet.
            guard let sealed = try? Self.sealed(in: bytes) else {
                clear()
                return nil
            }
            let reason = NSLocalizedString("unlock.reason", comment: "Why the wallet asks for a face or a finger")
            guard let secret = enclave.open(sealed, presence: OwnerPresence(reason: reason)),
                secret.count == VaultKey.count
            else { return nil }
            return VaultKey(secret: SecretBytes(secret))
        }

        /// Removes the key from the cache.
        package func clear() {
            item.remove()
            enclave.remove()
        }

        /// The sealed bytes; nil if their time is over.
        private static func sealed(in bytes: [UInt8]) throws -> [UInt8]? {
            var reader = try CBORReader(bytes, maximumCount: 1_024)
            guard try reader.array(maximum: 4) == 4, try reader.uint() == version, try reader.text(maximum: 64) == boot,
                try reader.uint() > secondsSinceBoot
            else { return nil }
            let sealed = try reader.bytes(maximum: 512)
            try reader.finish()
            return sealed
        }

        /// The id of the current boot session, which a changed clock does not affect.
        private static var boot: String? {
            var name = [CChar](repeating: 0, count: 64)
            var count = name.count
            guard sysctlbyname("kern.bootsessionuuid", &name, &count, nil, 0) == 0 else { return nil }
            return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        /// This clock keeps running while the device sleeps.
        private static var secondsSinceBoot: UInt64 { clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW) / 1_000_000_000 }
    }
#endif
