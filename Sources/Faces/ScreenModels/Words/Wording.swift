// SPDX-License-Identifier: MIT

/// A text of a language with `{places}` to fill, in as many forms as counting asks for.
package enum Wording: Hashable, Sendable, ExpressibleByStringLiteral {
    case text(String)
    /// `{count}` is filled with the number.
    case counted([Language.PluralForm: String])

    package init(stringLiteral value: String) { self = .text(value) }

    static func counted(one: String, other: String) -> Wording { .counted([.one: one, .other: other]) }
    static func counted(other: String) -> Wording { .counted([.other: other]) }

    /// All its texts.
    package var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .counted(let forms): Array(forms.values)
        }
    }

    /// The names of the places in a text.
    package static func places(in text: String) -> Set<String> {
        var places: Set<String> = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            places.insert(String(rest[rest.index(after: start)..<end]))
            rest = rest[rest.index(after: end)...]
        }
        return places
    }

    /// A text with its places filled; what is filled in is never looked at for places again.
    static func fill(_ text: String, _ values: [String: String]) -> String {
        var (filled, rest) = ("", text[...])
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: start)..<end])
            filled += rest[..<start] + (values[name] ?? "{\(name)}")
            rest = rest[rest.index(after: end)...]
        }
        return filled + rest
    }
}
