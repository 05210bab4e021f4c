// SPDX-License-Identifier: MIT
internal import CXML

/// An element of an XML document with its content, read completely and within limits from untrusted bytes.
///
/// Only the five predefined entities are supported. Document types are refused, and nothing is loaded from elsewhere.
/// C: `xmlTextReader`, <https://gnome.pages.gitlab.gnome.org/libxml2/html/group__xmlreader.html>
package struct XMLElement: Hashable, Sendable {
    /// The name without a prefix.
    package let name: String
    /// The namespace URI; empty for none.
    package let namespace: String
    /// Without namespace declarations.
    package var attributes: [String: String] = [:]
    package var children: [XMLElement] = []
    /// The text directly in the element, without surrounding white space.
    package var text = ""

    package init(name: String, namespace: String) {
        self.name = name
        self.namespace = namespace
    }

    /// Reads a document.
    ///
    /// - Throws: ``XMLError``.
    package static func read(_ bytes: [UInt8], limits: XMLLimits) throws(XMLError) -> XMLElement {
        guard bytes.count <= limits.bytes else {
            throw XMLError(.tooLarge, "The document has more than \(limits.bytes >> 10) KiB.")
        }
        // In UTF-8, which the reader is told to use whatever the file declares, a document type always begins with
        // `<!DOCTYPE`. So no entity can be declared, and none can expand.
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw XMLError(.malformed, "The document is not UTF-8.")
        }
        guard !contains(bytes, Array("<!DOCTYPE".utf8)) else {
            throw XMLError(.malformed, "The document has a document type, which is never accepted.")
        }
        // libxml2 compares each attribute of an element with all before it, so the number is limited before it parses
        // the file.
        guard StartTags.mostAttributes(in: bytes) <= limits.attributes else {
            throw XMLError(.tooLarge, "An element has more than \(limits.attributes) attributes.")
        }
        return try bytes.withUnsafeBufferPointer { bytes throws(XMLError) in
            try read(UnsafeRawBufferPointer(bytes).bindMemory(to: CChar.self), limits)
        }
    }

    /// The first element on a path of names below this one, each in this element's namespace.
    package subscript(path: String...) -> XMLElement? {
        path.reduce(self as XMLElement?) { element, name in
            element?.children.first { $0.name == name && $0.namespace == namespace }
        }
    }

    /// All direct children with a name.
    package func all(_ name: String) -> [XMLElement] {
        children.filter { $0.name == name && $0.namespace == namespace }
    }

    // MARK: - Reading

    /// libxml2 initialises itself once; two threads must not do so at the same time.
    /// <https://gitlab.gnome.org/GNOME/libxml2/-/wikis/Thread-safety>
    private static let library: Void = xmlInitParser()

    private static func read(
        _ bytes: UnsafeBufferPointer<CChar>, _ limits: XMLLimits
    ) throws(XMLError) -> XMLElement {
        _ = library
        // NOENT: otherwise an ampersand in the URI of a namespace stays `&#38;`. No entity can be declared, see above.
        let options =
            XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
            | XML_PARSE_NOENT.rawValue
        guard !bytes.isEmpty,
            let reader = xmlReaderForMemory(bytes.baseAddress, Int32(bytes.count), nil, "UTF-8", Int32(options))
        else { throw XMLError(.malformed, "The document is empty.") }
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
                guard count <= limits.elements, Int(xmlTextReaderDepth(reader)) < limits.depth else {
                    throw XMLError(
                        .tooLarge,
                        "The document has more than \(limits.elements) elements or \(limits.depth) levels.")
                }
                // An empty-element tag has no end tag.
                let isEmpty = xmlTextReaderIsEmptyElement(reader) == 1
                open.append(try element(reader, limits))
                if isEmpty { close() }
            case XML_READER_TYPE_END_ELEMENT.rawValue: close()
            case XML_READER_TYPE_TEXT.rawValue, XML_READER_TYPE_CDATA.rawValue:
                guard !open.isEmpty else { break }
                open[open.count - 1].text += string(xmlTextReaderConstValue(reader))
                guard open[open.count - 1].text.utf8.count <= limits.text else {
                    throw XMLError(.tooLarge, "The document has a text of more than \(limits.text) bytes.")
                }
            case XML_READER_TYPE_DOCUMENT_TYPE.rawValue, XML_READER_TYPE_ENTITY_REFERENCE.rawValue:
                throw XMLError(.malformed, "The document has a document type, which is never accepted.")
            default: break
            }
            state = xmlTextReaderRead(reader)
        }
        guard state == 0, open.isEmpty, let root else {
            throw XMLError(
                .malformed,
                "The document is not well-formed XML, near line \(xmlTextReaderGetParserLineNumber(reader)).")
        }
        return root
    }

    private static func element(_ reader: xmlTextReaderPtr, _ limits: XMLLimits) throws(XMLError) -> XMLElement {
        var element = XMLElement(
            name: string(xmlTextReaderConstLocalName(reader)), namespace: string(xmlTextReaderConstNamespaceUri(reader))
        )
        // libxml2 takes a prefix that stands for nothing for a part of the name.
        guard !element.name.contains(":") else {
            throw XMLError(.malformed, "The prefix of '\(element.name)' stands for no namespace.")
        }
        while xmlTextReaderMoveToNextAttribute(reader) == 1 {
            guard xmlTextReaderIsNamespaceDecl(reader) == 0 else {
                // Only the namespace without a prefix may be taken back. Namespaces in XML 1.0, section 2.2
                guard xmlTextReaderConstPrefix(reader) == nil || !string(xmlTextReaderConstValue(reader)).isEmpty
                else { throw XMLError(.malformed, "A prefix is declared for no namespace.") }
                continue
            }
            let name = string(xmlTextReaderConstLocalName(reader))
            guard name != "xmlns", !name.contains(":") else {
                throw XMLError(.malformed, "The prefix of an attribute stands for no namespace.")
            }
            let value = string(xmlTextReaderConstValue(reader))
            guard value.utf8.count <= limits.text else {
                throw XMLError(.tooLarge, "The document has an attribute of more than \(limits.text) bytes.")
            }
            element.attributes[name] = value
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
