// SPDX-License-Identifier: MIT
#if canImport(CLinux)
    internal import Bytes
    internal import CLinux

    /// Caches an opened vault key for a limited time, so that the next command does not ask for the passphrase.
    ///
    /// The key is in kernel memory, in this user's keyring. It is never on disk or in swap, and it is gone when its
    /// time is over or the machine stops. Only processes of the same user can fetch it. If the kernel offers no keyring
    /// (some containers), nothing is cached, which is not an error.
    ///
    /// C: man 7 keyrings, man 7 user-keyring
    package struct UnlockCache: Sendable {
        private let name: String

        /// - Parameter wallet: distinguishes the wallets of one user. It must not be secret, because every process may
        ///   list the names.
        package init(wallet: String) { name = "satchel:\(wallet)" }

        /// Caches the key for a time in seconds; returns whether the kernel accepted it.
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

        /// The key; nil if none is cached, its time is over, or there is no keyring.
        package func fetch() -> VaultKey? {
            let id = satchel_key_find(name)
            guard id > 0 else { return nil }
            var count = 0
            let secret = SecretBytes(count: VaultKey.count) { bytes in
                count = satchel_key_read(id, bytes.baseAddress, bytes.count)
            }
            return count == VaultKey.count ? VaultKey(secret: secret) : nil
        }

        /// Removes the key from the cache.
        package func clear() {
            let id = satchel_key_find(name)
            if id > 0 { satchel_key_remove(id) }
        }
    }
#endif
