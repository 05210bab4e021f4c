// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Testing

struct X25519Tests {
    /// RFC 7748, section 5.2: each result is the next key, and each key the next point.
    @Test func aThousandAgreementsMatchTheStandard() throws {
        var (scalar, point) = (
            [UInt8(9)] + [UInt8](repeating: 0, count: 31), [UInt8(9)] + [UInt8](repeating: 0, count: 31)
        )
        for round in 1...1_000 {
            let secret = try X25519.PrivateKey(SecretBytes(scalar)).agreement(with: point)
            (scalar, point) = (secret.withUnsafeBytes { Array($0) }, scalar)
            if round == 1 {
                #expect(
                    Hex.encode(scalar) == "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079")
            }
        }
        #expect(Hex.encode(scalar) == "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51")
    }

    @Test func thePublicKeyIsTheAgreementWithTheBasePoint() throws {
        let (alice, bob) = (X25519.PrivateKey(random: .system), X25519.PrivateKey(random: .system))
        #expect(try alice.agreement(with: [9] + [UInt8](repeating: 0, count: 31)) == SecretBytes(alice.publicKey))
        #expect(try alice.agreement(with: bob.publicKey) == bob.agreement(with: alice.publicKey))
    }

    @Test func agreementsMatchWycheproofAndZeroIsRefused() throws {
        struct Group: Decodable { let tests: [Case] }
        struct Case: Decodable {
            let tcId: Int
            let `public`, `private`, shared: HexBytes
        }
        var (agreed, refused) = (0, 0)
        for test in try Vectors.load("x25519_test.json", as: Wycheproof<Group>.self).testGroups.flatMap(\.tests) {
            let key = try X25519.PrivateKey(SecretBytes(test.private.bytes))
            if test.shared.bytes.allSatisfy({ $0 == 0 }) {
                #expect(throws: CryptoError.self, "\(test.tcId)") { try key.agreement(with: test.public.bytes) }
                refused += 1
            } else {
                #expect(try key.agreement(with: test.public.bytes) == SecretBytes(test.shared.bytes), "\(test.tcId)")
                agreed += 1
            }
        }
        #expect(agreed > 400 && refused > 5)
    }

    @Test func onlyThirtyTwoBytesAreAKey() throws {
        #expect(throws: CryptoError.self) { try X25519.PrivateKey(SecretBytes([1])) }
        let key = X25519.PrivateKey(random: .system)
        #expect(throws: CryptoError.self) { try key.agreement(with: [UInt8](repeating: 9, count: 31)) }
        #expect("\(key)" == "‹redacted›" && String(reflecting: key) == "‹redacted›")
    }
}
