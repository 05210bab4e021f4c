// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import TestSupport
import Testing

struct Secp256k1Tests {
    private static let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"

    private static func key(_ seed: UInt64) throws -> Secp256k1.PrivateKey {
        var random = SeededRandom(seed: seed)
        return try Secp256k1.PrivateKey(SecretBytes(random.bytes(32)))
    }

    @Test func everySignatureIsWhatAnotherImplementationMakes() throws {
        let rows = try Vectors.lines("secp256k1-signatures.txt")
        #expect(rows.count == 64)
        for row in rows {
            let fields = try row.split(separator: " ").map { try Hex.decode(String($0)) }
            let key = try Secp256k1.PrivateKey(SecretBytes(fields[0]))
            let digest = fields[1]
            #expect(key.publicKey.compressed == fields[2])
            #expect(try key.sign(digest: digest).raw == fields[3])
            let low = try key.sign(digest: digest, isLowR: true)
            #expect(low.raw == fields[4] && low.isLowR && low.der.count <= 70)
            let (signature, identifier) = try key.signRecoverable(digest: digest)
            #expect(signature.raw == fields[3] && [identifier] == fields[5])
            #expect(try Secp256k1.recover(signature, recoveryID: identifier, digest: digest) == key.publicKey)
            #expect(try key.signSchnorr(digest) == fields[6])
            #expect(TaggedHash.tapTweak.hash(key.publicKey.xOnly.bytes) == fields[7])
            #expect(try key.signSchnorr(digest, tapTweak: fields[7]) == fields[8])
            #expect(try key.tapTweaked(fields[7]).signSchnorr(digest) == fields[8])
            #expect(try key.publicKey.xOnly.tweaked(fields[7]).key.isValid(fields[8], for: digest))
        }
    }

    @Test func schnorrMatchesBIP340() throws {
        let rows = try Vectors.lines("bip340.csv").dropFirst()
        #expect(rows.count == 19)
        for row in rows {
            let fields = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let (publicKey, message, signature) = try (
                Hex.decode(fields[2]), Hex.decode(fields[4]), Hex.decode(fields[5])
            )
            if !fields[1].isEmpty, message.count == 32 {
                let key = try Secp256k1.PrivateKey(SecretBytes(Hex.decode(fields[1])))
                #expect(key.publicKey.xOnly.bytes == publicKey, "row \(fields[0])")
                #expect(try key.signSchnorr(message, auxiliary: Hex.decode(fields[3])) == signature, "row \(fields[0])")
            }
            do {
                let key = try Secp256k1.XOnlyKey(publicKey)
                #expect(key.isValid(signature, for: message) == (fields[6] == "TRUE"), "row \(fields[0])")
            } catch is CryptoError {
                #expect(fields[6] == "FALSE", "row \(fields[0])")
            }
        }
    }

    /// Wycheproof judges by Bitcoin's rules: strict DER, low s.
    @Test func everyForgedSignatureIsRefused() throws {
        struct Group: Decodable {
            struct Key: Decodable { let uncompressed: HexBytes }
            let publicKey: Key
            let tests: [Case]
        }
        struct Case: Decodable { let tcId: Int, msg: HexBytes, sig: HexBytes, result: String }
        var checked = 0
        for group in try Vectors.load("ecdsa_secp256k1_sha256_bitcoin_test.json", as: Wycheproof<Group>.self).testGroups
        {
            let key = try Secp256k1.PublicKey(group.publicKey.uncompressed.bytes)
            #expect(key.uncompressed == group.publicKey.uncompressed.bytes)
            #expect(try Secp256k1.PublicKey(key.compressed) == key)
            for test in group.tests {
                do {
                    let signature = try Secp256k1.Signature(der: test.sig.bytes)
                    #expect(signature.der == test.sig.bytes, "case \(test.tcId)")
                    let isValid = key.isValid(signature, forDigest: SHA256.hash(test.msg.bytes).bytes)
                    #expect(isValid == (test.result == "valid"), "case \(test.tcId)")
                } catch is CryptoError {
                    #expect(test.result == "invalid", "case \(test.tcId)")
                }
                checked += 1
            }
        }
        #expect(checked == 463)
    }

    @Test func scalarsOutsideTheGroupAreNoKeys() throws {
        let order = try Hex.decode(Self.order)
        var below = order
        below[31] -= 1
        _ = try Secp256k1.PrivateKey(SecretBytes(below))
        for bytes in [order, [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32), [], [1]] {
            let error = #expect(throws: CryptoError.self) { try Secp256k1.PrivateKey(SecretBytes(bytes)) }
            #expect(error?.code == .invalidKey)
        }
    }

