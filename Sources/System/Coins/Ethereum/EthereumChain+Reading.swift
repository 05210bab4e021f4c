// SPDX-License-Identifier: MIT
internal import Chains
internal import Ethereum
internal import Vault

/// Stores what ``MovementReader`` finds. Movements in a recent block are pending, and are read again until the block is
/// final.
extension EthereumChain {
    /// Updates the history of the network's own coin from the servers, within the limits of one pass. It is durable
    /// when this returns.
    ///
    /// An amount that no server explains becomes one line of the history, so the lines always add up to the balance.
    ///
    /// - Throws: ``CoinsError`` with code `.interrupted`; movements read until then are stored.
    func readMovements() throws {
        let start = try start
        var look = Look()
        do {
            try read(from: start, into: &look)
        } catch let error as CoinsError where error.isAboutServers {
            // Safe: the line for the unread amount says so, and the next pass asks again.
            look.failure = error
        }
        guard !look.isBehind else { return }
        try coins.transaction {
            try keep(look, from: look.reader?.start ?? start)
            try coins.step(.refreshStoring)
        }
        try coins.step(.refreshStored)
        if let failure = look.failure, failure.code == .interrupted { throw failure }
    }

    private struct Look {
        /// The reader that came furthest, among the servers that did not lie.
        var reader: MovementReader?
        var failure: CoinsError?
        /// Whether the server is behind the end of the last pass.
        var isBehind = false
    }

    private var reading: SealedTable<ReadingRecord> { coins.table(ReadingRecord.self) }
    private var transactions: SealedTable<TransactionRecord> { coins.table(TransactionRecord.self) }

    /// The point where the previous pass ended.
    private var start: MovementReader.Point {
        get throws {
            guard let kept = try reading.row(reference: RowReference.hash(account.id, []))?.record,
                let block = Int64(exactly: kept.block)
            else { return .beginning }
            return MovementReader.Point(
                block: block, state: EthereumState(balance: kept.balance, nonce: kept.nonce))
        }
    }

    /// Asks the servers. Sums are accepted last, from a server that has pruned state that another may still have.
    private func read(from start: MovementReader.Point, into look: inout Look) throws {
        let knowledge = try knowledge
        let isOnly = try coins.servers(of: network).count == 1
        for takesGaps in isOnly ? [true] : [false, true] {
            do {
                return try asking { server in
                    let tip = try server.blockNumber()
                    guard tip < Self.blockLimit else { throw Self.unbelievable(tip) }
                    look.isBehind = Int64(tip) < start.block
                    guard !look.isBehind else { return }
                    let reader = MovementReader(
                        server, sender, from: start, tip: tip, finalDepth: Self.finalDepth, takesGaps: takesGaps,
                        knowing: knowledge)
                    do {
                        try reader.run()
                    } catch let error as CoinsError where error.code != .lyingServer {
                        if reader.read.block > look.reader?.read.block ?? -1 { look.reader = reader }
                        throw error
                    }
                    look.reader = reader
                }
            } catch let error as CoinsError where takesGaps == false && error.code != .interrupted {
                // Safe: the loop asks all servers again and then accepts a sum.
            }
        }
    }

    // MARK: - What is known

    private var knowledge: MovementReader.Knowledge {
        get throws {
            let (own, others) = try movements
            return MovementReader.Knowledge(
                spent: { blocks in
                    var sum = MovementSum()
                    for movement in own where blocks.contains(movement.block) { try sum.add(movement) }
                    return sum
                }, seen: { blocks in others.filter { blocks.contains($0.block) } })
        }
    }

    /// The confirmed movements of the network's coin in the history: payments made here, and movements that were read.
    private var movements: (own: [BalanceChange], read: [BalanceChange]) {
        get throws {
            let made = try made
            let all = try transactions.rows(.pending, .confirmed, .failed).map(\.record).filter {
                $0.account == account.id
            }.compactMap { record -> (isMade: Bool, BalanceChange)? in
                let isMade = made.contains(record.id)
                guard let height = record.height, isMade || record.movement.token == nil else { return nil }
                // A token payment changed the coin balance by its fee only.
                let isOfToken = record.movement.token != nil
                return (
                    isMade,
                    BalanceChange(
                        source: MovementSource(id: record.id), block: height, time: record.time,
                        direction: isOfToken ? .own : record.movement.direction,
                        amount: isOfToken ? 0 : record.movement.amount, fee: record.movement.fee,
                        counterpart: record.movement.counterpart.flatMap(Self.address),
                        hasFailed: record.state == .failed)
                )
            }
            return (all.filter(\.isMade).map(\.1), all.filter { !$0.isMade }.map(\.1))
        }
    }

