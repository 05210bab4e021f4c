// SPDX-License-Identifier: MIT
import Bytes
import FoundationEssentials
import Testing

struct JSONValueTests {
    private static func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    @Test func theTestSuiteIsJudgedRightly() throws {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let text = try String(contentsOf: URL(filePath: "/\(folder)/Vectors/json-test-suite.txt"), encoding: .utf8)
        var judged = 0
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            let name = String(words[0])
            let content = words[1] == "-" ? [] : try Hex.decode(String(words[1]))
            do {
                let value = try JSONValue(parsing: content)
                #expect(!name.hasPrefix("n_"), "\(name)")
                #expect(try JSONValue(parsing: Array(value.text.utf8)) == value, "\(name)")
            } catch {
                #expect(!name.hasPrefix("y_"), "\(name)")
            }
            judged += 1
        }
        #expect(judged == 702)
    }

    @Test(arguments: ["[", #"[{"":"#])
    func deepNestingIsRefusedAndNotFollowed(opening: String) {
        let error = #expect(throws: BytesError.self) { try Self.parse(String(repeating: opening, count: 100_000)) }
        #expect(error?.code == .tooLarge)
    }

    @Test func nestingIsAllowedAsDeepAsTheCallerSays() throws {
        let text = Array((String(repeating: "[", count: 5) + String(repeating: "]", count: 5)).utf8)
        _ = try JSONValue(parsing: text, maximumDepth: 5)
        #expect(throws: BytesError.self) { try JSONValue(parsing: text, maximumDepth: 4) }
        #expect(throws: BytesError.self) { try JSONValue(parsing: text, maximumCount: 9) }
    }

    @Test func numbersKeepTheirText() throws {
        let value = try Self.parse(
            "[115792089237316195423570985008687907853269984665640564039457584007913129639935,1.50e+3,-0]")
        #expect(value[0]?.number == "115792089237316195423570985008687907853269984665640564039457584007913129639935")
        #expect(value[0]?.uint64 == nil)
        #expect(value[1]?.number == "1.50e+3")
        #expect(value[1]?.int64 == nil)
        #expect(value[2]?.uint64 == nil)
        #expect(try Self.parse("18446744073709551615").uint64 == .max)
        #expect(try Self.parse("-9223372036854775808").int64 == .min)
        #expect(try Self.parse("12").int == 12)
    }

    @Test func membersAreFoundAndKeepTheirOrder() throws {
        let text = #"{"z":[1,true,null],"a":{"b":"ü\"\\\n\u0001"}}"#
        let value = try Self.parse(text)
        #expect(value["z"]?[1]?.bool == true)
        #expect(value["z"]?[2]?.isNull == true)
        #expect(value["z"]?[3] == nil)
        #expect(value["a"]?["b"]?.string == "ü\"\\\n\u{1}")
        #expect(value["b"] == nil && value[0] == nil && value.string == nil)
        #expect(value.members?.map(\.key) == ["z", "a"])
        #expect(value.text == text)
    }

    @Test func literalsBuildWhatTheirTextSays() {
        let value: JSONValue = ["jsonrpc": "2.0", "id": 7, "params": [nil, true, -1], "big": .number(UInt64.max)]
        #expect(value.text == #"{"jsonrpc":"2.0","id":7,"params":[null,true,-1],"big":18446744073709551615}"#)
    }

    @Test func surrogatePairsBecomeOneCharacter() throws {
        #expect(try Self.parse(#""\uD83D\uDE00""#).string == "😀")
        for half in [#""\uD83D""#, #""\uDE00""#, #""\uD83D\u0041""#, #""\uD83Dx""#, #""\uD83D\n""#] {
            #expect(throws: BytesError.self) { try Self.parse(half) }
        }
    }

    @Test func aNameTwiceIsRefused() {
        let error = #expect(throws: BytesError.self) { try Self.parse(#"{"to":1,"\u0074o":2}"#) }
        #expect(error?.code == .notCanonical)
    }
}
