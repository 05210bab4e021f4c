// SPDX-License-Identifier: MIT
internal import Bytes
internal import Chains
internal import Vault

/// Carries an approved transaction through signing, broadcasting and confirmation. The signed bytes are durable before
/// any server sees them, and only the same bytes are sent again.
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
/// No double payment: a payment is signed again only if the new transaction claims an output or nonce of the first one,
/// or after the first one can never be executed (expired).
struct CoinSendSaga {
    let coins: OpenCoins
    let chain: any AccountChain

    private var table: SealedTable<CoinSendRecord> { coins.table(CoinSendRecord.self) }

    /// Signs, stores, then broadcasts. Afterwards the payment is at least `signed`, whatever the network does.
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

    /// Whether the history has this transaction in a block. A wallet restored from a backup finds there a payment that
    /// its own records lack.
    private func isInBlock(_ record: CoinSendRecord) throws -> Bool {
        let name = RowReference.hash(record.account, record.id + Array((record.token ?? "").utf8))
        return try coins.table(TransactionRecord.self).row(reference: name)?.record.state == .confirmed
    }

    /// Stores an approved transaction for an offline signer. Its inputs stay held until it is completed or dropped.
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

    /// Accepts the offline signer's document. It must be the transaction that was exported.
    func complete(_ row: Int64, with document: [UInt8]) throws {
        var stored = try table.require(row)
        switch stored.record.state {
        case .exported: break
        case .dropped:
            throw CoinsError(
                .tooLate, "Payment \(row) was cancelled before it was signed. Make a new payment to send it.")
        default: return try push(row)
        }
        let signed: [UInt8]
        let id: [UInt8]
        switch try chain.completed(stored.record, with: document) {
        case .signed(let bytes, let name): (signed, id) = (bytes, name)
        case .partial(let document, let missing):
            // The next signer is given what is there; signatures are only ever added.
            stored.record.unsigned = document
            stored.record.remark = missing.map(SendRemark.signatures)
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

    /// Cancels an exported payment.
    ///
    /// If the offline signer has signed it meanwhile, anyone who has that transaction can still send it. The status
    /// sentence says so.
    func drop(_ row: Int64) throws {
        var stored = try table.require(row)
        guard stored.record.state == .exported else {
            throw CoinsError(.tooLate, "Payment \(row) is signed already. Cancel it with a fee instead.")
        }
        stored.record.state = .dropped
        try table.update(stored)
    }

    /// Broadcasts the stored bytes. If no server can be reached, the next refresh tries again.
    func push(_ row: Int64) throws {
        var stored = try table.require(row)
        guard [.signed, .sent, .refused].contains(stored.record.state) else { return }
        let answer = try chain.broadcast(stored.record)
        try coins.step(.sendBroadcast)
        var machine = SendMachine(stored.record.state)
        let action = machine.broadcast(answer)
        if case .refused(let remark) = answer { stored.record.remark = remark } else { stored.record.remark = nil }
        stored.record.state = machine.state
        if action != .nothing || stored.record.remark != nil {
            try coins.transaction {
                try table.update(stored)
                try coins.step(.sendRecording)
            }
        }
        try coins.step(.sendRecorded)
        if case .refused(let remark) = answer, machine.state == .refused {
            throw RefusedSend(row: row, remark: remark).error()
        }
    }

    /// Broadcasts. If no server can be reached, the payment stays `signed` with a remark.
    private func pushOrLeave(_ row: Int64) throws {
        do {
            do {
                try push(row)
            } catch let error as CoinsError where error.isAboutServers {
                var stored = try table.require(row)
                stored.record.remark = SendRemark(error)
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

    /// Checks every open payment of the account, and continues it.
    ///
    /// - Returns: whether the state of any payment changed.
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

    /// Open payments of the account, oldest first.
    func open() throws -> [Stored<CoinSendRecord>] {
        let oldest = coins.now.subtractingReportingOverflow(Self.watchedSeconds)
        return try SendMachine.watched.flatMap { try table.rows($0) }.filter { stored in
            guard stored.record.account == chain.account.id else { return false }
            let isClosed = SendMachine.dead.contains(stored.record.state)
            return !isClosed || oldest.overflow || stored.record.time > oldest.partialValue
        }.sorted { $0.id < $1.id }
    }

    /// How long a dead payment is still watched, in case a server lied: a week.
    private static let watchedSeconds: UInt64 = 7 * 86_400

    /// Broadcasts during a refresh: a refusal is recorded, and the refresh continues with the next payment.
    private func pushAgain(_ row: Int64) throws {
        do { try push(row) } catch let error as CoinsError where error.code == .refused || error.code == .underpriced {}
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

    /// A dead payment is repeated at most once. If the repetition dies too, that one is the payment to repeat.
    func requireNotPaidAgain(_ first: Int64) throws {
        let live: [SendStatus.State] = [.exported, .signed, .sent, .confirmed, .final, .refused, .replaced, .failed]
        let again = try live.flatMap { try table.rows($0) }.first { $0.record.replaces == first }
        let dead = try table.rows(.expired).first { $0.record.replaces == first }
        if let other = again ?? dead {
            throw CoinsError(
                .tooLate, "Payment \(first) was sent again as payment \(other.id) already. Look at that one.")
        }
    }

    /// Whether a pending or confirmed newer payment replaced this one. Broadcasting this one again could undo a
    /// cancellation.
    private func isSuperseded(_ old: Stored<CoinSendRecord>) throws -> Bool {
        try table.rows(.signed, .sent, .confirmed).contains { newer in
            guard newer.id > old.id, newer.record.replaces != nil, newer.record.account == old.record.account else {
                return false
            }
            return try family(newer.id) == family(old.id)
        }
    }

    /// The first payment of a chain of replacements.
    private func family(_ row: Int64) throws -> Int64 {
        var first = row
        while let before = try table.require(first).record.replaces, before < first { first = before }
        return first
    }

    /// Makes sure that the table holds a signed transaction once.
    static func reference(_ record: CoinSendRecord) -> [UInt8] { RowReference.hash(record.account, record.id) }
}
