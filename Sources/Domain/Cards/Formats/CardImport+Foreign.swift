// SPDX-License-Identifier: MIT
internal import Bytes

extension JSONValue {
    /// Decodes a document of another program, with the limits for untrusted files.
    init(cards bytes: [UInt8], _ what: String) throws(CardsError) {
        do {
            self = try JSONValue(parsing: bytes, forgiving: true)
        } catch {
            throw CardsError(.decodingFailed, "The \(what) is damaged. \(error.message)", cause: error)
        }
    }
}

extension CardImport {
    /// Takes a card with what was left out of it; one that is refused needs no word about its parts.
    mutating func add(_ card: consuming Card, at position: Int, _ complaints: [CardRemark]) {
        let count = positions.count
        add(card, at: position)
        guard positions.count > count else { return }
        for complaint in complaints { refuse(position, complaint) }
    }
}