    @Test func keysInOtherFormsAreRefused() throws {
        let key = try Self.key(1).publicKey
        for bytes in [
            [], [2], Array(key.compressed.dropLast()), [5] + key.compressed.dropFirst(),
            [4] + key.compressed.dropFirst(),
            [6 + (key.isOdd ? 1 : 0)] + key.uncompressed.dropFirst(), [2] + key.uncompressed.dropFirst(),
            [2] + [UInt8](repeating: 0, count: 31) + [5], [2] + [UInt8](repeating: 0xFF, count: 32),
        ] as [[UInt8]] {
            #expect(throws: CryptoError.self) { try Secp256k1.PublicKey(bytes) }
        }
        // x = 5 is no coordinate of a point.
        #expect(throws: CryptoError.self) { try Secp256k1.XOnlyKey([UInt8](repeating: 0, count: 31) + [5]) }
        #expect(throws: CryptoError.self) { try Secp256k1.XOnlyKey(key.compressed) }
    }

    @Test func tweakingBothHalvesGivesOnePair() throws {
        var random = SeededRandom(seed: 7)
        for seed in 0..<20 as Range<UInt64> {
            let key = try Self.key(seed)
            let tweak = random.bytes(32)
            #expect(try key.adding(tweak: tweak).publicKey == key.publicKey.adding(tweak: tweak))
            let (tapKey, isOdd) = try key.publicKey.xOnly.tweaked(tweak)
            let tapPrivate = try key.tapTweaked(tweak)
            #expect(tapPrivate.publicKey.xOnly == tapKey && tapPrivate.publicKey.isOdd == isOdd)
            #expect(key.publicKey.withCoordinates { Array($0) } == Array(key.publicKey.uncompressed.dropFirst()))
        }
    }

    @Test func aTweakThatGivesNoKeyIsRefused() throws {
        let key = try Secp256k1.PrivateKey(SecretBytes([UInt8](repeating: 0, count: 31) + [1]))
        var minusOne = try Hex.decode(Self.order)
        minusOne[31] -= 1
        for tweak in [minusOne, try Hex.decode(Self.order), [1]] {
            #expect(throws: CryptoError.self) { try key.adding(tweak: tweak) }
            #expect(throws: CryptoError.self) { try key.publicKey.adding(tweak: tweak) }
        }
        #expect(throws: CryptoError.self) { try key.publicKey.xOnly.tweaked([]) }
        #expect(throws: CryptoError.self) { try key.signSchnorr([UInt8](repeating: 1, count: 32), tapTweak: [1]) }
    }

    @Test func onlyWholeDigestsAreSigned() throws {
        let key = try Self.key(3)
        let digest = [UInt8](repeating: 9, count: 32)
        #expect(throws: CryptoError.self) { try key.sign(digest: [1]) }
        #expect(throws: CryptoError.self) { try key.signRecoverable(digest: []) }
        #expect(throws: CryptoError.self) { try key.signSchnorr([1]) }
        #expect(throws: CryptoError.self) { try key.signSchnorr(digest, auxiliary: [1]) }
        let signature = try key.sign(digest: digest)
        #expect(!key.publicKey.isValid(signature, forDigest: []))
        #expect(throws: CryptoError.self) { try Secp256k1.recover(signature, recoveryID: 4, digest: digest) }
        #expect(throws: CryptoError.self) { try Secp256k1.recover(signature, recoveryID: 0, digest: [1]) }
    }

    @Test func signaturesOutOfRangeAreRefused() throws {
        let order = try Hex.decode(Self.order)
        let one = [UInt8](repeating: 0, count: 31) + [1]
        let zero = [UInt8](repeating: 0, count: 32)
        _ = try Secp256k1.Signature(raw: one + one)
        var high = order
        high[31] -= 1
        for raw in [[], one, one + zero, zero + one, one + order, order + one, one + high] {
            #expect(throws: CryptoError.self) { try Secp256k1.Signature(raw: raw) }
        }
    }

    @Test func everyThreadSignsAlike() async throws {
        let key = try Self.key(5)
        let digest = SHA256.hash([1]).bytes
        let expected = try key.sign(digest: digest, isLowR: true)
        try await withThrowingTaskGroup(of: Secp256k1.Signature.self) { group in
            for _ in 0..<16 { group.addTask { try key.sign(digest: digest, isLowR: true) } }
            for try await signature in group { #expect(signature == expected) }
        }
    }

    @Test func aPrivateKeyPrintsNothing() throws {
        let key = try Self.key(6)
        #expect("\(key)" == "‹redacted›" && String(reflecting: key) == "‹redacted›")
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains("scalar") && dumped.contains("‹redacted›"))
    }
}
