// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import TestSupport
import Testing

/// Wycheproof's signatures, valid and forged, against our stricter rule: s in the lower half.
struct P256VectorTests {
    private struct Group: Decodable {
        struct Key: Decodable { let uncompressed: HexBytes }
        let publicKey: Key
        let tests: [Case]

        /// 2 or 3 for an even or odd y, then x.
        func key() throws -> P256.PublicKey {
            let point = publicKey.uncompressed.bytes
            return try P256.PublicKey(compressed: [2 + (point[64] & 1)] + point[1...32])
        }
    }

    private struct Case: Decodable {
        let tcId: Int, msg: HexBytes, sig: HexBytes, result: String
        var isValid: Bool { result == "valid" }
    }

    private static let halfOrder: [UInt8] = [
        0x7F, 0xFF, 0xFF, 0xFF, 0x80, 0x00, 0x00, 0x00, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xDE, 0x73, 0x7D, 0x56, 0xD3, 0x8B, 0xCF, 0x42, 0x79, 0xDC, 0xE5, 0x61, 0x7E, 0x31, 0x92, 0xA8,
    ]

    @Test func everyRawVectorIsJudgedRightly() throws {
        var valid = 0
        var high = 0
        for group in try Vectors.load("ecdsa_secp256r1_sha256_p1363_test.json", as: Wycheproof<Group>.self).testGroups {
            let key = try group.key()
            let prepared = try key.prepared()
            for test in group.tests {
                #expect(Self.accepts(test.sig.bytes, key, test.msg.bytes) == test.isValid, "case \(test.tcId)")
                #expect(Self.accepts(test.sig.bytes, prepared, test.msg.bytes) == test.isValid, "case \(test.tcId)")
                guard test.isValid else { continue }
                valid += 1
                guard Self.halfOrder.lexicographicallyPrecedes(test.sig.bytes[32...]) else { continue }
                high += 1
                #expect(throws: CryptoError.self, "case \(test.tcId)") { try P256.Signature(raw: test.sig.bytes) }
            }
        }
        #expect(valid > 150 && high > 50)
    }

    @Test func everyDERVectorIsJudgedRightly() throws {
        for group in try Vectors.load("ecdsa_secp256r1_sha256_test.json", as: Wycheproof<Group>.self).testGroups {
            let key = try group.key()
            for test in group.tests {
                do {
                    let raw = try ECDSADER.raw(from: test.sig.bytes)
                    // One signature has one DER form, so what was read must be what would be written.
                    #expect(try ECDSADER.der(from: raw) == test.sig.bytes, "case \(test.tcId)")
                    #expect(Self.accepts(raw, key, test.msg.bytes) == test.isValid, "case \(test.tcId)")
                } catch is CryptoError {
                    #expect(!test.isValid, "case \(test.tcId)")
                }
            }
        }
    }

    // OpenSSL checks that each point is on the curve, and of the two with one x the sign picks one: so a point that is
    // found is the right one, and only what is found or refused needs proof.
    @Test func aPointIsFoundExactlyWhereTheCurveHasOne() throws {
        let rows = try Vectors.lines("p256-x.txt")
        #expect(rows.count == 86)
        for row in rows {
            let words = row.split(separator: " ")
            for sign in [2, 3] as [UInt8] {
                let key = try P256.PublicKey(compressed: [sign] + Hex.decode(String(words[1])))
                do {
                    #expect(try key.prepared() == key)
                    #expect(words[0] == "point", "\(row)")
                } catch let error as CryptoError {
                    #expect(error.code == .invalidKey && words[0] == "none", "\(row)")
                }
            }
        }
    }

    @Test(arguments: 0..<64 as Range<UInt64>)
    func everyKeyThatOpenSSLMakesIsFoundAgain(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let key = P256.PrivateKey.derived(seed: SecretBytes(generator.bytes(32)), info: [])
        let signature = try key.sign([[1]])
        #expect(try P256.PublicKey(compressed: key.publicKey.compressed).prepared().isValid(signature, for: [[1]]))
        // The mirrored point is a key too, of somebody else.
        var mirrored = key.publicKey.compressed
        mirrored[0] ^= 1
        #expect(try !P256.PublicKey(compressed: mirrored).prepared().isValid(signature, for: [[1]]))
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func derAndRawConvertBothWays(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        var raw = generator.bytes(64)
        for index in 0..<Int(seed % 33) { raw[index] = 0 }
        for index in 0..<Int(seed % 31) { raw[32 + index] = 0 }
        #expect(try ECDSADER.raw(from: ECDSADER.der(from: raw)) == raw, "seed \(seed)")
        var damaged = try ECDSADER.der(from: raw)
        damaged[Int.random(in: damaged.indices, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        do { #expect(try ECDSADER.der(from: ECDSADER.raw(from: damaged)) == damaged) } catch is CryptoError {}
    }

    @Test func derOfAWrongLengthIsRefused() {
        #expect(throws: CryptoError.self) { try ECDSADER.der(from: [1]) }
        #expect(throws: CryptoError.self) { try ECDSADER.raw(from: []) }
        #expect(throws: CryptoError.self) { try ECDSADER.raw(from: [0x30]) }
        #expect(throws: CryptoError.self) { try ECDSADER.raw(from: [0x30, 0x00]) }
    }

    /// Whether the signature verifies in its low form.
    private static func accepts(_ raw: [UInt8], _ key: P256.PublicKey, _ message: [UInt8]) -> Bool {
        do {
            return try key.isValid(P256.Signature(normalizing: raw), for: [message])
        } catch {
            return false
        }
    }
}
