// SPDX-License-Identifier: MIT
import Bytes
import Ethereum
import FoundationEssentials
import Testing

/// The official cases of RLP.
struct OfficialRLPTests {
    @Test func everyOfficialCaseIsWrittenAndReadAsItIs() throws {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let file = try Data(contentsOf: URL(filePath: "/\(folder)/Vectors/rlptest.json"))
        guard case .object(let cases) = try JSONValue(parsing: Array(file)) else {
            Issue.record("The file holds no object.")
            return
        }
        #expect(cases.count == 25)
        for official in cases {
            let item = try Self.item(#require(official.value["in"]))
            let encoded = try Hex.decode(try #require(official.value["out"]?.string).lowercased())
            #expect(RLP.encode(item) == encoded, "\(official.key)")
            #expect(try RLP.decode(encoded) == item, "\(official.key)")
        }
    }

    /// Texts are their bytes, numbers their shortest bytes.
    private static func item(_ json: JSONValue) throws -> RLP.Item {
        if let list = json.array { return .list(try list.map(item)) }
        if let text = json.string { return .bytes(Array(text.utf8)) }
        guard case .number(let digits) = json else { throw BytesError(.wrongType, "A case holds something else.") }
        // The largest is one more than 256 bits hold.
        var bytes: [UInt8] = []
        for digit in try digits.map({ try #require($0.wholeNumberValue) }) {
            var carry = digit
            for index in bytes.indices.reversed() {
                carry += Int(bytes[index]) * 10
                bytes[index] = UInt8(carry & 0xFF)
                carry >>= 8
            }
            if carry > 0 { bytes.insert(UInt8(carry), at: 0) }
        }
        return .bytes(bytes)
    }
}
