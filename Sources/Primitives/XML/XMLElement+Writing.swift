// SPDX-License-Identifier: MIT

extension XMLElement {
    /// The element as a document or a part of one: each element declares its namespace, and text comes before children.
    package var written: String { "<\(tag)>\(inner)</\(isQualified ? "n:\(name)" : name)>" }

    /// What stands between the tags.
    package var inner: String { Self.escaped(text) + children.map(\.written).joined() }

    private var isQualified: Bool { !namespace.isEmpty }

    private var tag: String {
        // A document around it may have a namespace without a prefix, so none is taken back here.
        var text = isQualified ? "n:\(name) xmlns:n=\"\(Self.escaped(namespace))\"" : "\(name) xmlns=\"\""
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
            text += " \(name)=\"\(Self.escaped(value))\""
        }
        return text
    }

    /// Text for content and for values in double quotes. Characters that no XML 1.0 document may have become U+FFFD.
    package static func escaped(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x3C: output.append(contentsOf: "&lt;".unicodeScalars)
            case 0x3E: output.append(contentsOf: "&gt;".unicodeScalars)
            case 0x26: output.append(contentsOf: "&amp;".unicodeScalars)
            case 0x22: output.append(contentsOf: "&quot;".unicodeScalars)
            // A parser would make them spaces or line feeds.
            case 0x9, 0xA, 0xD: output.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
            case 0..<0x20, 0xFFFE, 0xFFFF: output.append("\u{FFFD}")
            default: output.append(scalar)
            }
        }
        return String(output)
    }
}
