// SPDX-License-Identifier: MIT
package import Bytes
package import Crypto

/// A vault key sealed under a passphrase: the content of the key file.
///
///     ["satchel-vault", 1, method 1, salt (16), memory bytes, passes, nonce (12), sealed key (48), checksum (8)]
///
/// Method 1 derives a key with Argon2id from the passphrase and seals the vault key with AES-256-GCM; all fields before
/// the sealed key are its associated data. Other methods (a TPM, a secret service) can follow under other numbers. The
/// checksum, the first bytes of SHA-256 over the rest, distinguishes a damaged file from a wrong passphrase.
package struct SealedVaultKey: Sendable, Equatable {
    /// The most bytes of the file.
    package static let maximumCount = 1_024
    private static let magic = "satchel-vault"
    private static let version: UInt64 = 1
    private static let passphraseMethod: UInt64 = 1
    private static let checksumCount = 8

    private let salt: [UInt8]
    private let cost: Argon2id.Cost
    private let nonce: [UInt8]
    private let sealed: [UInt8]

    /// Makes a new vault key and seals it under a passphrase.
    ///
    /// - Throws: ``KeysError`` with code `.malformed` for an empty passphrase; ``CryptoError`` when memory is short.
    package static func create(
        passphrase: SecretBytes, random: RandomSource, cost: Argon2id.Cost = .interactive
    ) throws -> (SealedVaultKey, VaultKey) {
        let key = VaultKey(secret: SecretBytes(random.bytes(VaultKey.count)))
        return (try SealedVaultKey(sealing: key, passphrase: passphrase, random: random, cost: cost), key)
    }

    /// Seals an existing key, for a second place such as a backup.
    ///
    /// - Throws: ``KeysError`` with code `.malformed` for an empty passphrase; ``CryptoError`` when memory is short.
    package init(
        sealing key: VaultKey, passphrase: SecretBytes, random: RandomSource, cost: Argon2id.Cost = .interactive
    ) throws {
        guard !passphrase.isEmpty else {
            throw KeysError(
                .malformed, "The passphrase is empty: choose one that is hard to guess and that you remember.")
        }
        salt = random.bytes(Argon2id.saltCount)
        nonce = random.bytes(AESGCM.nonceCount)
        self.cost = cost
        let wrapping = try Argon2id.derive(password: passphrase, salt: salt, cost: cost, count: AESGCM.keyCount)
        sealed = try AESGCM.seal(
            key.secret.withUnsafeBytes { Array($0) }, key: wrapping, nonce: nonce,
            associatedData: Self.header(salt, cost, nonce))
    }

    /// Opens the vault key.
    ///
    /// - Throws: ``KeysError`` with code `.wrongPassphrase`; ``CryptoError`` when memory is short.
    package func open(passphrase: SecretBytes) throws -> VaultKey {
        let wrapping = try Argon2id.derive(password: passphrase, salt: salt, cost: cost, count: AESGCM.keyCount)
        do {
            let secret = try AESGCM.open(
                sealed, key: wrapping, nonce: nonce, associatedData: Self.header(salt, cost, nonce))
            return VaultKey(secret: SecretBytes(secret))
        } catch let error as CryptoError where error.code == .authenticationFailed {
            throw KeysError(
                .wrongPassphrase,
                "The passphrase is wrong. Check capital letters and the keyboard layout, and try again; without it only a "
                    + "backup and its passphrase can bring this wallet back.")
        }
    }

    /// Seals the same vault key under another passphrase. Nothing in the store changes.
    ///
    /// Store the result with ``AtomicFile/write(_:to:)``. Until then the old passphrase opens the wallet, afterwards
    /// the new one.
    ///
    /// - Throws: ``KeysError`` with code `.wrongPassphrase` for the old one.
    package func changingPassphrase(
        from old: SecretBytes, to new: SecretBytes, random: RandomSource, cost: Argon2id.Cost = .interactive
    ) throws -> SealedVaultKey {
        try SealedVaultKey(sealing: open(passphrase: old), passphrase: new, random: random, cost: cost)
    }

    // MARK: - File format

    package var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.array(9)
        Self.writeHeader(salt, cost, nonce, to: &writer)
        writer.bytes(sealed)
        let body = writer.encoded
        writer.bytes(Array(SHA256.hash(body).bytes.prefix(Self.checksumCount)))
        return writer.encoded
    }

    /// Reads the content of a key file.
    ///
    /// - Throws: ``KeysError`` with code `.malformed` for a damaged or foreign file, `.unsupported` for a newer one.
    package init(decoding bytes: [UInt8]) throws {
        do {
            var reader = try CBORReader(bytes, maximumCount: Self.maximumCount)
            let fields = try reader.array(maximum: 32)
            guard fields >= 3, try reader.text(maximum: 32) == Self.magic else { throw Self.malformed(nil) }
            guard try reader.uint() == Self.version, try reader.uint() == Self.passphraseMethod else {
                throw KeysError(
                    .unsupported, "The wallet's key was sealed by a newer program: install that one to open it.")
            }
            guard fields == 9 else { throw Self.malformed(nil) }
            salt = try reader.bytes(count: Argon2id.saltCount)
            let memory = try reader.uint(maximum: UInt64(Int32.max))
            let passes = try reader.uint(maximum: UInt64(Int32.max))
            cost = try Argon2id.Cost(memoryBytes: Int(memory), operations: Int(passes))
            nonce = try reader.bytes(count: AESGCM.nonceCount)
            sealed = try reader.bytes(count: VaultKey.count + AESGCM.tagCount)
            _ = try reader.bytes(count: Self.checksumCount)
            try reader.finish()
        } catch let error as KeysError {
            throw error
        } catch {
            throw Self.malformed(error)
        }
        guard encoded == bytes else { throw Self.malformed(nil) }
    }

    private static func malformed(_ cause: (any Error)?) -> KeysError {
        KeysError(
            .malformed, "The file with the wallet's key is damaged: restore the wallet from a backup.", cause: cause)
    }

    private static func header(_ salt: [UInt8], _ cost: Argon2id.Cost, _ nonce: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        writeHeader(salt, cost, nonce, to: &writer)
        return writer.encoded
    }

    private static func writeHeader(
        _ salt: [UInt8], _ cost: Argon2id.Cost, _ nonce: [UInt8], to writer: inout CBORWriter
    ) {
        writer.text(magic)
        writer.uint(version)
        writer.uint(passphraseMethod)
        writer.bytes(salt)
        writer.uint(UInt64(cost.memoryBytes))
        writer.uint(UInt64(cost.operations))
        writer.bytes(nonce)
    }
}
