// SPDX-License-Identifier: MIT
import Bitcoin
import Bytes
import Testing

struct TransactionTests {
    /// The serialized transaction and the flags of every row of Core's tx_valid.json or tx_invalid.json.
    private static func rows(_ name: String) throws -> [(hex: String, flags: String)] {
        guard case .array(let rows) = try JSONValue(parsing: Array(Vectors.load(name).utf8)) else { return [] }
        return rows.compactMap { row in
            guard case .array(let cells) = row, cells.count == 2, let hex = cells[0].string, let flags = cells[1].string
            else { return nil }
            return (hex, flags)
        }
    }

    @Test func everyValidTransactionOfCoreIsReadAndWrittenBack() throws {
        let rows = try Self.rows("tx_valid.json")
        #expect(rows.count == 121)
        for row in rows {
            let transaction = try Transaction(hex: row.hex)
            #expect(Hex.encode(transaction.serialized()) == row.hex.lowercased())
            try transaction.validate()
        }
    }

    @Test func everyTransactionThatCannotBeIsRefused() throws {
        let rows = try Self.rows("tx_invalid.json")
        #expect(rows.count == 93)
        var refused = 0
        for row in rows {
            if row.flags == "BADTX" {
                refused += 1
                #expect(throws: BitcoinError.self, "\(row.hex)") { try Transaction(hex: row.hex).validate() }
            } else {
                #expect(Hex.encode(try Transaction(hex: row.hex).serialized()) == row.hex.lowercased())
            }
        }
        #expect(refused == 9)
    }

    /// The first transaction of BIP-0143's native P2WPKH example, signed.
    static let signed =
        "01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000"

    @Test func idsAndSizesLeaveTheWitnessOutOrTakeItIn() throws {
        let transaction = try Transaction(hex: Self.signed)
        #expect(transaction.id.description == "e8151a2af31c368a35053ddd4bdb285a8595c769a3ad83e0fa02314a602d4609")
        #expect(transaction.hasWitness)
        #expect(
            transaction.weight == transaction.serialized(withWitness: false).count * 3 + transaction.serialized().count)
        #expect(transaction.weight == 1042)
        #expect(transaction.virtualSize == (transaction.weight + 3) / 4)
        #expect(transaction.id != transaction.witnessID)
    }

    @Test func everyTruncationAndEveryExtraByteIsRefused() throws {
        let bytes = try Hex.decode(Self.signed)
        for count in 0..<bytes.count {
            #expect(throws: BitcoinError.self) { try Transaction(parsing: Array(bytes.prefix(count))) }
        }
        #expect(throws: BitcoinError.self) { try Transaction(parsing: bytes + [0]) }
    }

    @Test func aSizeWrittenLongerThanNeededIsRefused() throws {
        let short =
            "0100000001" + String(repeating: "11", count: 32) + "00000000" + "00" + "ffffffff"
            + "01" + "0100000000000000" + "00" + "00000000"
        _ = try Transaction(hex: short)
        let long = short.replacing("ffffffff01", with: "fffffffffd0100")
        #expect(throws: BitcoinError.self) { try Transaction(hex: long) }
    }

    @Test func aWitnessFormWithoutWitnessesIsRefused() throws {
        let input = String(repeating: "11", count: 32) + "00000000" + "00" + "ffffffff"
        let output = "01" + "0100000000000000" + "00"
        #expect(throws: BitcoinError.self) {
            try Transaction(hex: "01000000000101" + input + output + "00" + "00000000")
        }
        #expect(throws: BitcoinError.self) {
            try Transaction(hex: "01000000000201" + input + output + "0100" + "00000000")
        }
        _ = try Transaction(hex: "01000000000101" + input + output + "0100" + "00000000")
    }

    @Test func aCountThatCannotFollowIsRefusedBeforeAnythingIsAllocated() {
        #expect(throws: BitcoinError.self) { try Transaction(hex: "01000000feffffffff") }
        #expect(throws: BitcoinError.self) { try Transaction(hex: "01000000ffffffffffffffffff") }
    }

    @Test func aTransactionWithoutInputsIsReadOnlyWhereNoWitnessCanBe() throws {
        let bytes = try Hex.decode("02000000" + "00" + "01" + "0100000000000000" + "00" + "00000000")
        #expect(try Transaction(parsing: bytes, allowsWitness: false).inputs.isEmpty)
        #expect(throws: BitcoinError.self) { try Transaction(parsing: bytes) }
    }
}
