// SPDX-License-Identifier: MIT

/// Removes the HTML that issuers write into a pass's text.
///
/// Only known HTML tags are removed, so that `a < b` stays. Paragraphs, breaks and items become lines; a link's address
/// follows its text; scripts and styles are removed with their content. Source: HTML Living Standard, sections 4 and
/// 13.
struct PassText {
    private static let tags: Set<String> = [
        "a", "abbr", "address", "article", "b", "big", "blockquote", "body", "br", "center", "cite", "code", "dd",
        "div",
        "dl", "dt", "em", "font", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "i",
        "img",
        "label", "li", "main", "mark", "meta", "ol", "p", "pre", "q", "s", "script", "section", "small", "span",
        "strike",
        "strong", "style", "sub", "sup", "table", "tbody", "td", "th", "thead", "time", "title", "tr", "tt", "u", "ul",
    ]
    private static let blocks: Set<String> = [
        "address", "article", "blockquote", "br", "center", "dd", "div", "dl", "dt", "footer", "h1", "h2", "h3", "h4",
        "h5",
        "h6", "header", "hr", "li", "main", "ol", "p", "pre", "section", "table", "tr", "ul",
    ]
    private static let letters: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "auml": "ä", "ouml": "ö",
        "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "euro": "€", "pound": "£", "yen": "¥",
        "copy": "©", "reg": "®", "trade": "™", "ndash": "–", "mdash": "—", "hellip": "…", "bull": "•", "middot": "·",
        "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»", "deg": "°", "eacute": "é",
        "egrave": "è", "agrave": "à", "aacute": "á", "ccedil": "ç", "ntilde": "ñ", "oacute": "ó", "iacute": "í",
        "uacute": "ú", "times": "×", "shy": "\u{AD}",
    ]

    private let input: [Unicode.Scalar]
    private var position = 0
    private var output: [Unicode.Scalar] = []
    /// The start of the open link's text in the output, and its address.
    private var link: (start: Int, address: String)?

    /// The plain text.
    static func plain(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return text }
        var reading = PassText(text)
        return reading.plain()
    }

    private init(_ text: String) { input = Array(text.unicodeScalars) }

    private mutating func plain() -> String {
        while position < input.count {
            if input[position] == "<", let tag = tag() {
                take(tag)
            } else if input[position] == "&", let letter = letter() {
                output.append(letter)
            } else {
                output.append(input[position])
                position += 1
            }
        }
        let lines = String(String.UnicodeScalarView(output)).split(whereSeparator: \.isNewline).map {
            String($0).trimmed
        }
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private struct Tag {
        let name: String
        let isEnd: Bool
        let attributes: String
    }

    /// The tag at this position, and moves behind it; nil, with the position unchanged, for other text.
    private mutating func tag() -> Tag? {
        if input[position...].starts(with: "<!--".unicodeScalars) {
            skip(past: "-->")
            return Tag(name: "", isEnd: false, attributes: "")
        }
        var index = position + 1
        let isEnd = index < input.count && input[index] == "/"
        if isEnd { index += 1 }
        let start = index
        while index < input.count, input[index].isASCII,
            input[index].properties.isAlphabetic || "0"..."9" ~= input[index]
        {
            index += 1
        }
        let name = String(String.UnicodeScalarView(input[start..<index])).lowercased()
        // Only a space, a slash or the end may follow a tag's name.
        guard Self.tags.contains(name), index < input.count, " \t\r\n/>".unicodeScalars.contains(input[index]) else {
            return nil
        }
        let attributes = index
        var quote: Unicode.Scalar?
        while index < input.count, quote != nil || input[index] != ">" {
            let scalar = input[index]
            if scalar == quote {
                quote = nil
            } else if quote == nil, scalar == "\"" || scalar == "'" {
                quote = scalar
            }
            index += 1
        }
        guard index < input.count else { return nil }
        position = index + 1
        return Tag(name: name, isEnd: isEnd, attributes: String(String.UnicodeScalarView(input[attributes..<index])))
    }

    private mutating func take(_ tag: Tag) {
        switch tag.name {
        case "script" where !tag.isEnd, "style" where !tag.isEnd: skip(past: "</\(tag.name)")
        case "a":
            closeLink()
            if !tag.isEnd, let address = Self.address(in: tag.attributes) { link = (output.count, address) }
        case "td", "th": if tag.isEnd { output.append(" ") }
        case let name where Self.blocks.contains(name): output.append("\n")
        default: break
        }
    }

    /// Adds the address after the text, unless they are equal.
    private mutating func closeLink() {
        guard let (start, address) = link else { return }
        link = nil
        let text = String(String.UnicodeScalarView(output[start...])).trimmed
        let bare =
            address.hasPrefix("tel:") || address.hasPrefix("mailto:")
            ? address.drop { $0 != ":" }.dropFirst() : address[...]
        guard !address.isEmpty, text != address, text != bare else { return }
        output += (text.isEmpty ? String(bare) : " (\(bare))").unicodeScalars
    }

    private static func address(in attributes: String) -> String? {
        guard let name = attributes.lowercased().firstRange(of: "href") else { return nil }
        let rest = attributes.dropFirst(attributes.distance(from: attributes.startIndex, to: name.upperBound)).drop {
            $0 == " "
        }
        guard rest.first == "=" else { return nil }
        let value = rest.dropFirst().drop { $0 == " " }
        guard let quote = value.first, quote == "\"" || quote == "'" else {
            return plain(String(value.prefix { $0 != " " }))
        }
        return plain(String(value.dropFirst().prefix { $0 != quote }))
    }

    private mutating func skip(past mark: String) {
        let mark = Array(mark.unicodeScalars)
        while position < input.count, !input[position...].starts(with: mark) { position += 1 }
        position = min(input.count, position + mark.count)
        // The rest of an end tag.
        guard mark.first == "<" else { return }
        while position < input.count, input[position] != ">" { position += 1 }
        position = min(input.count, position + 1)
    }

    /// The scalar of a character reference, and moves behind it.
    private mutating func letter() -> Unicode.Scalar? {
        guard let end = input[position...].prefix(10).firstIndex(of: ";") else { return nil }
        let name = String(String.UnicodeScalarView(input[(position + 1)..<end]))
        let letter: Unicode.Scalar?
        if name.hasPrefix("#") {
            let digits = name.dropFirst()
            let code = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            letter = code.flatMap { $0 >= 0x20 || $0 == 0x0A ? Unicode.Scalar($0) : nil }
        } else {
            letter = Self.letters[name]
        }
        guard let letter else { return nil }
        position = end + 1
        return letter
    }
}
