// SPDX-License-Identifier: MIT
package import Bytes
internal import Vault

/// A remark in a row of the store: an array of its name and its values. Up to version 3 of the part it was a sentence.
extension SendRemark {
    /// The names never change.
    private enum Name: String {
        case refused = "refused"
        case failed = "failed"
        case signatures = "signatures"
    }

    /// Reads what ``write(_:to:)`` writes, and the text of an older version.
    ///
    /// - Throws: `BytesError` for anything else.
    package static func read(from reader: inout CBORReader) throws -> SendRemark? {
        guard try !reader.null() else { return nil }
        guard try reader.peekMajorType() == .array else { return .legacy(try reader.string()) }
        _ = try reader.array(maximum: 6)
        switch Name(rawValue: try reader.string()) {
        case .refused: return .refused(try ServerRefusal(from: &reader))
        case .failed:
            let code = CoinsError.Code(rawValue: try reader.string())
            let message = try reader.string()
            return code.map { SendRemark.failed($0, message: message) } ?? .legacy(message)
        case .signatures: return .signatures(try MissingSignatures(from: &reader))
        case nil: throw BytesError(.malformed, "A remark on a payment is of an unknown kind.")
        }
    }

    package static func write(_ remark: SendRemark?, to writer: inout CBORWriter) {
        switch remark {
        case nil: writer.null()
        case .legacy(let text): writer.text(text)
        case .refused(let refusal):
            writer.array(6)
            writer.text(Name.refused.rawValue)
            refusal.write(to: &writer)
        case .failed(let code, let message):
            writer.array(3)
            writer.text(Name.failed.rawValue)
            writer.text(code.rawValue)
            writer.text(message)
        case .signatures(let missing):
            writer.array(6)
            writer.text(Name.signatures.rawValue)
            missing.write(to: &writer)
        }
    }
}

extension MissingSignatures {
    fileprivate init(from reader: inout CBORReader) throws {
        let input = try reader.optionalUInt().map { Int(clamping: $0) }
        let have = Int(clamping: try reader.uint())
        let needed = try reader.optionalUInt().map { Int(clamping: $0) }
        let done = Int(clamping: try reader.uint())
        self.init(input: input, have: have, needed: needed, done: done, inputs: Int(clamping: try reader.uint()))
    }

    fileprivate func write(to writer: inout CBORWriter) {
        writer.optional(input.map { UInt64($0) })
        writer.uint(UInt64(have))
        writer.optional(needed.map { UInt64($0) })
        writer.uint(UInt64(done))
        writer.uint(UInt64(inputs))
    }
}

extension ServerRefusal {
    fileprivate init(from reader: inout CBORReader) throws {
        let server = try reader.string()
        let name = try reader.optionalString()
        let number = try reader.optionalUInt().map { Int(clamping: $0) }
        let chainWords = try reader.optionalString()
        self.init(
            server: server, meaning: name.flatMap { Meaning(name: $0, number, chainWords) },
            words: try reader.string())
    }

    fileprivate func write(to writer: inout CBORWriter) {
        writer.text(server)
        writer.optional(meaning?.name)
        writer.optional(meaning?.number.map { UInt64($0) })
        writer.optional(meaning?.chainWords)
        writer.text(words)
    }
}

extension ServerRefusal.Meaning {
    /// The meanings without values, by the names that stores have; the names never change.
    package static let plain: [(name: String, meaning: ServerRefusal.Meaning)] = [
        ("replacement-too-cheap", .replacementTooCheap), ("below-relay-fee", .belowRelayFee),
        ("below-current-fee", .belowCurrentFee), ("fee-too-high", .feeTooHigh), ("tip-above-most", .tipAboveMost),
        ("wrong-gas-limit", .wrongGasLimit), ("conflict", .conflict), ("coins-gone", .coinsGone),
        ("unconfirmed-added", .unconfirmedAdded), ("dust", .dust), ("immature-reward", .immatureReward),
        ("locked-until-later", .lockedUntilLater), ("coins-too-young", .coinsTooYoung), ("long-chain", .longChain),
        ("number-waits", .numberWaits), ("number-used", .numberUsed), ("number-missing", .numberMissing),
        ("too-little-ether", .tooLittleEther), ("too-few-sol", .tooFewSOL), ("below-rent", .belowRent),
        ("too-little-held", .tooLittleHeld), ("other-network", .otherNetwork),
        ("signed-too-long-ago", .signedTooLongAgo),
    ]

    fileprivate var name: String? {
        switch self {
        case .fails: "fails"
        case .stepFails: "step-fails"
        default: Self.plain.first { $0.meaning == self }?.name
        }
    }

    fileprivate var number: Int? { if case .stepFails(let number, _) = self { number } else { nil } }

    fileprivate var chainWords: String? {
        switch self {
        case .fails(let words): words
        case .stepFails(_, let words): words
        default: nil
        }
    }

    /// Nil for a name that a later version wrote.
    fileprivate init?(name: String, _ number: Int?, _ chainWords: String?) {
        switch (name, number, chainWords) {
        case ("fails", _, let words?): self = .fails(words)
        case ("step-fails", let number?, let words): self = .stepFails(number, words)
        default:
            guard let plain = Self.plain.first(where: { $0.name == name }) else { return nil }
            self = plain.meaning
        }
    }
}
