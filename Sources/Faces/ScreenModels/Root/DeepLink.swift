// SPDX-License-Identifier: MIT
internal import Bytes
package import HubAPI
package import Tokens

/// A link or text that opens a screen: from another program, a barcode, or pasted text.
///
///     satchel://join?hub=…&root=…            a hub to join; see ``HubDescription``
///     satchel://request?hub=…&id=…           a request for money at the hub; see ``RequestLink``
///     satchel://pay?to=bob&amount=5&note=…   a transfer to look over and send; `hub` names the hub of the account
///     satchel://open/activity                a screen
///     bitcoin:…, ethereum:…, solana:…        a payment of coins to review and send
///     OW1Q:…                                 a document of the offline protocol
package enum DeepLink: Hashable, Sendable {
    /// The screens that a link may open by name.
    package enum Place: String, CaseIterable, Sendable {
        case wallet = "wallet", activity = "activity", cards = "cards", coins = "coins", settings = "settings"
        case scan = "scan", receive = "receive", contacts = "contacts", requests = "requests", splits = "splits"
        case recurring = "recurring", exchange = "exchange", bank = "bank", files = "files"
    }

    /// A transfer proposed by a link. Nothing is sent before the user has reviewed it.
    package struct Transfer: Hashable, Sendable {
        package var recipient: String
        package var amount: String
        package var note: String
        /// The first bytes of the id of the recipient's hub; nil where the link does not say it.
        package var hub: [UInt8]?

        package init(recipient: String, amount: String, note: String, hub: [UInt8]? = nil) {
            self.recipient = recipient
            self.amount = amount
            self.note = note
            self.hub = hub
        }

        /// The link that says it.
        package var link: String {
            var fields = [("to", recipient), ("amount", amount), ("note", note)].filter { !$0.1.isEmpty }
            if let hub { fields.append(("hub", Base64URL.encode(hub))) }
            return DeepLink.transferStart + fields.map { "\($0)=\(DeepLink.encoded($1))" }.joined(separator: "&")
        }
    }

    case join(HubDescription)
    case request(String)
    case pay(Transfer)
    case document(Envelope.Kind, String)
    case open(Place)
    /// BIP-21, ERC-681, Solana Pay; an account of the chain parses it.
    case coins(String)

    static let transferStart = "satchel://pay?"

    /// The longest text accepted, in bytes.
    static let maximumBytes = 16 << 10
    /// The longest account name, and the longest note, in bytes.
    private static let (maximumName, maximumNote) = (64, 256)

    /// - Throws: ``UserMessage``.
    package init(_ typed: String) throws {
        guard typed.utf8.count <= Self.maximumBytes else { throw UserMessage(.refusedTooLarge) }
        let text = typed.trimmed
        if text.hasPrefix("OW") {
            do {
                self = .document(try Envelope.kind(of: text), text)
            } catch {
                throw UserMessage(error)
            }
            return
        }
        if Scanned.isCoinLink(text) {
            self = .coins(text)
            return
        }
        guard text.lowercased().hasPrefix("satchel:") else { throw UserMessage(.refusedBadLink) }
        if text.hasPrefix("satchel://join?") {
            do { self = .join(try HubDescription(link: text)) } catch { throw UserMessage(error) }
        } else if RequestLink.isLink(text) {
            do { self = .request(try RequestLink(text: text).text) } catch { throw UserMessage(error) }
        } else if text.hasPrefix(Self.transferStart) {
            self = .pay(try Self.transfer(String(text.dropFirst(Self.transferStart.count))))
        } else if text.hasPrefix("satchel://open/"),
            let place = Place(rawValue: String(text.dropFirst("satchel://open/".count)))
        {
            self = .open(place)
        } else {
            throw UserMessage(.refusedBadLink)
        }
    }

    private static func transfer(_ query: String) throws -> Transfer {
        var transfer = Transfer(recipient: "", amount: "", note: "")
        var seen: Set<Substring> = []
        for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2, seen.insert(halves[0]).inserted, let value = decoded(halves[1]) else {
                throw UserMessage(.refusedBadLink)
            }
            switch halves[0] {
            case "to": transfer.recipient = value
            case "amount": transfer.amount = value
            case "note": transfer.note = value
            case "hub":
                do { transfer.hub = try Base64URL.decode(value) } catch { throw UserMessage(.refusedBadLink) }
            // A link with unknown parameters is refused, so that it is not followed in part.
            default: throw UserMessage(.refusedBadLink)
            }
        }
        guard transfer.hub.map({ $0.count == HubID.shortCount }) ?? true else { throw UserMessage(.refusedBadLink) }
        guard !transfer.recipient.isEmpty, transfer.recipient.utf8.count <= maximumName,
            transfer.amount.utf8.count <= maximumName, transfer.note.utf8.count <= maximumNote,
            !(transfer.recipient + transfer.amount + transfer.note).unicodeScalars.contains(where: isMisleading)
        else { throw UserMessage(.refusedBadLink) }
        return transfer
    }

    /// Whether a character breaks a line or changes its direction, so that a text could imitate another one.
    private static func isMisleading(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }

    /// Percent-encoding of everything but unreserved characters. RFC 3986, section 2.3
    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.properties.isASCIIHexDigit || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
                || "-._~".unicodeScalars.contains(scalar)
            guard !isPlain else { return String(Character(scalar)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }
        .joined()
    }

    /// Percent-decoding; a plus sign stays a plus sign. RFC 3986, section 2.1
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }
}

extension String {
    /// Without surrounding white space.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(
            start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex))
    }
}
