// SPDX-License-Identifier: MIT
import Bytes
import Chains
import Crypto
import TestSupport
import Testing

struct ExtendedKeyTests {
    private static func master(_ seed: UInt64 = 1) throws -> PrivateExtendedKey {
        var random = SeededRandom(seed: seed)
        return try PrivateExtendedKey(seed: SecretBytes(random.bytes(64)))
    }

    @Test func derivationMatchesBIP32() throws {
        let rows = try Vectors.lines("bip32.txt").filter { !$0.hasPrefix("invalid") }
        #expect(rows.count == 17)
        for row in rows {
            let fields = row.split(separator: " ").map(String.init)
            let master = try PrivateExtendedKey(seed: SecretBytes(Hex.decode(fields[0])))
            let path = try DerivationPath(fields[1])
            let key = try master.derived(path)
            #expect(key.publicKey.serialized() == fields[2], "\(path)")
            #expect(key.serialized() == fields[3], "\(path)")
            #expect(try PublicExtendedKey(parsing: fields[2]) == key.publicKey)
            #expect(try PrivateExtendedKey(parsing: fields[3]).serialized() == fields[3])
            guard let last = path.components.last, last < DerivationPath.hardened else { continue }
            // The last step once more, from the parent's public key.
            let parent = try master.derived(DerivationPath(components: path.components.dropLast())).publicKey
            #expect(try parent.child(last) == key.publicKey)
            #expect(try parent.publicKey(at: last) == key.key.publicKey)
        }
    }

    @Test func invalidKeysOfBIP32AreRefused() throws {
        let rows = try Vectors.lines("bip32.txt").filter { $0.hasPrefix("invalid") }
        #expect(rows.count == 16)
        for row in rows {
            let text = String(row.split(separator: " ")[1])
            let first = #expect(throws: ChainsError.self, "\(row)") { try PublicExtendedKey(parsing: text) }
            let second = #expect(throws: ChainsError.self, "\(row)") { try PrivateExtendedKey(parsing: text) }
            #expect(first?.code == .badKey && second?.code == .badKey)
        }
    }

    @Test func derivationMatchesSLIP10() throws {
        let rows = try Vectors.lines("slip10.txt")
        #expect(rows.count == 24)
        for row in rows {
            let fields = row.split(separator: " ").map(String.init)
            let (seed, path) = try (SecretBytes(Hex.decode(fields[1])), DerivationPath(fields[2]))
            let (chainCode, secret) = try (SecretBytes(Hex.decode(fields[4])), SecretBytes(Hex.decode(fields[5])))
            if fields[0] == "ed25519" {
                let key = try EdwardsKey(seed: seed).derived(path)
                #expect(key.chainCode == chainCode && key.seed == secret, "\(row)")
                #expect("00" + key.privateKey.publicKey.description == fields[6], "\(row)")
            } else {
                let key = try PrivateExtendedKey(seed: seed).derived(path)
                #expect(key.chainCode == chainCode && key.key.scalar == secret, "\(row)")
                #expect(Hex.encode(key.key.publicKey.compressed) == fields[6], "\(row)")
                #expect(Hex.encode(key.parentFingerprint) == fields[3], "\(row)")
            }
        }
    }

    @Test(arguments: ExtendedKeyKind.allCases)
    func everyPrefixSaysWhatItIs(kind: ExtendedKeyKind) throws {
        let key = try Self.master().derived(DerivationPath("m/84'/0'/0'"))
        let text = key.publicKey.serialized(as: kind)
        #expect(text.hasPrefix(kind.rawValue))
        let again = try PublicExtendedKey(parsing: text)
        #expect(again.kind == kind && again.key == key.key.publicKey && again.serialized() == text)
        let secret = key.serialized(as: kind)
        #expect(secret.hasPrefix(kind.rawValue.dropLast(3) + "prv"))
        #expect(try PrivateExtendedKey(parsing: secret).kind == kind)
        #expect(throws: ChainsError.self) { try PublicExtendedKey(parsing: secret) }
        #expect(throws: ChainsError.self) { try PrivateExtendedKey(parsing: text) }
    }

    @Test func aPublicKeyTakesNoHardenedStep() throws {
        let key = try Self.master().publicKey
        let error = #expect(throws: ChainsError.self) { try key.child(DerivationPath.hardened) }
        #expect(error?.code == .badPath)
        #expect(throws: ChainsError.self) { try key.derived(DerivationPath("m/0'")) }
    }

    @Test func noKeyLiesBelowTheLastDepth() throws {
        let deepest = try Self.master().derived(DerivationPath(components: [UInt32](repeating: 0, count: 255)))
        #expect(deepest.depth == 255)
        #expect(throws: ChainsError.self) { try deepest.child(0) }
        #expect(throws: ChainsError.self) { try deepest.publicKey.child(0) }
    }

    @Test func onlySeedsOfAllowedLengthMakeKeys() {
        for count in [0, 15, 65] {
            let seed = SecretBytes([UInt8](repeating: 1, count: count))
            #expect(throws: ChainsError.self) { try PrivateExtendedKey(seed: seed) }
            #expect(throws: ChainsError.self) { try EdwardsKey(seed: seed) }
        }
    }

    @Test func anEdwardsKeyTakesHardenedStepsOnly() throws {
        let key = try EdwardsKey(seed: SecretBytes([UInt8](repeating: 1, count: 32)))
        let error = #expect(throws: ChainsError.self) { try key.derived(DerivationPath("m/44'/501'/0")) }
        #expect(error?.code == .badPath)
    }

    @Test func secretKeysPrintNothing() throws {
        let secrets: [Any] = [
            try Self.master(), try EdwardsKey(seed: SecretBytes([UInt8](repeating: 1, count: 32))),
            try Phrase(entropy: SecretBytes([UInt8](repeating: 1, count: 16))),
        ]
        for secret in secrets {
            #expect("\(secret)" == "‹redacted›" && String(reflecting: secret) == "‹redacted›")
            var dumped = ""
            dump(secret, to: &dumped)
            #expect(dumped.contains("‹redacted›") && dumped.split(separator: "\n").count == 1)
        }
    }
}
