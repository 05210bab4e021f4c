// SPDX-License-Identifier: MIT
import HubAPI

/// What a JSON decoder lets through and a money API must not: a name that occurs twice in one object, of which two readers
/// may take different ones (RFC 8259, section 4), nesting without end, a comma with nothing after it, and the character
/// U+0000, which ends a text for many who read it and which servers of databases refuse to keep.
///
/// Everything else that is wrong is left to the decoder; here only strings and brackets are followed.
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
                // More closing than opening is the decoder's to refuse.
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
