// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Testing

struct DerivationTests {
    // RFC 5869, appendix A.1 to A.3.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 22), Array(0...12 as ClosedRange<UInt8>),
            Array(0xF0...0xF9 as ClosedRange<UInt8>),
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        ),
        (
            Array(0x00...0x4F as ClosedRange<UInt8>), Array(0x60...0xAF as ClosedRange<UInt8>),
            Array(0xB0...0xFF as ClosedRange<UInt8>),
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
                + "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
        ),
        (
            [UInt8](repeating: 0x0B, count: 22), [], [],
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        ),
    ])
    func hkdfMatchesTheStandard(key: [UInt8], salt: [UInt8], info: [UInt8], output: String) throws {
        let expected = try SecretBytes(Hex.decode(output))
        #expect(HKDF.derive(from: SecretBytes(key), salt: salt, info: info, count: expected.count) == expected)
    }

    @Test func hkdfAgreesWithWycheproof() throws {
        struct Group: Decodable { let tests: [Case] }
        struct Case: Decodable {
            let tcId: Int, ikm: HexBytes, salt: HexBytes, info: HexBytes, size: Int, okm: HexBytes, result: String
        }
        let groups = try Vectors.load("hkdf_sha256_test.json", as: Wycheproof<Group>.self).testGroups
        for test in groups.flatMap(\.tests) {
            // The invalid cases ask for more than 255 blocks, which is a fault of the caller here.
            guard test.result == "valid" else {
                #expect(test.size > HKDF.maximumCount)
                continue
            }
            let derived = HKDF.derive(
                from: SecretBytes(test.ikm.bytes), salt: test.salt.bytes, info: test.info.bytes, count: test.size)
            #expect(derived == SecretBytes(test.okm.bytes), "case \(test.tcId)")
        }
    }

    @Test func argon2idAgreesWithTheReferenceImplementation() throws {
        struct Case: Decodable {
            let password: HexBytes, salt: HexBytes, memoryBytes: Int, operations: Int, key: HexBytes
        }
        for test in try Vectors.load("argon2id.json", as: [Case].self) {
            let key = try Argon2id.derive(
                password: SecretBytes(test.password.bytes), salt: test.salt.bytes,
                cost: Argon2id.Cost(memoryBytes: test.memoryBytes, operations: test.operations),
                count: test.key.bytes.count)
            #expect(key == SecretBytes(test.key.bytes))
        }
    }

    @Test(arguments: [(8191, 1), (1 << 31, 1), (8192, 0), (8192, 65), (-1, 1)])
    func aCostThatAForgedFileCouldAskForIsRefused(memoryBytes: Int, operations: Int) {
        let error = #expect(throws: CryptoError.self) {
            try Argon2id.Cost(memoryBytes: memoryBytes, operations: operations)
        }
        #expect(error?.code == .outOfRange)
    }

    @Test func argon2idRefusesAShortSaltAndAnOddCount() {
        let password = SecretBytes([1])
        #expect(throws: CryptoError.self) {
            try Argon2id.derive(password: password, salt: [1], cost: .minimum, count: 32)
        }
        let salt = [UInt8](repeating: 0, count: 16)
        #expect(throws: CryptoError.self) {
            try Argon2id.derive(password: password, salt: salt, cost: .minimum, count: 15)
        }
    }
}
