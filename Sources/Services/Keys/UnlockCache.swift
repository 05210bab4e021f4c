// SPDX-License-Identifier: MIT
#if canImport(CLinux)
    internal import Bytes
    internal import CLinux

    /// Remembers an opened vault key for a while, so that the next command does not ask for the passphrase.
    ///
    /// It lives in the kernel's memory, in the keyring of this user: never on a disk, not even in swap, gone when its time is
    /// over or the machine stops. Every process of the same user can fetch it, and no other user. Where the kernel offers no
    /// keyring (some containers), nothing is remembered, and that is no error.
    ///
    /// C: man 7 keyrings, man 7 user-keyring
    package struct UnlockCache: Sendable {
        private let name: String

        /// - Parameter wallet: tells wallets of one user apart; no secret, for every process may list the names.
        package init(wallet: String) { name = "satchel:\(wallet)" }

        /// Remembers the key for a time, in seconds; returns whether the kernel did.
        @discardableResult
        package func store(_ key: VaultKey, seconds: UInt32) -> Bool {
            let id = key.secret.withUnsafeBytes { satchel_key_add(name, $0.baseAddress, $0.count) }
            guard id > 0 else { return false }
            guard satchel_key_set_timeout(id, seconds) >= 0, satchel_key_allow_user(id) >= 0 else {
                satchel_key_remove(id)
                return false
            }
            return true
        }

        /// The key, or nil when it was never stored, its time is over, or there is no keyring.
        package func fetch() -> VaultKey? {
            let id = satchel_key_find(name)
            guard id > 0 else { return nil }
            var count = 0
            let secret = SecretBytes(count: VaultKey.count) { bytes in
                count = satchel_key_read(id, bytes.baseAddress, bytes.count)
            }
            return count == VaultKey.count ? VaultKey(secret: secret) : nil
        }

        /// Forgets the key at once.
        package func clear() {
            let id = satchel_key_find(name)
            if id > 0 { satchel_key_remove(id) }
        }
    }
#endif
