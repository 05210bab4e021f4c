// SPDX-License-Identifier: MIT
import Bytes
import Crypto
import Keys
import Testing

struct VaultKeyTests {
    private let key: VaultKey
    private let plain = Array("12.50 to Zoë".utf8)

    init() throws {
        key = try SealedVaultKey.create(passphrase: SecretBytes([1]), random: .system, cost: .minimum).1
    }

    @Test func aRowOpensInItsOwnPlaceOnly() throws {
        let sealed = try key.seal(plain, table: "coin", row: 7, random: .system)
        #expect(try key.open(sealed, table: "coin", row: 7) == plain)
        let other = try SealedVaultKey.create(passphrase: SecretBytes([1]), random: .system, cost: .minimum).1
        for attempt in [
            { try key.open(sealed, table: "coin", row: 8) }, { try key.open(sealed, table: "coim", row: 7) },
            { try key.open(sealed, table: "coin", row: [7]) }, { try other.open(sealed, table: "coin", row: 7) },
        ] as [() throws -> [UInt8]] {
            let error = #expect(throws: KeysError.self) { try attempt() }
            #expect(error?.code == .brokenSeal)
        }
    }

    @Test func anyChangeBreaksTheSeal() throws {
        let sealed = try key.seal(plain, table: "coin", row: [1, 2], random: .system)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 0x80
            #expect(throws: KeysError.self) { try key.open(changed, table: "coin", row: [1, 2]) }
        }
        for count in 0..<sealed.count {
            #expect(throws: KeysError.self) { try key.open(Array(sealed[..<count]), table: "coin", row: [1, 2]) }
        }
    }

    @Test func theSameRowIsNeverSealedTheSameWay() throws {
        let one = try key.seal(plain, table: "coin", row: 1, random: .system)
        #expect(try key.seal(plain, table: "coin", row: 1, random: .system) != one)
    }

    @Test func eachTableHasItsOwnKey() {
        #expect(key.tableKey("a") == key.tableKey("a"))
        #expect(key.tableKey("a") != key.tableKey("b"))
        #expect(key.tableKey("a").count == 32)
    }

    @Test func printingAKeyShowsNothing() {
        var text = ""
        dump(key, to: &text)
        #expect(text.contains("‹redacted›"))
        #expect("\(key)".contains("‹redacted›"))
        #expect(!text.contains(where: { $0 == "[" }))
    }
}
