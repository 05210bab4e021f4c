// SPDX-License-Identifier: MIT
internal import CXML

/// An element of an XML document with its content, read completely and within limits from untrusted bytes.
///
/// Only the five predefined entities are supported. Document types are refused, and nothing is loaded from elsewhere.
/// C: `xmlTextReader`, <https://gnome.pages.gitlab.gnome.org/libxml2/html/group__xmlreader.html>
struct XMLElement: Hashable, Sendable {
    /// The name without a prefix.
    let name: String
    /// The namespace URI; empty for none.
    let namespace: String
    /// Without namespace declarations.
    var attributes: [String: String] = [:]
    var children: [XMLElement] = []
    /// The text directly in the element, without surrounding white space.
    var text = ""

    static let maximumBytes = 8 << 20
    private static let maximumDepth: Int32 = 40
    private static let maximumElements = 400_000
    private static let maximumText = 64 << 10
    private static let maximumAttributes = 32

    /// - Throws: ``BankingError`` with `.malformed` or `.tooLarge`.
    static func read(_ bytes: [UInt8]) throws -> XMLElement {
        guard bytes.count <= maximumBytes else {
            throw BankingError(.tooLarge, "The file has more than \(maximumBytes >> 20) MiB.")
        }
        // In UTF-8, which the reader is told to use whatever the file declares, a document type always begins with
        // `<!DOCTYPE`. So no entity can be declared, and none can expand.
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw BankingError(.malformed, "The file is not UTF-8. Ask the bank for its UTF-8 form.")
        }
        guard !contains(bytes, Array("<!DOCTYPE".utf8)) else {
            throw BankingError(.malformed, "The file has a document type, which no bank's file has.")
        }
        // libxml2 compares each attribute of an element with all before it, so the number is limited before it parses
        // the file.
        guard StartTags.mostAttributes(in: bytes) <= maximumAttributes else {
            throw BankingError(.tooLarge, "An element of the file has more attributes than any statement has.")
        }
        return try bytes.withUnsafeBytes { try read($0.bindMemory(to: CChar.self)) }
    }

    /// The first element on a path of names below this one, each in this element's namespace.
    subscript(path: String...) -> XMLElement? {
        path.reduce(self as XMLElement?) { element, name in
            element?.children.first { $0.name == name && $0.namespace == namespace }
        }
    }

    /// All direct children with a name.
    func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name && $0.namespace == namespace } }

    // MARK: - Reading

    /// libxml2 initialises itself once; two threads must not do so at the same time.
    /// <https://gitlab.gnome.org/GNOME/libxml2/-/wikis/Thread-safety>
    private static let library: Void = xmlInitParser()

    private static func read(_ bytes: UnsafeBufferPointer<CChar>) throws -> XMLElement {
        _ = library
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        guard !bytes.isEmpty,
            let reader = xmlReaderForMemory(bytes.baseAddress, Int32(bytes.count), nil, "UTF-8", Int32(options))
        else { throw BankingError(.malformed, "The file is empty.") }
        defer { xmlFreeTextReader(reader) }
        // The options above only silence the parser; without this handler, warnings of other parts go to standard
        // error.
        xmlTextReaderSetStructuredErrorHandler(reader, { _, _ in }, nil)
        var open: [XMLElement] = []
        var root: XMLElement?
        var count = 0
        func close() {
            guard let last = open.popLast() else { return }
            var done = last
            done.text = trimmed(done.text)
            if open.isEmpty { root = done } else { open[open.count - 1].children.append(done) }
        }
        var state = xmlTextReaderRead(reader)
        while state == 1 {
            switch UInt32(bitPattern: xmlTextReaderNodeType(reader)) {
            case XML_READER_TYPE_ELEMENT.rawValue:
                count += 1
                guard count <= maximumElements, xmlTextReaderDepth(reader) < maximumDepth else {
                    throw BankingError(.tooLarge, "The file has more elements or levels than any statement.")
                }
                // An empty-element tag has no end tag.
                let isEmpty = xmlTextReaderIsEmptyElement(reader) == 1
                open.append(try element(reader))
                if isEmpty { close() }
            case XML_READER_TYPE_END_ELEMENT.rawValue: close()
            case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_CDATA.rawValue:
                guard !open.isEmpty else { break }
                open[open.count - 1].text += string(xmlTextReaderConstValue(reader))
                guard open[open.count - 1].text.utf8.count <= maximumText else {
                    throw BankingError(.tooLarge, "The file has a text longer than any statement's.")
                }
            case XML_READER_TYPE_DOCUMENT_TYPE.rawValue, XML_READER_TYPE_ENTITY_REFERENCE.rawValue:
                throw BankingError(.malformed, "The file has a document type, which no bank's file has.")
            default: break
            }
            state = xmlTextReaderRead(reader)
        }
        guard state == 0, open.isEmpty, let root else {
            throw BankingError(
                .malformed, "The file is not well-formed XML, near line \(xmlTextReaderGetParserLineNumber(reader)).")
        }
        return root
    }

    private static func element(_ reader: xmlTextReaderPtr) throws -> XMLElement {
        var element = XMLElement(
            name: string(xmlTextReaderConstLocalName(reader)), namespace: string(xmlTextReaderConstNamespaceUri(reader))
        )
        while xmlTextReaderMoveToNextAttribute(reader) == 1 {
            guard xmlTextReaderIsNamespaceDecl(reader) == 0 else { continue }
            let value = string(xmlTextReaderConstValue(reader))
            guard value.utf8.count <= maximumText else {
                throw BankingError(.tooLarge, "The file has an attribute longer than any statement's.")
            }
            element.attributes[string(xmlTextReaderConstLocalName(reader))] = value
        }
        xmlTextReaderMoveToElement(reader)
        return element
    }

    private static func string(_ text: UnsafePointer<xmlChar>?) -> String {
        text.map { String(cString: $0) } ?? ""
    }

    private static func trimmed(_ text: String) -> String {
        let space: Set<Unicode.Scalar> = [" ", "\t", "\n", "\r"]
        let scalars = text.unicodeScalars.drop { space.contains($0) }
        let end = scalars.lastIndex { !space.contains($0) }
        return end.map { String(scalars[...$0]) } ?? ""
    }

    private static func contains(_ bytes: [UInt8], _ word: [UInt8]) -> Bool {
        bytes.indices.dropLast(word.count - 1).contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
    }
}
