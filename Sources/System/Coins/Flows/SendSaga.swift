// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Vault

/// Takes an approved transaction to the chain: signed bytes are durable before anybody else sees them, and only ever the
/// same bytes are sent again.
///
///     exported ──signed elsewhere──▶ signed ──a server took it──▶ sent ──in a block──▶ confirmed ──deep enough──▶ final
///        └──taken back──▶ dropped     │  ▲                         ▲                       │
///                                     ▼  └──a server took it───────┼──the block is gone────┘
///                                  refused                         │
///     signed, sent, refused ──another took its place──▶ replaced   ├──if a server had lied, each of these goes back
///     signed, sent, refused ──its blockhash is dead──▶ expired  ───┘
///     any of them ──in a block that refused it──▶ failed       ───┘
///
/// | state | meaning | recovery |
/// |---|---|---|
/// | exported | approved, given to an offline signer; its inputs are held | complete it with what was signed, or drop it |
/// | signed | the bytes are durable; a server may have them or not | the same bytes are sent again at the next refresh |
/// | sent | a server took them | watched; sent again when no server knows them any more |
/// | confirmed | in a block that may still be reorganised away | watched; back to sent when the block is gone |
/// | final | in a block that stays | none |
/// | refused | a server refused them; whether it told others cannot be known | bump or cancel: both claim the same, so only one can happen |
/// | replaced | another transaction took its coins, nonce or place | none; nothing of it can happen any more |
/// | expired | Solana: it can never be executed, and never was | send again: a new signature is safe now |
/// | failed | in a block, without effect but its fee | send again when the reason is gone |
/// | dropped | taken back before it was signed | none |
///
/// No double payment: a payment is signed again only in a way that claims something that the first one claims too
/// (an output, a nonce), or after the first one is surely dead (expired).
struct SendSaga {
    let coins: OpenCoins
    let chain: any AccountChain

    private var table: SealedTable<SendRecord> { coins.table(SendRecord.self) }

    /// Signs, keeps, then broadcasts; afterwards the payment is at least `signed`, whatever the network does.
    ///
    /// - Returns: the payment's row.
    func send(_ approved: ApprovedSend) throws -> Int64 {
        let row = try coins.transaction { () throws -> Int64 in
            try requireFree(approved)
            let record = try approved.signed(at: coins.now)
            guard try table.row(reference: Self.reference(record)) == nil, try !isInBlock(record) else {
                throw CoinsError(.tooLate, "This very payment was sent already. Plan a new one to pay again.")
            }
            let row = try table.insert(record, reference: Self.reference(record))
            try chain.noteSigned(record)
            try coins.step(.sendSigning)
            return row
        }
        try coins.step(.sendSigned)
        try pushOrLeave(row)
        return row
    }

    /// Whether the history has this very transaction in a block: a wallet from a backup finds there what it does not remember.
    private func isInBlock(_ record: SendRecord) throws -> Bool {
        let name = RowReference.hash(record.account, record.id + Array((record.token ?? "").utf8))
        return try coins.table(TransactionRecord.self).row(reference: name)?.record.state == .confirmed
    }

    /// Keeps an approved transaction for an offline signer; its inputs are held until it comes back or is taken back.
    func export(_ approved: ApprovedSend) throws -> Int64 {
        let row = try coins.transaction { () throws -> Int64 in
            try requireFree(approved)
            let row = try table.insert(try approved.exported(at: coins.now))
            try coins.step(.sendExporting)
            return row
        }
        try coins.step(.sendExported)
        return row
    }

    /// Takes back what an offline signer signed: it must be the transaction that was exported.
    func complete(_ row: Int64, with document: [UInt8]) throws {
        var stored = try table.require(row)
        switch stored.record.state {
        case .exported: break
        case .dropped:
            throw CoinsError(.tooLate, "Payment \(row) was taken back. Make it anew if it shall be sent after all.")
        default: return try push(row)
        }
        let signed: [UInt8]
        let id: [UInt8]
        switch try chain.completed(stored.record, with: document) {
        case .signed(let bytes, let name): (signed, id) = (bytes, name)
        case .partial(let document, let state):
            // The next signer is given what is there; signatures are only ever added.
            stored.record.unsigned = document
            stored.record.remark = state
            return try table.update(stored)
        }
        stored.record.remark = nil
        stored.record.signed = signed
        stored.record.id = id
        stored.record.state = .signed
        try coins.transaction {
            try table.update(stored, reference: Self.reference(stored.record))
            try chain.noteSigned(stored.record)
            try coins.step(.sendImporting)
        }
        try coins.step(.sendImported)
        try pushOrLeave(row)
    }

    /// Takes an exported payment back.
    ///
    /// What the offline signer may have signed meanwhile could still be sent by whoever has it: the sentence says so.
    func drop(_ row: Int64) throws {
        var stored = try table.require(row)
        guard stored.record.state == .exported else {
            throw CoinsError(.tooLate, "Payment \(row) is signed already. Cancel it with a fee instead.")
        }
        stored.record.state = .dropped
        try table.update(stored)
    }

