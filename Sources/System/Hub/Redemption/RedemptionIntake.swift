// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import SQL
import Tokens

/// The stateless part of redemption, on the calling thread: parse, look up the stored answer, verify.
struct RedemptionIntake: Sendable {
    /// What remains to be done for one uploaded item.
    enum Finding: Sendable {
        /// Nothing: it was answered before, or is refused.
        case answered(RedemptionAnswer.Item)
        /// It was answered before, and the caller is its holder, who has not uploaded it yet: record that.
        case vouched(RedemptionAnswer.Item, RecordID)
        /// It is valid: enter it.
        case verified(VerifiedPath)
        /// A valid payment that its payee declined: refund it, if the payer uploads it.
        case declined(VerifiedPath, Decline)
        /// It is valid but too late: record its owner, so that the refund goes to the last owner, and refuse it.
        case late(VerifiedPath, HubProblem)
    }

    let keyStore: KeyStore
    let caches = CachePool()

    private var keys: KeyRing { keyStore.current }

    func examine(
        _ item: Blob, declines: UploadedDeclines, for caller: Caller, at now: Timestamp, in store: HubStore
    ) throws -> Finding {
        do {
            let upload = try Upload(decoding: item.bytes)
            if case .redemption(let redemption) = upload, redemption.account != caller.account {
                throw TokensError(
                    .wrongAccount, "This redemption is bound to another account. Only its owner can upload it.")
            }
            let id = upload.token.id(hub: keys.hub)
            let decline = upload.isChain && !upload.token.transfers.isEmpty ? declines[id] : nil
            if let stored = try store.read({ try Self.stored(id, upload.token, hub: keys.hub, in: $0) }) {
                if try stored.isFinal { return .answered(stored) }
                let mayChange = decline != nil || !upload.isChain
                if !mayChange {
                    let isNews = try store.read { try Vouching.unsaid(id, by: caller, in: $0) } != nil
                    return isNews ? .vouched(stored, id) : .answered(stored)
                }
            }
            let finding = try verify(upload, at: now)
            guard let decline, case .verified(let path) = finding else { return finding }
            guard decline.isSigned(by: upload.token.holder, hub: keys.hub) else {
                throw TokensError(
                    .badSignature, "A decline is not signed by the key that was paid. The payment stands.")
            }
            return .declined(path, decline)
        } catch let error as TokensError {
            return .answered(RedemptionAnswer.Item(problem: HubProblem(error)))
        } catch let problem as HubProblem {
            return .answered(RedemptionAnswer.Item(problem: problem))
        }
    }

    /// The stored answer of a record, if there is one. Checks no signature and no date.
    static func stored(
        _ id: RecordID, _ token: OfflineToken, hub: HubID, in database: any SQLConnection
    ) throws -> RedemptionAnswer.Item? {
        let row = try database.row(
            """
            SELECT receipt, EXISTS (SELECT 1 FROM fraud_case c WHERE c.root = r.root) FROM record r
            WHERE record = ? AND receipt IS NOT NULL
            """, [.blob(id.bytes)])
        guard let row else { return nil }
        let proofs = try row.bool(1) ? FraudCases.proofs(on: token.ids(hub: hub), in: database) : []
        return RedemptionAnswer.Item(receipt: try row.blob(0), proofs: proofs)
    }

    private func verify(_ upload: Upload, at now: Timestamp) throws -> Finding {
        let verifier = RedemptionVerifier(announced: keys.announced)
        return try caches.lend { cache in
            switch upload {
            case .chain(let token):
                return .verified(try verifier.verify(upload: token, at: now, cache: &cache))
            case .redemption(let redemption):
                do {
                    return .verified(try verifier.verify(redemption, at: now, cache: &cache))
                } catch let error as TokensError where error.code == .expired && redemption.token.transfers.count > 1 {
                    let held = try OfflineToken(
                        root: redemption.token.root, transfers: redemption.token.transfers.dropLast(),
                        certificates: redemption.token.certificates.dropLast())
                    return .late(try verifier.verify(upload: held, at: now, cache: &cache), HubProblem(error))
                }
            }
        }
    }
}

extension RedemptionAnswer.Item {
    init(receipt: [UInt8], proofs: [[UInt8]]) {
        self.init(receipt: Blob(receipt), problem: nil, proofs: proofs.isEmpty ? nil : proofs.map { Blob($0) })
    }

    init(problem: HubProblem) {
        self.init(receipt: nil, problem: problem, proofs: nil)
    }

    /// Whether its receipt is final.
    var isFinal: Bool {
        get throws { try receipt.map { try HubReceipt(decoding: $0.bytes).outcome != .recorded } ?? false }
    }
}
