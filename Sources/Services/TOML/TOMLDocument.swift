// SPDX-License-Identifier: MIT
internal import CTOML

/// What a TOML 1.0 document says. <https://toml.io/en/v1.0.0>; C++: <https://marzer.github.io/tomlplusplus/>
package struct TOMLDocument: Sendable {
    package enum Value: Sendable, Equatable {
        case text(String)
        case integer(Int64)
        case boolean(Bool)
        case list([Value])
        /// A fraction, a date or a time.
        case other
    }

    /// A value in its place.
    package struct Entry: Sendable, Equatable {
        /// Names of tables and of the key, with points between them.
        package let name: String
        package let value: Value
        /// From 1.
        package let line: Int
    }

    package static let maximumBytes = 64 << 10

    /// Values by name.
    package let entries: [Entry]

    /// - Throws: ``TOMLError``.
    package init(_ bytes: [UInt8]) throws {
        guard bytes.count <= Self.maximumBytes else {
            throw TOMLError(line: 1, "It has more than \(Self.maximumBytes) bytes.")
        }
        let walk = Walk()
        var reason = [CChar](repeating: 0, count: 256)
        var line: UInt32 = 0
        let result = bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                satchel_toml_read(
                    bytes.baseAddress, bytes.count,
                    { context, name, nameCount, kind, text, textCount, number, line in
                        guard let context else { return }
                        Unmanaged<Walk>.fromOpaque(context).takeUnretainedValue().take(
                            Walk.text(name, nameCount), kind, Walk.text(text, textCount), number, Int(line))
                    }, Unmanaged.passUnretained(walk).toOpaque(), &reason, reason.count, &line)
            }
        }
        guard result == 0 else {
            let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw TOMLError(line: Int(line), text)
        }
        entries = walk.entries
    }

    /// Puts the values that the library calls out together again.
    private final class Walk {
        var entries: [Entry] = []
        /// The lists that are open, the innermost last.
        private var lists: [[Value]] = []

        func take(_ name: String, _ kind: satchel_toml_kind, _ text: String, _ number: Int64, _ line: Int) {
            switch kind {
            case SATCHEL_TOML_TEXT: add(.text(text), name, line)
            case SATCHEL_TOML_INTEGER: add(.integer(number), name, line)
            case SATCHEL_TOML_BOOLEAN: add(.boolean(number != 0), name, line)
            case SATCHEL_TOML_LIST: lists.append([])
            case SATCHEL_TOML_LIST_END: if let list = lists.popLast() { add(.list(list), name, line) }
            default: add(.other, name, line)
            }
        }

        private func add(_ value: Value, _ name: String, _ line: Int) {
            guard lists.isEmpty else { return lists[lists.count - 1].append(value) }
            entries.append(Entry(name: name, value: value, line: line))
        }

        static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
            String(decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self)
        }
    }
}

/// What is wrong with a TOML document, and where.
package struct TOMLError: Error, CustomStringConvertible, Sendable {
    /// From 1; 0 when it cannot be said.
    package let line: Int
    package let message: String

    init(line: Int, _ message: String) {
        self.line = line
        self.message = message
    }

    package var description: String { "TOMLError: line \(line): \(message)" }
}