    /// Broadcasts the kept bytes; what cannot be reached now is tried again at the next refresh.
    func push(_ row: Int64) throws {
        var stored = try table.require(row)
        guard [.signed, .sent, .refused].contains(stored.record.state) else { return }
        let answer = try chain.broadcast(stored.record)
        try coins.step(.sendBroadcast)
        var machine = SendMachine(stored.record.state)
        let action = machine.broadcast(answer)
        if case .refused(let reason) = answer { stored.record.remark = reason } else { stored.record.remark = nil }
        stored.record.state = machine.state
        if action != .nothing || stored.record.remark != nil {
            try coins.transaction {
                try table.update(stored)
                try coins.step(.sendRecording)
            }
        }
        try coins.step(.sendRecorded)
        if case .refused(let reason) = answer, machine.state == .refused { throw refusal(row, reason) }
    }

    /// Broadcasts, and notes it when no server can be reached: the payment stays `signed`.
    private func pushOrLeave(_ row: Int64) throws {
        do {
            do {
                try push(row)
            } catch let error as CoinsError where error.isAboutServers {
                var stored = try table.require(row)
                stored.record.remark = error.message
                try table.update(stored)
            }
        } catch {
            guard let failure = CoinsError.translating(error) as? CoinsError,
                [.storage, .storageFull].contains(failure.code)
            else { throw error }
            let reason = failure.code == .storageFull ? "The disk is full." : failure.message
            throw CoinsError(
                failure.code,
                "Payment \(row) is signed and kept, but not how it went on: it may have been sent, so do not make it again. \(reason) Refresh when that is repaired.",
                cause: failure)
        }
    }

    /// Looks at every payment of the account whose fate is open, and goes on with it.
    ///
    /// - Returns: whether one of them stands differently now.
    func settle() throws -> Bool {
        var isChanged = false
        for row in try open() {
            let standing = try chain.standing(of: row.record)
            try coins.step(.sendChecked)
            var stored = row
            var machine = SendMachine(stored.record.state)
            let action = machine.observed(standing)
            stored.record.state = machine.state
            switch standing {
            case .confirmed(let height, _), .failed(let height, _): stored.record.height = height
            default: if machine.state != .failed { stored.record.height = nil }
            }
            if stored.record.state != row.record.state || stored.record.height != row.record.height {
                try coins.transaction {
                    try table.update(stored)
                    try chain.noteSettled(stored)
                    try coins.step(.sendSettling)
                }
                try coins.step(.sendSettled)
                isChanged = true
            }
            if action == .broadcast, try !isSuperseded(stored) { try pushAgain(row.id) }
        }
        return isChanged
    }

    /// Payments of the account whose fate is open, oldest first.
    func open() throws -> [Stored<SendRecord>] {
        let oldest = coins.now.subtractingReportingOverflow(Self.watchedSeconds)
        return try SendMachine.watched.flatMap { try table.rows($0) }.filter { stored in
            guard stored.record.account == chain.account.id else { return false }
            let isClosed = SendMachine.dead.contains(stored.record.state)
            return !isClosed || oldest.overflow || stored.record.time > oldest.partialValue
        }.sorted { $0.id < $1.id }
    }

    /// How long a payment that seems dead is still looked at, in case a server had lied: a week.
    private static let watchedSeconds: UInt64 = 7 * 86_400

    /// A broadcast nobody waits for: a refusal is recorded and the next payment is looked at.
    private func pushAgain(_ row: Int64) throws {
        do { try push(row) } catch let error as CoinsError where error.code == .refused || error.code == .underpriced {}
    }

    private func refusal(_ row: Int64, _ reason: String) -> CoinsError {
        CoinsError(
            .refused,
            "The server refused payment \(row): \(reason). It is kept: raise its fee with bump, or take it back with cancel."
        )
    }

    /// Another payment that was approved meanwhile must not claim the same, unless one takes the place of the other.
    private func requireFree(_ approved: ApprovedSend) throws {
        let claims = Set(approved.claims)
        let family = try approved.replaces.map(family)
        if approved.isAgain, let first = approved.replaces { try requireNotPaidAgain(first) }
        for stored in try table.rows(.exported, .signed, .sent, .refused)
        where stored.record.account == approved.account && !claims.isDisjoint(with: stored.record.claims) {
            guard let family, try self.family(stored.id) == family else {
                throw CoinsError(
                    .tooLate, "Payment \(stored.id) uses the same money since this one was planned. Plan it again.")
            }
        }
    }

    /// A dead payment is made again once; if that one dies too, it is the one to make again.
    func requireNotPaidAgain(_ first: Int64) throws {
        let live: [SendStatus.State] = [.exported, .signed, .sent, .confirmed, .final, .refused, .replaced, .failed]
        let again = try live.flatMap { try table.rows($0) }.first { $0.record.replaces == first }
        let dead = try table.rows(.expired).first { $0.record.replaces == first }
        if let other = again ?? dead {
            throw CoinsError(
                .tooLate, "Payment \(first) was sent again as payment \(other.id) already. Look at that one.")
        }
    }

    /// Whether a newer payment took this one's place and is on its way: handing this one out again could undo a cancellation.
    private func isSuperseded(_ old: Stored<SendRecord>) throws -> Bool {
        try table.rows(.signed, .sent, .confirmed).contains { newer in
            guard newer.id > old.id, newer.record.replaces != nil, newer.record.account == old.record.account else {
                return false
            }
            return try family(newer.id) == family(old.id)
        }
    }

    /// The first payment of a line of replacements.
    private func family(_ row: Int64) throws -> Int64 {
        var first = row
        while let before = try table.require(first).record.replaces, before < first { first = before }
        return first
    }

    /// A signed transaction is in the table once.
    static func reference(_ record: SendRecord) -> [UInt8] { RowReference.hash(record.account, record.id) }
}
