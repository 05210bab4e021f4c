// SPDX-License-Identifier: MIT
internal import Cards
internal import Codes
package import Coins
package import Tokens

/// What something that was scanned or pasted turned out to be.
package enum Scanned: Hashable, Sendable {
    /// A document of the offline protocol.
    case document(Envelope.Kind, String)
    /// A link to a place in the app.
    case link(DeepLink)
    /// A link or record that brings cards.
    case cards(CardSource)
    /// A request for coins, such as `bitcoin:…`, or a bare address.
    case coins(String)
    /// What a wallet without keys asks to be signed, or what its signer answers.
    case signing(CarriedCoins)
    /// An account that a signing device shows, to be watched here.
    case account(OfflineRecord)
    /// Anything else: perhaps the text of a card's code.
    case other(String)

    /// Where cards come from.
    package enum CardSource: Hashable, Sendable {
        case link(String)
        /// The content of a handover; see ``HandoverRecord``.
        case record([UInt8])
    }

    package init(text: String) {
        // Safe: what is no link of ours is one of the others.
        if let link = try? DeepLink(text) {
            self =
                switch link {
                case .document(let kind, let text): .document(kind, text)
                case .coins(let text): .coins(text)
                default: .link(link)
                }
        } else if CatimaLink.begins(text) || GoogleWalletLink.begins(text) {
            self = .cards(.link(text))
        } else if let document = CarriedCoins(text: text) {
            self = .signing(document)
        } else {
            self = .other(text)
        }
    }

    /// - Throws: what decoding throws.
    init(_ resource: UniformResource) throws {
        if resource.type == HandoverRecord.type {
            self = .cards(.record(resource.cbor))
        } else if CarriedCoins.types.contains(resource.type) {
            self = .signing(.record(OfflineRecord(type: resource.type, cbor: resource.cbor)))
        } else if WatchOffer.types.contains(resource.type) {
            self = .account(OfflineRecord(type: resource.type, cbor: resource.cbor))
        } else {
            self = Scanned(text: try DocumentRecord.decode(resource.cbor).trimmed)
        }
    }

    /// Whether a text stands for itself, and is no part of something larger.
    static func isWhole(_ text: String) -> Bool {
        if case .other = Scanned(text: text) { false } else { true }
    }

    /// BIP-21, ERC-681, Solana Pay.
    static func isCoinLink(_ text: String) -> Bool {
        ["bitcoin:", "ethereum:", "solana:"].contains { text.lowercased().hasPrefix($0) }
    }
}

extension Scanned {
    /// What another wallet asks to be signed.
    ///
    /// - Throws: ``Refusal`` when it is anything else, else why it cannot be read.
    func signingRequest() throws -> OfflineDocument {
        guard case .signing(let carried) = self else { throw Refusal(.refusedNothingToSign) }
        return try carried.request()
    }
}
