// SPDX-License-Identifier: MIT

/// Header fields in order. Names are compared without regard to ASCII case (RFC 9110, section 5.1).
package struct Headers: Sendable {
    package struct Field: Sendable {
        package let name: String
        package let value: String
    }

    package private(set) var fields: [Field] = []

    package init() {}

    /// Reserves capacity for this many fields.
    init(capacity: Int) { fields.reserveCapacity(capacity) }

    package init(_ fields: KeyValuePairs<String, String>) {
        for (name, value) in fields { add(name, value) }
    }

    /// The first value of a name. Setting replaces all values, and nil removes them.
    package subscript(name: String) -> String? {
        get { fields.first { Self.isSame($0.name, name) }?.value }
        set {
            fields.removeAll { Self.isSame($0.name, name) }
            if let newValue { add(name, newValue) }
        }
    }

    package func all(_ name: String) -> [String] {
        fields.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    package mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Whether every name is a token and no value contains a line break or control character (RFC 9110, section 5.5).
    package var areSendable: Bool {
        fields.allSatisfy { field in
            !field.name.isEmpty && field.name.utf8.allSatisfy(\.isTokenCharacter)
                && field.value.utf8.allSatisfy { $0 == 9 || ($0 >= 32 && $0 < 127) }
        }
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count
            && (one == other
                || zip(one.utf8, other.utf8).allSatisfy { $0 == $1 || $0.asciiLowercase == $1.asciiLowercase })
    }
}

extension Headers: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }
}

extension UInt8 {
    var asciiLowercase: UInt8 { self >= 65 && self <= 90 ? self + 32 : self }

    /// RFC 9110, section 5.6.2.
    var isTokenCharacter: Bool {
        switch self {
        case 48...57, 65...90, 97...122: true  // digits and letters
        case 33, 35...39, 42, 43, 45, 46, 94, 95, 96, 124, 126: true  // !#$%&'*+-.^_`|~
        default: false
        }
    }
}
