// SPDX-License-Identifier: MIT

import Bytes

/// A message between payer and payee as text, for a QR code, a file or the clipboard: `OW1<kind>:<Base45>`.
package enum Envelope: Hashable, Sendable {
    case request(PaymentRequest)
    case payment(UnverifiedPayment)
    case receipt(Receipt)
    case decline(Decline)
    case fraudProof(FraudProof)

    /// The kind of a text, from its first characters.
    package enum Kind: Character, Sendable, CaseIterable {
        case request = "Q"
        case payment = "P"
        case receipt = "A"
        case decline = "D"
        case fraudProof = "F"

        /// The noun with its article, for sentences.
        package var noun: String {
            switch self {
            case .request: "a payment request"
            case .payment: "a payment"
            case .receipt: "a receipt"
            case .decline: "a decline"
            case .fraudProof: "a fraud proof"
            }
        }
    }

    /// The longest accepted text: a payment of 4,096 bytes in Base45 and the prefix, with room for line breaks.
    package static let maximumText = 8_192

    private static let family = "OW"
    private static let version = 1

    /// Reads a text of any kind.
    ///
    /// - Throws: ``TokensError`` with code `.malformed` when it is not one of ours, `.newerVersion`, `.tooLarge`, or
    ///   what decoding the record throws.
    package init(text: String, policy: LimitPolicy = .standard) throws {
        let (kind, bytes) = try Self.split(text)
        switch kind {
        case .request: self = .request(try PaymentRequest(decoding: bytes))
        case .payment: self = .payment(try UnverifiedPayment(decoding: bytes, policy: policy))
        case .receipt: self = .receipt(try Receipt(decoding: bytes))
        case .decline: self = .decline(try Decline(decoding: bytes))
        case .fraudProof: self = .fraudProof(try FraudProof(decoding: bytes))
        }
    }

    /// The kind that a text claims. Only its first characters are read.
    package static func kind(of text: String) throws -> Kind {
        try header(trimmed(text)).kind
    }

    package var kind: Kind {
        switch self {
        case .request: .request
        case .payment: .payment
        case .receipt: .receipt
        case .decline: .decline
        case .fraudProof: .fraudProof
        }
    }

    /// The record's bytes.
    package var encoded: [UInt8] {
        switch self {
        case .request(let request): request.encoded
        case .payment(let payment): payment.encoded
        case .receipt(let receipt): receipt.encoded
        case .decline(let decline): decline.encoded
        case .fraudProof(let proof): proof.encoded
        }
    }

    /// The text to show.
    package var text: String { Self.text(kind, encoded) }

    /// The text of an encoded record.
    package static func text(_ kind: Kind, _ encoded: [UInt8]) -> String {
        "\(family)\(version)\(kind.rawValue):\(Base45.encode(encoded))"
    }

    /// The request in a text.
    ///
    /// - Throws: ``TokensError`` with code `.otherKind`, which says what the text is instead.
    package static func request(in text: String) throws -> PaymentRequest {
        guard case .request(let request) = try opening(text, as: .request) else { throw mixedUp() }
        return request
    }

    /// The payment in a text; see ``request(in:)``.
    package static func payment(in text: String, policy: LimitPolicy = .standard) throws -> UnverifiedPayment {
        guard case .payment(let payment) = try opening(text, as: .payment, policy: policy) else { throw mixedUp() }
        return payment
    }

    /// The receipt in a text; see ``request(in:)``.
    package static func receipt(in text: String) throws -> Receipt {
        guard case .receipt(let receipt) = try opening(text, as: .receipt) else { throw mixedUp() }
        return receipt
    }

    /// The decline in a text; see ``request(in:)``.
    package static func decline(in text: String) throws -> Decline {
        guard case .decline(let decline) = try opening(text, as: .decline) else { throw mixedUp() }
        return decline
    }

    /// The fraud proof in a text; see ``request(in:)``.
    package static func fraudProof(in text: String) throws -> FraudProof {
        guard case .fraudProof(let proof) = try opening(text, as: .fraudProof) else { throw mixedUp() }
        return proof
    }

    private static func opening(_ text: String, as wanted: Kind, policy: LimitPolicy = .standard) throws -> Envelope {
        let found = try kind(of: text)
        guard found == wanted else {
            throw TokensError(.otherKind, "This is \(found.noun), not \(wanted.noun). Scan \(wanted.noun) here.")
        }
        return try Envelope(text: text, policy: policy)
    }

    private static func mixedUp() -> TokensError {
        TokensError(.internalFault, "A text changed its kind while it was read. Report this as a fault of Satchel.")
    }
}

// MARK: - Text

extension Envelope {
    private static func split(_ text: String) throws -> (Kind, [UInt8]) {
        let text = try trimmed(text)
        let (kind, body) = try header(text)
        do {
            return (kind, try Base45.decode(String(body)))
        } catch let error as BytesError {
            throw TokensError(.malformed, "This text is damaged: \(error.message) Scan or copy it again.", cause: error)
        }
    }

    /// Removes the spaces and line breaks that pasting adds around a text.
    private static func trimmed(_ text: String) throws -> Substring {
        guard text.utf8.count <= maximumText else {
            throw TokensError(.tooLarge, "This text is too long to be from Satchel: \(text.utf8.count) bytes.")
        }
        let isEdge: (Character) -> Bool = { $0.isNewline || $0 == "\t" }
        // A space may be the last character of Base45, so only leading spaces are removed. Trailing line breaks and
        // tabs are removed.
        let start = text.drop { isEdge($0) || $0 == " " }
        guard let end = start.lastIndex(where: { !isEdge($0) }) else { return start.prefix(0) }
        return start[...end]
    }

    /// Whether a text has our head in any version: `OW`, a number, a letter, a colon.
    package static func hasHead(_ text: String) -> Bool { head(of: text[...])?.letter.isLetter ?? false }

    /// Parses the head before a text's colon; nil if it is none. A number in another form than writers use is not a
    /// version, as in `OW01P:` and `OW+1P:`.
    private static func head(of text: Substring) -> (version: UInt64, letter: Character, body: Substring)? {
        guard text.hasPrefix(family), let colon = text.prefix(8).firstIndex(of: ":"), let letter = text[..<colon].last
        else { return nil }
        let digits = text[..<colon].dropFirst(family.count).dropLast()
        guard let version = UInt64(digits), "\(version)" == digits else { return nil }
        return (version, letter, text[text.index(after: colon)...])
    }

    private static func header(_ text: Substring) throws -> (kind: Kind, body: Substring) {
        guard let (number, letter, body) = head(of: text) else {
            throw TokensError(
                .malformed, "This text is not from Satchel. It would begin with OW1, a letter and a colon.")
        }
        try requireVersion(number, UInt64(version), of: "text")
        guard let kind = Kind(rawValue: letter) else {
            throw TokensError(
                .newerVersion, "This kind of text (\(letter)) was made by a newer Satchel. Update this one.")
        }
        return (kind, body)
    }
}