    private static func address(_ text: String) -> Address? {
        // Safe: the stored text was an address.
        try? Address(parsing: text)
    }

    /// The ids of the transactions that this wallet made.
    private var made: Set<[UInt8]> {
        get throws {
            Set(
                try coins.table(CoinSendRecord.self).newest(.max, before: nil).map(\.record)
                    .filter { $0.account == account.id && !$0.id.isEmpty }.map(\.id))
        }
    }

    // MARK: - Keeping

    private func keep(_ look: Look, from start: MovementReader.Point) throws {
        let made = try made
        var present: Set<[UInt8]> = []
        for movement in look.reader?.found ?? [] {
            let record = record(of: movement, isFinal: Int64(movement.block) <= look.reader?.final ?? -1)
            present.insert(record.id)
            if made.contains(record.id) {
                try keepFee(of: movement)
            } else {
                try keep(record)
            }
        }
        let unread = try unread(look, from: start)
        if let unread {
            present.insert(unread.id)
            try keep(unread)
        }
        for var stored in try transactions.rows(.pending, .confirmed, .failed)
        where stored.record.account == account.id && stored.record.movement.token == nil
            && !made.contains(stored.record.id) && !present.contains(stored.record.id)
            && isReadAgain(stored.record, look, from: start)
        {
            stored.record.state = .gone
            try transactions.update(stored)
        }
        guard let settled = look.reader?.settled, settled.block >= 0, try settled != self.start else { return }
        let record = ReadingRecord(
            account: account.id, block: UInt64(settled.block), balance: settled.state.balance,
            nonce: settled.state.nonce)
        if let stored = try reading.row(reference: record.reference) {
            try reading.update(Stored(id: stored.id, record: record))
        } else {
            try reading.insert(record, reference: record.reference)
        }
    }

    /// Whether this pass covered a line. If the pass did not find it again, the line is gone.
    private func isReadAgain(_ record: TransactionRecord, _ look: Look, from start: MovementReader.Point) -> Bool {
        guard let height = record.height else { return MovementSource(id: record.id) == .unread }
        return look.reader != nil && height > start.block
    }

    private func record(of movement: BalanceChange, isFinal: Bool) -> TransactionRecord {
        TransactionRecord(
            state: movement.hasFailed ? .failed : isFinal ? .confirmed : .pending, account: account.id,
            id: movement.source.id, height: movement.block, time: movement.time,
            movement: TransactionRecord.BalanceChange(
                direction: movement.direction, amount: movement.amount, token: nil, fee: movement.fee,
                counterpart: movement.counterpart?.text))
    }

    private func keep(_ record: TransactionRecord) throws {
        guard let stored = try transactions.row(reference: record.reference) else {
            try transactions.insert(record, reference: record.reference)
            return
        }
        var updated = record
        updated.label = stored.record.label
        guard updated != stored.record else { return }
        try transactions.update(Stored(id: stored.id, record: updated))
    }

    /// Stores the fee of a payment made here. The stored payment has more details than the block, but the network may
    /// have charged more than its receipt says.
    private func keepFee(of movement: BalanceChange) throws {
        for var stored in try transactions.rows(.pending, .confirmed, .failed)
        where stored.record.account == account.id && stored.record.id == movement.source.id
            && stored.record.movement.fee != nil && stored.record.movement.fee != movement.fee
        {
            stored.record.movement.fee = movement.fee
            try transactions.update(stored)
        }
    }

    /// The part of the balance that the movements do not explain; nil when all of it was read.
    private func unread(_ look: Look, from start: MovementReader.Point) throws -> TransactionRecord? {
        guard look.reader?.isComplete != true else { return nil }
        let name = RowReference.hash(account.id, [])
        guard let balance = try coins.table(BalanceRecord.self).row(reference: name)?.record.confirmed else {
            return nil
        }
        let read = look.reader?.read ?? start
        let (own, others) = try movements
        var sum = MovementSum()
        do {
            for movement in own + (look.reader == nil ? others : []) where movement.block > read.block {
                try sum.add(movement)
            }
            guard let rest = try sum.rest(from: read.state.balance, to: balance) else { return nil }
            return TransactionRecord(
                state: .pending, account: account.id, id: MovementSource.unread.id, time: coins.now,
                movement: TransactionRecord.BalanceChange(
                    direction: rest.direction, amount: rest.amount, token: nil, fee: nil, counterpart: nil))
        } catch let error as ChainsError {
            throw CoinsError(.lyingServer, "The server tells of amounts that no chain has.", cause: error)
        }
    }
}
