// SPDX-License-Identifier: MIT
internal import Crypto
internal import HubAPI
internal import Tokens
internal import Vault

/// Uploads to the hub: redemptions, payments on their payees' behalf or with their declines, and chains of held coins.
///
///     waiting ──the hub's receipt, verified──▶ settled
///        └──the hub refuses it for good──▶ refused
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | waiting | the bytes are durable; the hub may have received them | uploaded again: the same receipt, byte for byte |
/// | settled | the receipt is stored with its subject | none |
/// | refused | the reason is in the history | none |
struct UploadSaga {
    let context: WalletContext
    let link: HubClient

    /// The most items in one call of the route.
    private static let maximumItems = 64
    /// The most bytes of items in one call. As base64url in JSON they stay well below the hub's limit of 64 KiB.
    private static let maximumBytes = 40_000

    private enum Subject { case redemption(Int64), payment(Int64), chain(Int64) }

    private struct Item {
        let subject: Subject
        let bytes: [UInt8]
        /// The payee's decline of the payment that this coin belongs to.
        var decline: [UInt8]?
        let recordID: RecordID

        /// The most bytes that the item adds to a call.
        var size: Int { bytes.count + (decline?.count ?? 0) }
    }

    /// Uploads everything that waits; returns nil when nothing did.
    ///
    /// - Throws: ``SyncFailure/uploads(settled:unsettled:)`` when the hub did not settle everything.
    func run() throws -> SyncWork? {
        let items = try waiting()
        guard !items.isEmpty else { return nil }
        var settled = 0
        var faults: [UploadFault] = []
        for batch in Self.batches(items) {
            let (count, refused) = try upload(batch)
            settled += count
            faults += refused
        }
        guard faults.isEmpty else { throw SyncFailure.uploads(settled: settled, unsettled: faults) }
        return .settledUploads(count: settled)
    }

    private func waiting() throws -> [Item] {
        let hub = try context.hubID()
        let redemptions = try RedeemSaga(context: context).uploads().map {
            Item(subject: .redemption($0.row), bytes: $0.redemption.encoded, recordID: $0.redemption.id(hub: hub))
        }
        let payments = try PaySaga(context: context).uploads().map {
            Item(
                subject: .payment($0.row), bytes: $0.token.encoded, decline: $0.decline?.encoded,
                recordID: $0.token.id(hub: hub))
        }
        let chains = try context.table(UploadRecord.self).rows(.waiting).map {
            Item(
                subject: .chain($0.id), bytes: $0.record.chain,
                recordID: try OfflineToken(decoding: $0.record.chain).id(hub: hub))
        }
        return redemptions + payments + chains
    }

    private static func batches(_ items: [Item]) -> [[Item]] {
        var batches: [[Item]] = []
        var bytes = 0
        for item in items {
            let isFull =
                batches.last.map { $0.count == maximumItems || bytes + item.size > maximumBytes } ?? true
            if isFull {
                batches.append([])
                bytes = 0
            }
            batches[batches.count - 1].append(item)
            bytes += item.size
        }
        return batches
    }

    /// Sends a decline once for all coins of its payment.
    private static func message(_ batch: [Item]) -> Redemptions {
        var declines: [[UInt8]] = []
        for decline in batch.compactMap(\.decline) where !declines.contains(decline) { declines.append(decline) }
        return Redemptions(
            items: batch.map { Blob($0.bytes) }, declines: declines.isEmpty ? nil : declines.map { Blob($0) })
    }

    private func upload(_ batch: [Item]) throws -> (settled: Int, faults: [UploadFault]) {
        try context.transaction {
            for case .payment(let row) in batch.map(\.subject) { try PaySaga(context: context).markUploaded(row) }
        }
        let answer = try link.call(Routes.redeem, Self.message(batch))
        try context.step(.uploadAnswered)
        var settled = 0
        var faults: [UploadFault] = []
        try context.transaction {
            for (item, reply) in zip(batch, answer.items) {
                if let fault = try settle(item, reply) { faults.append(fault) } else { settled += 1 }
            }
            try context.keep(answer.balance)
            try context.step(.uploadSettling)
        }
        try context.step(.uploadSettled)
        return (settled, faults)
    }

    /// Files one answer; returns why it settles nothing, or nil when it does.
    private func settle(_ item: Item, _ reply: RedemptionAnswer.Item) throws -> UploadFault? {
        for blob in reply.proofs ?? [] { try keep(blob) }
        guard let bytes = reply.receipt?.bytes else { return try refuse(item, reply.problem) }
        let receipt = try HubReceipt(decoding: bytes)
        guard receipt.recordID == item.recordID else { return .otherRecord }
        try receipt.verify(by: try context.announced())
        try context.store.raiseTimeFloor(to: receipt.time)
        switch item.subject {
        case .redemption(let row): try RedeemSaga(context: context).hubAnswered(row, receipt)
        case .payment(let row): try PaySaga(context: context).hubAnswered(row, receipt)
        case .chain(let row): try close(chain: row, .settled)
        }
        return nil
    }

    private func refuse(_ item: Item, _ problem: HubProblem?) throws -> UploadFault? {
        guard let problem else { return .noAnswer }
        guard [.badRecord, .unknownRoot, .tooLate, .keyOfAnotherAccount].contains(problem.code) else {
            return .refused(problem)
        }
        switch item.subject {
        case .redemption(let row) where problem.code == .tooLate:
            try RedeemSaga(context: context).tooLate(row)
            return nil
        case .redemption(let row): try RedeemSaga(context: context).refused(row, problem)
        case .payment(let row):
            try PaySaga(context: context).uploadRefused(row, problem)
            // Past the refund date, the refunds part of the sync learns who got the value.
            if problem.code == .tooLate { return nil }
        case .chain(let row):
            try close(chain: row, .refused)
            // The sweep came before this report of the owner. Nothing is left to do.
            if problem.code == .tooLate { return nil }
        }
        return .refused(problem)
    }

    private func close(chain row: Int64, _ state: UploadRecord.State) throws {
        var stored = try context.table(UploadRecord.self).require(row)
        stored.record.state = state
        try context.table(UploadRecord.self).update(stored)
    }

    /// Stores a fraud proof from the hub if it convicts. One that does not is a mistake of the hub and does not stop
    /// the sync.
    private func keep(_ blob: Blob) throws {
        do {
            let proof = try FraudProof(decoding: blob.bytes)
            try proof.verify(by: try context.announced())
            try context.keep(proof: proof)
        } catch let error as TokensError {
            try context.problem(.badProof(DocumentFault(error.code)))
        }
    }
}

extension WalletContext {
    /// Stores a checked fraud proof. Storing the same proof again changes nothing.
    func keep(proof: FraudProof) throws {
        let reference = SHA256.hash(proof.encoded).bytes
        guard try table(EvidenceRecord.self).row(reference: reference) == nil else { return }
        try transaction {
            let row = try table(EvidenceRecord.self).insert(EvidenceRecord(proof: proof.encoded), reference: reference)
            try note(
                Activity(
                    .fraud, .done, at: try now(), subject: ReferenceID(.proof, row),
                    .doubleSpent(pseudonym: proof.culprit.key.description)))
        }
    }
}
