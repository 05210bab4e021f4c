// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Keys
import Testing

struct SealedVaultKeyTests {
    private let passphrase = SecretBytes(Array("correct horse".utf8))

    private func create() throws -> (SealedVaultKey, VaultKey) {
        try SealedVaultKey.create(passphrase: passphrase, random: .system, cost: .minimum)
    }

    @Test func theRightPassphraseOpensWhatWasSealed() throws {
        let (sealed, key) = try create()
        let again = try SealedVaultKey(decoding: sealed.encoded)
        #expect(try again.open(passphrase: passphrase) == key)
    }

    @Test func twoKeysAreNeverTheSame() throws {
        let (one, two) = (try create(), try create())
        #expect(one.1 != two.1)
        #expect(one.0.encoded != two.0.encoded)
    }

    @Test func aWrongPassphraseIsASentence() throws {
        let (sealed, _) = try create()
        for wrong in ["", "correct horsf", "Correct horse", "correct horse "] {
            let error = #expect(throws: KeysError.self) { try sealed.open(passphrase: SecretBytes(Array(wrong.utf8))) }
            #expect(error?.code == .wrongPassphrase)
            #expect(error?.message.contains("keyboard layout") == true)
        }
    }

    @Test func anEmptyPassphraseIsRefused() {
        let error = #expect(throws: KeysError.self) {
            try SealedVaultKey.create(passphrase: SecretBytes([]), random: .system, cost: .minimum)
        }
        #expect(error?.code == .malformed)
    }

    @Test func anyDamageIsToldFromAWrongPassphrase() throws {
        let encoded = try create().0.encoded
        for index in encoded.indices {
            var damaged = encoded
            damaged[index] ^= 1
            let error = #expect(throws: KeysError.self) { try SealedVaultKey(decoding: damaged) }
            #expect(error?.code == .malformed || error?.code == .unsupported, "byte \(index)")
        }
        for count in 0..<encoded.count {
            #expect(throws: KeysError.self) { try SealedVaultKey(decoding: Array(encoded[..<count])) }
        }
        #expect(throws: KeysError.self) { try SealedVaultKey(decoding: encoded + [0]) }
    }

    @Test func anotherMethodIsLeftToANewerProgram() throws {
        var writer = CBORWriter()
        writer.array(3)
        writer.text("satchel-vault")
        writer.uint(1)
        writer.uint(2)
        let error = #expect(throws: KeysError.self) { try SealedVaultKey(decoding: writer.encoded) }
        #expect(error?.code == .unsupported)
    }

    @Test func changingThePassphraseKeepsTheKey() throws {
        let (sealed, key) = try create()
        let new = SecretBytes(Array("battery staple".utf8))
        let changed = try sealed.changingPassphrase(from: passphrase, to: new, random: .system, cost: .minimum)
        #expect(try changed.open(passphrase: new) == key)
        #expect(throws: KeysError.self) { try changed.open(passphrase: passphrase) }
        #expect(throws: KeysError.self) {
            try sealed.changingPassphrase(from: new, to: passphrase, random: .system, cost: .minimum)
        }
    }
}
