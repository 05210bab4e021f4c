// SPDX-License-Identifier: MIT
import Bytes
import Testing

struct JSONReaderTests {
    private func reader(_ text: String, forgiving: Bool = false) -> JSONReader {
        JSONReader(Array(text.utf8), forgiving: forgiving)
    }

    @Test func membersComeOneByOneAndOthersAreSkipped() throws {
        var reader = reader(
            #"{ "a" : "x", "skip": {"b": [1, {"c": "\\u0041"}], "d": null}, "n": 5, "list": ["y", true] } "#)
        var found: [String] = []
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "a": found.append(try reader.string() ?? "none")
            case "n": found.append(try reader.value().number ?? "none")
            case "list":
                try reader.beginArray()
                while try reader.nextElement() { found.append(try reader.string() ?? "none") }
            default: try reader.skip()
            }
        }
        try reader.finish()
        #expect(found == ["x", "5", "y", "none"])
    }

    @Test func aPlainStringIsLentAsItStands() throws {
        var reader = reader(#"["QUJD", "a\/b", 7]"#)
        try reader.beginArray()
        #expect(try reader.nextElement())
        #expect(try reader.plainString().map(Array.init) == Array("QUJD".utf8))
        #expect(try reader.nextElement())
        #expect(try reader.plainString() == nil)
        #expect(try reader.string() == "a/b")
        #expect(try reader.nextElement())
        #expect(try reader.plainString() == nil)
        #expect(try reader.value() == 7)
        #expect(try !reader.nextElement())
    }

    @Test(arguments: [
        (#"{"a":1,}"#, #"{"a":1}"#), ("[1,2 , ]", "[1,2]"), ("\u{FEFF}{}", "{}"), ("\"a\tb\"", #""a\tb""#),
        (#"{"a":1,"a":2}"#, #"{"a":1}"#),
    ])
    func aForgivingReaderTakesWhatFilesHave(text: String, meant: String) throws {
        #expect(throws: BytesError.self) { try JSONValue(parsing: Array(text.utf8)) }
        #expect(try JSONValue(parsing: Array(text.utf8), forgiving: true).text == meant)
    }

    @Test(arguments: ["{,}", "[,]", "[1,,]", "{\"a\":}", "[1 2]", "{\"a\":1", "[", "\"a", "{} x", "{'a':1}"])
    func aForgivingReaderStillWantsJSON(text: String) {
        #expect(throws: BytesError.self) { try JSONValue(parsing: Array(text.utf8), forgiving: true) }
        #expect(throws: BytesError.self) {
            var reader = reader(text, forgiving: true)
            try reader.skip()
            try reader.finish()
        }
    }

    @Test func bytesThatAreNoTextAreReplacedWhenForgiven() throws {
        let bytes = [UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\"")]
        #expect(throws: BytesError.self) { try JSONValue(parsing: bytes) }
        #expect(try JSONValue(parsing: bytes, forgiving: true) == "\u{FFFD}")
    }

    @Test func deepNestingIsNeitherReadNorSkipped() {
        let text = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
        #expect(throws: BytesError.self) { try JSONValue(parsing: Array(text.utf8)) }
        #expect(throws: BytesError.self) {
            var reader = reader(text)
            try reader.skip()
        }
    }

    @Test func prettyTextHasAMemberALine() throws {
        let value = try JSONValue(parsing: Array(#"{"a":[1,{"b":"x"}],"c":{},"d":[]}"#.utf8))
        let pretty = """
            {
              "a" : [
                1,
                {
                  "b" : "x"
                }
              ],
              "c" : {},
              "d" : []
            }
            """
        #expect(value.prettyText == pretty)
    }
}
