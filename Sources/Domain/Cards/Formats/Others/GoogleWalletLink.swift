// SPDX-License-Identifier: MIT
internal import Bytes
internal import Barcodes

/// A link of "Add to Google Wallet": a JWT whose payload holds the cards. It is parsed offline, without verifying the
/// signature.
///
/// Source: Google, "Wallet JWTs": `https://pay.google.com/gp/v/save/<header>.<payload>.<signature>` with
/// `loyaltyObjects`, `giftCardObjects`, `offerObjects`, `genericObjects` and their classes in the payload, RFC 7519.
package enum GoogleWalletLink {
    private static let start = "https://pay.google.com/gp/v/save/"
    private static let maximumCount = 256 << 10

    package static func begins(_ text: String) -> Bool { text.trimmed.hasPrefix(start) }

    /// The cards of a link.
    ///
    /// - Throws: ``CardsError`` with `.decodingFailed` for another link, or one that only references cards.
    package static func parse(_ text: String) throws(CardsError) -> CardImport {
        let parts = text.trimmed.dropFirst(start.count).split(separator: ".", omittingEmptySubsequences: false)
        guard begins(text), text.utf8.count <= maximumCount, parts.count == 3 else {
            throw CardsError(.decodingFailed, "This is not a link of Google Wallet that holds a card.")
        }
        let bytes: [UInt8]
        do {
            bytes = try Base64URL.decode(String(parts[1]))
        } catch {
            throw CardsError(.decodingFailed, "The link of Google Wallet is damaged. Copy it again.", cause: error)
        }
        let payload = try JSONValue(cards: bytes, "link of Google Wallet")["payload"]
        var result = CardImport()
        var position = 0
        for kind in ["loyalty", "giftCard", "offer", "generic"] {
            let classes = payload?["\(kind)Classes"]?.array ?? []
            for object in payload?["\(kind)Objects"]?.array ?? [] {
                position += 1
                let group = classes.first { $0["id"]?.string == object["classId"]?.string }
                add(object, group, at: position, to: &result)
            }
        }
        guard position > 0 else {
            throw CardsError(
                .decodingFailed, "The link only names a card that Google keeps; it cannot be read without Google.")
        }
        return result
    }

    private static func add(_ object: JSONValue, _ group: JSONValue?, at position: Int, to result: inout CardImport) {
        var complaints: [CardRemark] = []
        let store =
            [
                group?["programName"]?.string, group?["merchantName"]?.string, group?["issuerName"]?.string,
                translated(object["cardTitle"]), translated(object["header"]), object["classId"]?.string,
            ].compactMap { $0?.trimmed }.first { !$0.isEmpty } ?? ""
        let value = object["barcode"]?["value"]?.string ?? ""
        let caption = object["barcode"]?["alternateText"]?.string ?? ""
        let number =
            [object["accountId"]?.string ?? "", object["cardNumber"]?.string ?? "", caption, value].first {
                !$0.isEmpty
            } ?? ""
        var card = Card(id: CardIdentity(store: store, number: number).derivedID, store: store, number: number)
        card.holder = object["accountName"]?.string
        if let type = object["barcode"]?["type"]?.string, !value.isEmpty {
            if let symbology = symbology(type) {
                let code = CardCode.foreign(value, as: symbology, caption: caption == number ? nil : caption) {
                    complaints.append($0)
                }
                card.codes = [code].compactMap { $0 }
            } else {
                complaints.append(.unknownKindOfCode)
            }
        }
        let colour = group?["hexBackgroundColor"] ?? object["hexBackgroundColor"]
        card.colour = colour?.string.flatMap { CardColour(hex: $0) }
        card.validFrom = object["validTimeInterval"]?["start"]?["date"]?.string.flatMap { Moment(iso8601: $0) }
        card.expiry = object["validTimeInterval"]?["end"]?["date"]?.string.flatMap { Moment(iso8601: $0) }
        result.add(card, at: position, complaints)
    }

    private static func translated(_ text: JSONValue?) -> String? { text?["defaultValue"]?["value"]?.string }

    /// Accepts `QR_CODE` and `qrCode`.
    private static func symbology(_ type: String) -> Symbology? {
        let bare = type.lowercased().filter { $0 != "_" }
        return CatimaFormat.symbologies.first { $0.key.lowercased().filter { $0 != "_" } == bare }?.value
            ?? ["itf14": .itf, "pdf417": .pdf417][bare]
    }
}
