// SPDX-License-Identifier: MIT
import Bytes
import Coins
import TestSupport
import Testing

/// What a payment's row keeps of what was said last.
struct SendRemarkTests {
    private static let remarks: [SendRemark?] =
        [
            nil, .legacy("Said in English."), .failed(.unreachable, message: "Said in English."),
            .signatures(MissingSignatures(input: nil, have: 1, needed: 2, done: 0, inputs: 3)),
            .signatures(MissingSignatures(input: 2, have: 0, needed: nil, done: 1, inputs: 3)),
            refused(nil), refused(.fails("AccountInUse.")), refused(.stepFails(2, nil)),
            refused(.stepFails(1, "error 6001 of its program")),
        ] + ServerRefusal.Meaning.plain.map { refused($0.meaning) }

    private static func refused(_ meaning: ServerRefusal.Meaning?) -> SendRemark {
        .refused(ServerRefusal(server: "Electrum", meaning: meaning, words: "no"))
    }

    @Test(arguments: remarks)
    func itIsReadAsItWasWritten(remark: SendRemark?) throws {
        var writer = CBORWriter()
        SendRemark.write(remark, to: &writer)
        var reader = try CBORReader(writer.encoded, maximumCount: 100)
        #expect(try SendRemark.read(from: &reader) == remark)
    }

    @Test func theSentenceOfAnOlderVersionIsKeptAsItIs() throws {
        var writer = CBORWriter()
        writer.text("The fee is below what the network relays: raise it. Electrum says: min relay fee not met")
        var reader = try CBORReader(writer.encoded, maximumCount: 100)
        let remark = try SendRemark.read(from: &reader)
        guard case .legacy(let text) = remark else { throw UnexpectedResult("\(String(describing: remark))") }
        #expect(text.hasSuffix("min relay fee not met"))
    }

    @Test func eachMeaningHasItsOwnName() {
        #expect(Set(ServerRefusal.Meaning.plain.map(\.name)).count == ServerRefusal.Meaning.plain.count)
        #expect(Set(ServerRefusal.Meaning.plain.map(\.meaning)).count == ServerRefusal.Meaning.plain.count)
    }
}
