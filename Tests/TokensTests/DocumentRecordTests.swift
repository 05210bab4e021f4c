// SPDX-License-Identifier: MIT
import Bytes
import TestSupport
import Testing
import Tokens

struct DocumentRecordTests {
    @Test func anyTextComesBack() throws {
        var random = SeededRandom(seed: 4)
        for count in [0, 1, 2, 3, 100, 4_096] {
            let text = "OW1P:" + Base45.encode(random.bytes(count))
            let record = DocumentRecord.encode(text)
            // The bytes, not the letters.
            #expect(record.count <= count + 12)
            #expect(try DocumentRecord.decode(record) == text)
        }
        for text in ["", "OW1P", "OW1P:lower", "OW1P:ABCD", "wpkh([73c5da0a/84'/0'/0']xpub…)", "Grüße"] {
            #expect(try DocumentRecord.decode(DocumentRecord.encode(text)) == text)
        }
    }

    @Test func oneTextHasOneRecord() throws {
        var asText = CBORWriter()
        asText.text("OW1P:ABC")
        for record in [asText.encoded, [], [0x80], [0xF6], [0x60, 0x00], [0x82, 0x61, 0x41, 0x41, 0x00]] {
            let error = #expect(throws: TokensError.self, "\(record)") { try DocumentRecord.decode(record) }
            #expect(error?.code == .malformed)
        }
    }
}
