// SPDX-License-Identifier: MIT
import TOML

/// One setting of the operator: its name, its summary, and how to read and write its value.
struct HubSetting: Sendable {
    /// The type of a setting's value.
    enum Kind: Sendable, Equatable {
        case text
        case integer(ClosedRange<Int64>)
        case boolean
        case texts

        /// The value of an environment variable's text. A text that does not match the type stays a text, which `set`
        /// then refuses.
        func value(of text: String) -> TOMLDocument.Value {
            switch self {
            case .text: .text(text)
            case .integer: Int64(text).map { .integer($0) } ?? .text(text)
            case .boolean: text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : .text(text)
            case .texts:
                .list(
                    text.split(separator: ",").map { item in
                        .text(String(item.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
                    })
            }
        }

        var sentence: String {
            switch self {
            case .text: "is a text in quotation marks"
            case .integer(let range) where range.upperBound == .max: "is a whole number from \(range.lowerBound) on"
            case .integer(let range): "is a whole number from \(range.lowerBound) to \(range.upperBound)"
            case .boolean: "is true or false"
            case .texts: "is a list of texts"
            }
        }
    }

    let name: String
    /// One sentence.
    let summary: String
    let kind: Kind
    /// Writes a value of the right type into the settings. Returns a sentence for an invalid value.
    private let put: @Sendable (TOMLDocument.Value, inout HubSettings) -> String?
    /// The present value as TOML; nil if there is none.
    private let get: @Sendable (HubSettings) -> String?

    /// The name of the corresponding environment variable.
    var variable: String {
        HubSettings.variablePrefix + name.uppercased().map { $0 == "." ? "_" : String($0) }.joined()
    }

    /// - Returns: the error, as the end of a sentence that begins with the name; nil if the value was set.
    func set(_ value: TOMLDocument.Value, _ settings: inout HubSettings) -> String? {
        switch (kind, value) {
        case (.text, .text), (.boolean, .boolean): break
        case (.integer(let range), .integer(let number)) where range.contains(number): break
        case (.texts, .list(let items)) where items.allSatisfy({ if case .text = $0 { true } else { false } }): break
        default: return kind.sentence + "."
        }
        return put(value, &settings)
    }

    func shown(_ settings: HubSettings) -> String { get(settings) ?? "" }

    /// Whether the setting has a value.
    func isSet(_ settings: HubSettings) -> Bool { get(settings) != nil }

    static func named(_ name: String) -> HubSetting? { all.first { $0.name == name } }
}

extension HubSetting {
    static func integer<Number: FixedWidthInteger & SendableMetatype & Sendable>(
        _ name: String, _ summary: String, _ range: ClosedRange<Int64>,
        _ path: any WritableKeyPath<HubSettings, Number> & Sendable, times factor: Number = 1
    ) -> HubSetting {
        HubSetting(name: name, summary: summary, kind: .integer(range)) { value, settings in
            guard case .integer(let number) = value, let whole = Number(exactly: number) else { return "is too large." }
            let (product, isTooLarge) = whole.multipliedReportingOverflow(by: factor)
            guard !isTooLarge else { return "is too large." }
            settings[keyPath: path] = product
            return nil
        } get: {
            String($0[keyPath: path] / factor)
        }
    }

    static func integer(
        _ name: String, _ summary: String, _ range: ClosedRange<Int64>,
        get: @escaping @Sendable (HubSettings) -> Int64?,
        set: @escaping @Sendable (Int64, inout HubSettings) -> String?
    ) -> HubSetting {
        HubSetting(name: name, summary: summary, kind: .integer(range)) { value, settings in
            if case .integer(let number) = value { set(number, &settings) } else { nil }
        } get: {
            get($0).map(String.init)
        }
    }

    static func text(
        _ name: String, _ summary: String, get: @escaping @Sendable (HubSettings) -> String?,
        set: @escaping @Sendable (String, inout HubSettings) -> String?
    ) -> HubSetting {
        HubSetting(name: name, summary: summary, kind: .text) { value, settings in
            if case .text(let text) = value { set(text, &settings) } else { nil }
        } get: {
            get($0).map(quoted)
        }
    }

    static func boolean(
        _ name: String, _ summary: String, _ path: any WritableKeyPath<HubSettings, Bool> & Sendable
    ) -> HubSetting {
        HubSetting(name: name, summary: summary, kind: .boolean) { value, settings in
            if case .boolean(let isTrue) = value { settings[keyPath: path] = isTrue }
            return nil
        } get: {
            String($0[keyPath: path])
        }
    }

    static func texts(
        _ name: String, _ summary: String, get: @escaping @Sendable (HubSettings) -> [String],
        set: @escaping @Sendable ([String], inout HubSettings) -> String?
    ) -> HubSetting {
        HubSetting(name: name, summary: summary, kind: .texts) { value, settings in
            guard case .list(let items) = value else { return nil }
            return set(items.compactMap { if case .text(let text) = $0 { text } else { nil } }, &settings)
        } get: {
            "[" + get($0).map(quoted).joined(separator: ", ") + "]"
        }
    }

    /// A basic string. TOML 1.0.0, "String"
    private static func quoted(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "\"") { result, scalar in
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\u{0}"..."\u{1f}", "\u{7f}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        } + "\""
    }
}
