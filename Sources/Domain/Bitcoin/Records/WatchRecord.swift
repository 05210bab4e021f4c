// SPDX-License-Identifier: MIT
internal import Bytes

/// The records with which signing devices export accounts to watch: one key, or all accounts with their kinds.
/// BCR-2020-007, BCR-2020-010, BCR-2020-015, BCR-2023-010, BCR-2023-019
package enum WatchRecord {
    /// The names of the supported records, old and current.
    package static let types: Set<String> = [
        "crypto-hdkey", "hdkey", "crypto-output", "output-descriptor", "crypto-account", "account-descriptor",
    ]

    /// The largest record accepted, in bytes.
    package static let maximumCount = 64 << 10
    /// The most descriptors that an account record lists.
    package static let maximumDescriptors = 64

    /// The extended keys of a record, in its order. Descriptors of other forms are skipped.
    ///
    /// - Throws: ``BitcoinError`` with `.unsupported` for another type or when no key can be watched, `.malformed`.
    package static func keys(type: String, _ record: [UInt8]) throws -> [KeyRecord] {
        guard types.contains(type) else {
            throw BitcoinError(.unsupported, "The code holds a \"\(type.prefix(40))\", not an account to watch.")
        }
        let value: CBORValue
        do {
            value = try CBORValue(parsing: record, maximumCount: maximumCount)
        } catch {
            throw BitcoinError(.malformed, "The code holds no account: \(error.message)", cause: error)
        }
        let found: [KeyRecord]
        switch type {
        case "crypto-hdkey", "hdkey": found = [try KeyRecord(value.content(ofTag: 303, or: 40303))]
        case "crypto-output", "output-descriptor": found = try descriptor(value, master: nil).map { [$0] } ?? []
        default: found = try account(value.content(ofTag: 311, or: 40311))
        }
        guard !found.isEmpty else {
            throw BitcoinError(.unsupported, "The code holds no account with an extended public key.")
        }
        return found
    }

    private static func account(_ map: CBORValue) throws -> [KeyRecord] {
        guard let number = map[1]?.uint.flatMap(UInt32.init(exactly:)), let descriptors = map[2]?.array else {
            throw BitcoinError(.malformed, "The account in the code lacks its fingerprint or its descriptors.")
        }
        guard descriptors.count <= maximumDescriptors else {
            throw BitcoinError(.tooLarge, "The account in the code has \(descriptors.count) descriptors.")
        }
        let master = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        return try descriptors.compactMap { try descriptor($0, master: master) }
    }

    /// A descriptor as nested tags, or as text with a list of keys; nil for a form without one extended key.
    private static func descriptor(_ value: CBORValue, master: [UInt8]?) throws -> KeyRecord? {
        let inner = value.content(ofTag: 308, or: 40308)
        if let source = inner[1]?.text, let keys = inner[2]?.array {
            guard keys.count == 1, let expression = Expression(text: source) else { return nil }
            return try expression.key(keys[0].content(ofTag: 303, or: 40303), master: master)
        }
        var rest = inner
        var tags: [UInt64] = []
        while case .tagged(let tag, let content) = rest, tag != 303, tag != 40303 {
            tags.append(tag)
            rest = content
        }
        guard case .tagged(_, let map) = rest, let expression = Expression(tags: tags) else { return nil }
        return try expression.key(map, master: master)
    }

    /// The script expression around a key.
    private enum Expression {
        case single(AccountKind)
        case shared

        /// BCR-2020-010: 400 sh, 401 wsh, 403 pkh, 404 wpkh, 409 tr; BCR-2020-015: 410 cosigner.
        init?(tags: [UInt64]) {
            switch tags {
            case [403]: self = .single(.legacy)
            case [400, 404]: self = .single(.nested)
            case [404]: self = .single(.segwit)
            case [409]: self = .single(.taproot)
            case [400, 410], [400, 401, 410], [401, 410]: self = .shared
            default: return nil
            }
        }

        /// The keys are in a separate list, and the text refers to them by index. BCR-2023-010
        init?(text: String) {
            switch text {
            case "pkh(@0)": self = .single(.legacy)
            case "sh(wpkh(@0))": self = .single(.nested)
            case "wpkh(@0)": self = .single(.segwit)
            case "tr(@0)": self = .single(.taproot)
            case "sh(cosigner(@0))", "sh(wsh(cosigner(@0)))", "wsh(cosigner(@0))": self = .shared
            default: return nil
            }
        }

        func key(_ map: CBORValue, master: [UInt8]?) throws -> KeyRecord {
            switch self {
            case .single(let kind): try KeyRecord(map, kind: kind, master: master)
            case .shared: try KeyRecord(map, isShared: true, master: master)
            }
        }
    }
}

extension CBORValue {
    /// The content of one of two tags; the value itself when it is untagged.
    fileprivate func content(ofTag tag: UInt64, or other: UInt64) -> CBORValue {
        content(ofTag: tag) ?? content(ofTag: other) ?? self
    }
}
