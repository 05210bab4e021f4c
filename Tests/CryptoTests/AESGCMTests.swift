// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import TestSupport
import Testing

struct AESGCMTests {
    @Test func sealingAgreesWithWycheproof() throws {
        struct Group: Decodable { let ivSize: Int, keySize: Int, tagSize: Int, tests: [Case] }
        struct Case: Decodable {
            let tcId: Int, key: HexBytes, iv: HexBytes, aad: HexBytes, msg: HexBytes, ct: HexBytes, tag: HexBytes
            let result: String
        }
        var valid = 0
        var refused = 0
        for group in try Vectors.load("aes_gcm_test.json", as: Wycheproof<Group>.self).testGroups {
            for test in group.tests {
                let key = SecretBytes(test.key.bytes)
                let sealed = test.ct.bytes + test.tag.bytes
                guard group.keySize == 256, group.ivSize == 96, test.result == "valid" else {
                    #expect(throws: CryptoError.self, "case \(test.tcId)") {
                        try AESGCM.open(sealed, key: key, nonce: test.iv.bytes, associatedData: test.aad.bytes)
                    }
                    refused += 1
                    continue
                }
                #expect(
                    try AESGCM.seal(test.msg.bytes, key: key, nonce: test.iv.bytes, associatedData: test.aad.bytes)
                        == sealed, "case \(test.tcId)")
                #expect(
                    try AESGCM.open(sealed, key: key, nonce: test.iv.bytes, associatedData: test.aad.bytes)
                        == test.msg.bytes, "case \(test.tcId)")
                valid += 1
            }
        }
        #expect(valid > 30 && valid + refused == 316)
    }

    // NIST's GCM revised specification, appendix B, test cases 13, 14 and 16.
    @Test(arguments: [
        (
            String(repeating: "0", count: 64), String(repeating: "0", count: 24), "", "",
            "530f8afbc74536b9a963b4f1c4cb738b"
        ),
        (
            String(repeating: "0", count: 64), String(repeating: "0", count: 24), "",
            String(repeating: "0", count: 32), "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
        ),
        (
            "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308", "cafebabefacedbaddecaf888",
            "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
            "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662" + "76fc6ece0f4e1768cddf8853bb2d551b"
        ),
    ])
    func sealingMatchesTheStandard(key: String, nonce: String, associated: String, plain: String, sealed: String) throws
    {
        let made = try AESGCM.seal(
            Hex.decode(plain), key: SecretBytes(Hex.decode(key)), nonce: Hex.decode(nonce),
            associatedData: Hex.decode(associated))
        #expect(Hex.encode(made) == sealed)
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func oneChangedBitAnywhereIsNoticed(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let key = generator.bytes(32)
        let nonce = generator.bytes(12)
        let associated = generator.bytes(Int.random(in: 1..<40, using: &generator))
        let plain = generator.bytes(Int.random(in: 0..<200, using: &generator))
        let sealed = try AESGCM.seal(plain, key: SecretBytes(key), nonce: nonce, associatedData: associated)
        #expect(try AESGCM.open(sealed, key: SecretBytes(key), nonce: nonce, associatedData: associated) == plain)
        var inputs = [key, nonce, associated, sealed]
        let changed = inputs.indices.randomElement(using: &generator) ?? 0
        let index = inputs[changed].indices.randomElement(using: &generator) ?? 0
        inputs[changed][index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        let error = #expect(throws: CryptoError.self) {
            try AESGCM.open(inputs[3], key: SecretBytes(inputs[0]), nonce: inputs[1], associatedData: inputs[2])
        }
        #expect(error?.code == .authenticationFailed, "seed \(seed)")
    }

    @Test func wrongLengthsAreRefused() {
        let key = SecretBytes([UInt8](repeating: 0, count: 32))
        let nonce = [UInt8](repeating: 0, count: 12)
        #expect(throws: CryptoError.self) {
            try AESGCM.seal([1], key: SecretBytes([1]), nonce: nonce, associatedData: [])
        }
        #expect(throws: CryptoError.self) { try AESGCM.seal([1], key: key, nonce: [1], associatedData: []) }
        #expect(throws: CryptoError.self) { try AESGCM.open([1], key: key, nonce: nonce, associatedData: []) }
    }
}
