// SPDX-License-Identifier: MIT
import HubAPI

/// Refuses JSON that decoders accept but a money API must not: a name that occurs twice in one object, which two
/// parsers may resolve differently (RFC 8259, section 4), unlimited nesting, a trailing comma, and the character
/// U+0000, which many programs take for the end of a text and database servers refuse.
///
/// All other errors are left to the decoder. This check only follows strings and brackets.
struct JSONShape {
    static let maximumDepth = 8
    private static let whiteSpace: [UInt8] = [0x20, 0x09, 0x0a, 0x0d]

    /// - Throws: `HubProblem` with `.badRequest`.
    static func check(_ body: [UInt8]) throws {
        var names: [Set<ArraySlice<UInt8>>] = []
        var index = body.startIndex
        while index < body.endIndex {
            switch body[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                names.append([])
                guard names.count <= maximumDepth else {
                    throw HubProblem(.badRequest, "The body is nested deeper than any message of this hub.")
                }
            case UInt8(ascii: ","):
                let next = body[(index + 1)...].first { !whiteSpace.contains($0) }
                guard next != UInt8(ascii: "}"), next != UInt8(ascii: "]") else {
                    throw HubProblem(.badRequest, "The body has a comma with nothing after it.")
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // The decoder refuses surplus closing brackets.
                if names.popLast() == nil { return }
            case UInt8(ascii: "\""):
                let end = try endOfString(in: body, from: index + 1)
                try note(body[(index + 1)..<end], followedBy: body[min(end + 1, body.count)...], in: &names)
                index = end
            default: break
            }
            index += 1
        }
    }

    /// The index of the closing quote, or the end of the body.
    private static func endOfString(in body: [UInt8], from start: Int) throws -> Int {
        var index = start
        while index < body.endIndex, body[index] != UInt8(ascii: "\"") {
            let isEscape = body[index] == UInt8(ascii: "\\")
            guard !isEscape || !body[(index + 1)...].starts(with: "u0000".utf8), body[index] != 0 else {
                throw HubProblem(.badRequest, "A text of the body holds the character U+0000: leave it out.")
            }
            index += isEscape ? 2 : 1
        }
        return min(index, body.endIndex)
    }

    private static func note(
        _ text: ArraySlice<UInt8>, followedBy rest: ArraySlice<UInt8>, in names: inout [Set<ArraySlice<UInt8>>]
    ) throws {
        guard rest.first(where: { !whiteSpace.contains($0) }) == UInt8(ascii: ":"), !names.isEmpty else { return }
        guard !text.contains(UInt8(ascii: "\\")) else {
            throw HubProblem(.badRequest, "A field's name is written with escapes; none of this hub's needs them.")
        }
        guard names[names.count - 1].insert(text).inserted else {
            throw HubProblem(
                .badRequest, "The field \"\(String(decoding: text.prefix(40), as: UTF8.self))\" occurs twice.")
        }
    }
}
