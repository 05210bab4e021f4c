// SPDX-License-Identifier: MIT
#if canImport(Security)
    internal import Foundation
    internal import LocalAuthentication
    internal import Security

    /// A key that the Secure Enclave makes and never releases. Bytes sealed to it open only on this device, after the
    /// system has recognised the owner by face, finger or passcode.
    ///
    /// C: `SecKeyCreateRandomKey`, `SecKeyCreateEncryptedData`,
    /// <https://developer.apple.com/documentation/security/protecting-keys-with-the-secure-enclave>
    struct EnclaveKey {
        /// ECIES over P-256 with AES-256-GCM, as the Enclave itself offers it.
        private static let algorithm = SecKeyAlgorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM

        private let name: [UInt8]

        init(name: String) { self.name = Array(name.utf8) }

        private var query: [CFString: Any] {
            [
                kSecClass: kSecClassKey, kSecAttrApplicationTag: Data(name),
                kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
                kSecUseDataProtectionKeychain: true,
            ]
        }

        /// Seals bytes to a new key, which replaces the one before; nil if the device has no Enclave or no passcode.
        func seal(_ bytes: [UInt8]) -> [UInt8]? {
            remove()
            guard
                let access = SecAccessControlCreateWithFlags(
                    nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, [.privateKeyUsage, .userPresence], nil)
            else { return nil }
            let attributes: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
                kSecAttrTokenID: kSecAttrTokenIDSecureEnclave, kSecUseDataProtectionKeychain: true,
                kSecPrivateKeyAttrs: [
                    kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data(name), kSecAttrAccessControl: access,
                ] as [CFString: Any],
            ]
            guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil), let open = SecKeyCopyPublicKey(key),
                let sealed = SecKeyCreateEncryptedData(open, Self.algorithm, Data(bytes) as CFData, nil)
            else { return nil }
            return Array(sealed as Data)
        }

        /// Opens sealed bytes. Asks for face, finger or passcode and waits for the answer, so do not call it on the
        /// main thread.
        ///
        /// - Returns: nil when the owner was not recognised or refused, or the key is gone.
        func open(_ sealed: [UInt8], presence: OwnerPresence) -> [UInt8]? {
            var item = query
            item[kSecReturnRef] = true
            item[kSecUseAuthenticationContext] = presence.context
            var found: CFTypeRef?
            guard SecItemCopyMatching(item as CFDictionary, &found) == errSecSuccess, let found else { return nil }
            // Safe: the query asks for a reference to a key, and Core Foundation's types cannot be cast conditionally.
            let key = found as! SecKey
            guard let bytes = SecKeyCreateDecryptedData(key, Self.algorithm, Data(sealed) as CFData, nil) else {
                return nil
            }
            return Array(bytes as Data)
        }

        func remove() { SecItemDelete(query as CFDictionary) }
    }
#endif
