// SPDX-License-Identifier: MIT
internal import Cards
internal import Codes
package import Coins
package import Tokens

/// The kind of a scanned or pasted item.
package enum Scanned: Hashable, Sendable {
    /// A document of the offline protocol.
    case document(Envelope.Kind, String)
    /// A link to a place in the app.
    case link(DeepLink)
    /// A link or record with cards.
    case cards(CardSource)
    /// A payment link for coins, such as `bitcoin:…`, or a bare address.
    case coins(String)
    /// A request of a watch-only wallet to sign, or a signer's answer.
    case signing(ReceivedCoinDocument)
    /// An account that a signing device exports, to be watched here.
    case account(OfflineRecord)
    /// Any other text, possibly that of a card's code.
    case other(String)

    /// The source of cards.
    package enum CardSource: Hashable, Sendable {
        case link(String)
        /// The content of shared cards; see ``HandoverRecord``.
        case record([UInt8])
    }

    package init(text: String) {
        // Safe: text that is not a link of this app is one of the other kinds.
        if let link = try? DeepLink(text) {
            self =
                switch link {
                case .document(let kind, let text): .document(kind, text)
                case .coins(let text): .coins(text)
                default: .link(link)
                }
        } else if CatimaLink.begins(text) || GoogleWalletLink.begins(text) {
            self = .cards(.link(text))
        } else if let document = ReceivedCoinDocument(text: text) {
            self = .signing(document)
        } else {
            self = .other(text)
        }
    }

    /// - Throws: the errors of decoding.
    init(_ resource: UniformResource) throws {
        if resource.type == HandoverRecord.type {
            self = .cards(.record(resource.cbor))
        } else if ReceivedCoinDocument.types.contains(resource.type) {
            self = .signing(.record(OfflineRecord(type: resource.type, cbor: resource.cbor)))
        } else if WatchOffer.types.contains(resource.type) {
            self = .account(OfflineRecord(type: resource.type, cbor: resource.cbor))
        } else {
            self = Scanned(text: try DocumentRecord.decode(resource.cbor).trimmed)
        }
    }

    /// Whether a text is complete by itself, and not part of a sequence.
    static func isWhole(_ text: String) -> Bool {
        if case .other = Scanned(text: text) { false } else { true }
    }

    /// BIP-21, ERC-681, Solana Pay.
    static func isCoinLink(_ text: String) -> Bool {
        ["bitcoin:", "ethereum:", "solana:"].contains { text.lowercased().hasPrefix($0) }
    }
}

extension Scanned {
    /// Another wallet's request to sign.
    ///
    /// - Throws: ``UserMessage`` for any other item, or for a request that cannot be decoded.
    func signingRequest() throws -> OfflineDocument {
        guard case .signing(let carried) = self else { throw UserMessage(.refusedNothingToSign) }
        return try carried.request()
    }
}
