// SPDX-License-Identifier: MIT

/// How large a document, and each part of it, may be.
package struct XMLLimits: Sendable {
    /// Of the whole document.
    package var bytes: Int
    /// Levels of elements, the root included.
    package var depth: Int
    package var elements: Int
    /// Bytes of UTF-8 in one element, without those of its children, and in one attribute.
    package var text: Int
    /// Of one element, with the declarations of namespaces.
    package var attributes: Int

    package init(bytes: Int, depth: Int, elements: Int, text: Int, attributes: Int) {
        self.bytes = bytes
        self.depth = depth
        self.elements = elements
        self.text = text
        self.attributes = attributes
    }
}
