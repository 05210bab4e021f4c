// SPDX-License-Identifier: MIT
#if canImport(Security)
    internal import Foundation
    internal import Security

    /// A few bytes under a name in this device's data protection keychain, which no backup and no other device gets.
    ///
    /// The bytes stored here are already sealed; see ``EnclaveKey``.
    ///
    /// C: `SecItemAdd`, `SecItemCopyMatching`, `SecItemDelete`,
    /// <https://developer.apple.com/documentation/security/keychain-items>
    struct KeychainItem {
        let service: String
        let account: String

        private var query: [CFString: Any] {
            [
                kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
                kSecUseDataProtectionKeychain: true, kSecAttrSynchronizable: false,
            ]
        }

        /// Replaces the stored bytes; returns whether the system accepted them.
        func write(_ bytes: [UInt8]) -> Bool {
            remove()
            var item = query
            item[kSecValueData] = Data(bytes)
            item[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
            return SecItemAdd(item as CFDictionary, nil) == errSecSuccess
        }

        /// The bytes; nil if there are none or the device is locked.
        func read() -> [UInt8]? {
            var item = query
            item[kSecReturnData] = true
            item[kSecMatchLimit] = kSecMatchLimitOne
            var found: CFTypeRef?
            guard SecItemCopyMatching(item as CFDictionary, &found) == errSecSuccess, let data = found as? Data else {
                return nil
            }
            return Array(data)
        }

        func remove() { SecItemDelete(query as CFDictionary) }
    }
#endif
