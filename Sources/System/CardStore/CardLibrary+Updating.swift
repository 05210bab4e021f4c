// SPDX-License-Identifier: MIT
package import Cards
internal import Crypto

// One update asks first and then imports, so a crash in between changes nothing:
//
//     asked      → the card is as it was; the next update asks again
//     imported   → the card and its new pass are durable, in one transaction; the old version can be restored
//     date noted → the next update asks only for a still newer copy
extension CardLibrary {
    /// The web service of a card's pass; nil where there is none, or the pass is lost.
    package func passService(of card: Card) -> PassService? {
        // Safe: a lost or damaged pass names no service; backups report it.
        card.origin.flatMap { try? file($0) }.flatMap { CardFormat.service(ofPass: $0) }
    }

    /// Asks the issuer of a card's pass for a newer copy, and applies the issuer's changes.
    ///
    /// The card keeps what the user changed, as in ``take(_:_:)``, and the old version can be restored. The new copy is
    /// read as an imported file is, and only if it has the type and the serial number of the pass.
    ///
    /// - Parameter language: the preferred language of the pass's texts.
    /// - Throws: ``CardStoreError``: `.noCard`, `.storage`, `.storageFull`; the card has not changed then.
    package func updatePass(of id: CardID, language: String = "en", by client: PassClient) throws -> PassUpdate {
        let card = try card(id)
        guard let origin = card.origin, let service = passService(of: card) else { return .failed(.noService) }
        switch client.ask(service, since: try lastModified(of: origin)) {
        case .unchanged: return .unchanged
        case .failed(let failure): return .failed(failure)
        case .copy(let bytes, let lastModified):
            let outcome = try take(copy: bytes, of: card, from: try file(origin), language)
            if case .failed = outcome { return outcome }
            if let lastModified { try note(lastModified: lastModified, of: SHA256.hash(bytes)) }
            return outcome
        }
    }

    private func take(
        copy bytes: [UInt8], of card: Card, from original: [UInt8], _ language: String
    ) throws -> PassUpdate {
        let parsed: CardImport
        do {
            guard try CardFormat.recognise(bytes) == .pass else { return .failed(.notAPass) }
            parsed = try CardFormat.parse(bytes, language: language)
        } catch {
            // Safe: whatever the host sent instead of a pass, the card stays as it is.
            return .failed(.notAPass)
        }
        guard let fresh = parsed.bundle.cards.first, fresh.origin != nil else { return .failed(.notAPass) }
        guard fresh.id == CardFormat.card(ofPass: original, like: card, language: language)?.id else {
            return .failed(.otherPass)
        }
        var bundle = parsed.bundle
        // The card may have another id, when it existed before its pass came.
        bundle.cards = [fresh.identified(as: card.id)]
        let report = try take(CardImport(bundle), ImportPlan(duplicates: .update, language: language))
        guard report.updated + report.skipped == 1 else { return .failed(.notTaken) }
        var changed = try self.card(card.id)
        (changed.origin, changed.modified) = (card.origin, card.modified)
        return changed == card ? .unchanged : .updated
    }
}
