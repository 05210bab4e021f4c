// SPDX-License-Identifier: MIT
import Crypto
import HubAPI
import HubLedger
import HubStorage
import Logging
import Money
import SQL
import Tokens

/// The routes for announcements, certificates, redemption and the status of records.
struct TokenRoutes: Sendable {
    let context: HubContext

    private static let itemLimit = 1...64

    func add(to router: inout Router) {
        router.open(Routes.announcements) { call in call.answer(try announcements()) }
        router.account(Routes.certificates) { try certify($0, $1) }
        router.account(Routes.redeem) { try redeem($0, $1) }
        router.account(Routes.status) { call, caller in
            try Self.requireCount(call.input.records.count)
            let items = try context.store.read { database in
                try call.input.records.map { try status($0, for: caller, in: database) }
            }
            call.answer(StatusAnswer(items: items, time: context.clock.now().seconds))
        }
    }

    private static func requireCount(_ count: Int) throws {
        guard itemLimit ~= count else {
            throw HubProblem(.badRequest, "Send 1 to \(itemLimit.upperBound) items at once, not \(count).")
        }
    }

    private func announcements() throws -> HubAnnouncements {
        let now = context.clock.now()
        let current = context.keys.announced.all.filter { now <= $0.acceptUntil }
        return HubAnnouncements(
            rootKey: Blob(context.keys.rootKey.compressed), announcements: current.map { Blob($0.encoded) },
            revocations: try context.store.read { try Revocations.newest(in: $0) }.map { Blob($0) },
            currency: context.currency.code, time: now.seconds)
    }

    // MARK: - Certificates

    /// Signs on the calling thread. The writer only decides whether the certificates may be issued.
    private func certify(_ call: Call<CertificateOrder, CertificateAnswer>, _ caller: Caller) throws {
        try Self.requireCount(call.input.keys.count)
        let pseudonyms = try call.input.keys.map { try Pseudonyms.key($0, keys: context.keys) }
        let now = context.clock.now()
        let until = now.adding(days: context.configuration.certificateDays)
        let name = try context.store.read { try Accounts.merchantName(of: caller.id, in: $0) }
        try context.clockHold.check(at: now)
        let signer = try context.keys.signer(.certify, at: now)
        let certificates = try pseudonyms.map {
            try Certificate.issue(
                to: $0, from: now, until: until, keyClass: .software, cap: context.configuration.policy.perPayment,
                name: name, signer: signer, hub: context.keys.hub)
        }
        let answer = CertificateAnswer(certificates: certificates.map { Blob($0.encoded) })
        context.store.write { store in
            try AccountBalance.requireUnfrozen(caller.id, in: store.database)
            let escrow = Pseudonyms(database: store.database, now: store.now)
            for key in pseudonyms { try escrow.register(key, of: caller.id, until: until) }
            let most = context.configuration.limits(of: try Roles.role(of: caller.id, in: store.database)).livingKeys
            guard try escrow.living(of: caller.id) <= Int64(most) else {
                throw HubProblem(.overLimit, "This account has \(most) living keys, the most there may be.")
            }
            return answer
        } reply: {
            call.finish($0)
        }
    }

    // MARK: - Redemption

    private func redeem(_ call: Call<Redemptions, RedemptionAnswer>, _ caller: Caller) throws {
        try context.clockHold.check(at: context.clock.now())
        try Self.requireCount(call.input.items.count)
        if let declines = call.input.declines { try Self.requireCount(declines.count) }
        let declines = try UploadedDeclines(call.input.declines ?? [])
        let now = context.clock.now()
        let findings = try call.input.items.map {
            try context.redemptionIntake.examine($0, declines: declines, for: caller, at: now, in: context.store)
        }
        let answered = findings.compactMap { if case .answered(let item) = $0 { item } else { nil } }
        if answered.count == findings.count {
            return call.answer(RedemptionAnswer(items: answered, balance: try context.balance(of: caller.id)))
        }
        context.store.write { store in
            let items = try findings.map { try enter($0, of: caller, in: store) }
            return RedemptionAnswer(
                items: items,
                balance: try AccountBalance.read(caller.id, currency: context.currency, from: store.database))
        } reply: {
            call.finish($0)
        }
    }

    /// Enters one item in a savepoint of its own, so that a refused item does not affect the others.
    private func enter(
        _ finding: RedemptionIntake.Finding, of caller: Caller, in store: StoreChange
    ) throws -> RedemptionAnswer.Item {
        let table = RedemptionTable(
            store: store, keys: context.keys, ledger: context.ledger(store), configuration: context.configuration)
        let result: Result<RedemptionAnswer.Item, any Error>
        switch finding {
        case .answered(let item): return item
        case .vouched(let item, let record):
            try Vouching(database: store.database, now: store.now).add(record, by: caller)
            return item
        case .verified(let path): result = try store.attempt { try table.enter(path, for: caller) }
        case .declined(let path, let decline):
            result = try store.attempt { try table.settle(decline, of: path, for: caller) }
        case .late(let path, let problem):
            result = try store.attempt {
                try table.noteOnly(path, for: caller)
                return RedemptionAnswer.Item(problem: problem)
            }
        }
        switch result {
        case .success(let item): return item
        case .failure(let error):
            let problem = HubProblem(refusal: error)
            if problem.code == .internalError {
                context.configuration.log.error("A redemption failed", .error(error))
            }
            return RedemptionAnswer.Item(problem: problem)
        }
    }

    // MARK: - Status

    private func status(_ record: Blob, for caller: Caller, in database: any SQLConnection) throws -> StatusAnswer.Item
    {
        guard record.bytes.count == RecordID.byteCount else {
            throw HubProblem(.badRequest, "A record id has \(RecordID.byteCount) bytes.")
        }
        let row = try database.row(
            """
            SELECT r.receipt, r.settled, r.high - r.low, o.swept IS NOT NULL
            FROM record r JOIN root o ON o.id = r.root WHERE r.record = ?
            """, [.blob(record.bytes)])
        guard let row else { return StatusAnswer.Item(state: .unknown, receipt: nil) }
        let receipt = try row.optionalBlob(0)
        // A redemption that fell short counts as credited; the rest of it is a claim.
        let outcome = try receipt.map { try HubReceipt(decoding: $0).outcome }
        if outcome == .refunded { return StatusAnswer.Item(state: .refunded, receipt: receipt.map { Blob($0) }) }
        let isCredited = try outcome == .credited || row.int(1) == row.int(2)
        let state: StatusAnswer.State = try isCredited ? .credited : row.bool(3) ? .swept : .recorded
        return StatusAnswer.Item(
            state: state, receipt: receipt.map { Blob($0) },
            claim: try Claims.read(on: record.bytes, of: caller, context: context, from: database))
    }
}
