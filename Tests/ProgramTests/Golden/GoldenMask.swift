// SPDX-License-Identifier: MIT

/// What of an answer is compared.
enum GoldenMask {
    /// Everything but where the test's folder is: for stores, whose content is fixed.
    case exact
    /// Names, types and units, and values that every run has; what varies stands as its type, and so do sentences, which
    /// may be reworded.
    case shape

    func callAsFunction(_ value: JSONValue, folder: String) -> JSONValue {
        switch value {
        case .null, .bool: value
        case .number(let number): self == .exact ? value : Self.masked(number)
        case .text(let text):
            .text(self == .exact ? text.replacing(folder, with: "<folder>") : Self.masked(text, folder))
        case .array(let items): .array(ordered(items).map { self($0, folder: folder) })
        case .object(let fields): .object(fields.mapValues { self($0, folder: folder) })
        }
    }

    /// Lines of a history are in the order of their times, and two may fall into one second or not.
    private func ordered(_ items: [JSONValue]) -> [JSONValue] {
        let numbers = items.map { item -> Int64? in
            guard case .number(let number)? = item["id"], item["time"] != nil else { return nil }
            return number
        }
        guard self == .shape, numbers.allSatisfy({ $0 != nil }) else { return items }
        return zip(items, numbers).sorted { ($0.1 ?? 0) > ($1.1 ?? 0) }.map(\.0)
    }

    /// Small numbers count things of the story; others are times, sizes and fees.
    private static func masked(_ number: Int64) -> JSONValue {
        switch number {
        case -100..<100: .number(number)
        case 1_500_000_000..<5_000_000_000: .text("<time>")
        default: .text("<number>")
        }
    }

    private static func masked(_ text: String, _ folder: String) -> String {
        if text.hasPrefix(folder) {
            return "<folder>" + text.dropFirst(folder.count).replacing(/[0-9a-f]{8,}/, with: "<hex>")
        }
        // A document of Satchel may have blanks.
        if let record = text.wholeMatch(of: /(OW1[A-Z]):.*/) { return "<\(record.1)>" }
        if text.contains(" ") { return text.wholeMatch(of: time) == nil ? "<sentence>" : "<time>" }
        if text.wholeMatch(of: uuid) != nil { return "<id>" }
        if text.wholeMatch(of: time) != nil { return "<time>" }
        if text.wholeMatch(of: /\d{4}-\d\d(-\d\d)?/) != nil { return "<day>" }
        if text.wholeMatch(of: /[0-9a-f]{8,}/) != nil { return "<hex>" }
        if text.wholeMatch(of: /RF\d\d[0-9A-Z]+/) != nil { return "<reference>" }
        if let named = text.wholeMatch(of: /([a-z]+:)[0-9a-f]{8,}/) { return "\(named.1)<hex>" }
        if text.wholeMatch(of: /[a-z0-9]{5}(-[a-z0-9]{5}){3}/) != nil { return "<password>" }
        if text.wholeMatch(of: /127\.0\.0\.1:\d+/) != nil { return "<address>" }
        if text.contains("://") { return String(text.prefix { $0 != ":" }) + "://<link>" }
        return text.count > 24 ? "<bytes>" : text
    }

    private nonisolated(unsafe) static let time = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?UTC|Z)?/
    private nonisolated(unsafe) static let uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
}
