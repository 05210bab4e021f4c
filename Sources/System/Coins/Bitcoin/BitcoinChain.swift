// SPDX-License-Identifier: MIT
internal import Bitcoin
internal import Chains
internal import Vault

/// The Bitcoin implementation of ``AccountChain`` for one account.
final class BitcoinChain: AccountChain {
    let coins: OpenCoins
    let support: BitcoinCoins
    let account: Stored<AccountRecord>
    let network: Network
    /// Nil for an account that is one watched address.
    let keys: BitcoinKeys?
    /// The height of each transaction's block, as this value's last refresh found it. Nil before the first refresh.
    private var seen: [TransactionID: UInt32?]?

    /// The number of confirmations after which a transaction is final, as exchanges use it.
    private static let finalDepth: UInt32 = 6

    init(coins: OpenCoins, account: Stored<AccountRecord>, support: BitcoinCoins) throws {
        self.coins = coins
        self.support = support
        self.account = account
        let network = try coins.network(of: account.record)
        self.network = network
        keys = try account.record.extendedKey.map { text in
            if account.record.kind == .shared {
                guard let shared = try Descriptor(parsing: text).sharedAccount(on: network) else {
                    throw CoinsError(
                        .damaged, "The store holds no descriptor of the shared account '\(account.record.name)'.")
                }
                return .shared(shared)
            }
            return .single(
                try Account(
                    network: network, kind: try account.record.kind.bitcoinKind,
                    origin: try KeyOrigin(
                        fingerprint: account.record.rootFingerprint.isEmpty
                            ? [0, 0, 0, 0] : account.record.rootFingerprint,
                        path: try account.record.origin.map { try DerivationPath($0) } ?? .root),
                    key: try PublicExtendedKey(parsing: text)))
        }
    }

    var descriptor: String? { keys.map(\.descriptor.description) }

    func text(ofID id: [UInt8]) -> String { Script(id.reversed()).description }

    func places() throws -> BitcoinPlaces {
        try BitcoinPlaces(coins: coins, account: account, keys: keys, network: network)
    }

    func rows() throws -> [Stored<TransactionRecord>] {
        try coins.table(TransactionRecord.self).rows(.pending, .confirmed, .gone)
            .filter { $0.record.account == account.id }
    }

    // MARK: - Refreshing

    func refresh() throws {
        let rows = try rows()
        var known: [TransactionID: Stored<TransactionRecord>] = [:]
        for row in rows { known[try TransactionID(row.record.id)] = row }
        let heights = known.compactMapValues { $0.record.height.map { UInt32(truncatingIfNeeded: $0) } }
        let transactions = try known.mapValues { try Transaction(parsing: $0.record.raw) }
        let scan = try coins.asking(network) { server in
            var scan = BitcoinScan(try places())
            try scan.run(try support.server(server, coins), known: transactions, knownHeights: heights)
            return scan
        }
        try coins.step(.refreshAnswered)
        try coins.transaction {
            try scan.places.keep(coins, account: account.id)
            try keep(scan, known)
            try coins.step(.refreshStoring)
        }
        seen = scan.heights
        try coins.step(.refreshStored)
    }

    /// Stores transactions and the balance, inside the caller's transaction.
    private func keep(_ scan: BitcoinScan, _ known: [TransactionID: Stored<TransactionRecord>]) throws {
        let table = coins.table(TransactionRecord.self)
        var entries: [TransactionID: BitcoinHoldings.Entry] = [:]
        for (id, stored) in known {
            let height = scan.heights[id]
            // A transaction that only this wallet knows counts until another one replaces it.
            let send = try openSend(stored.record)
            guard height != nil || send != nil else { continue }
            // Until a server has received the replacement, it knows only the replaced transaction.
            let isTakingPlace = send?.replaces != nil && send?.state != .refused
            entries[id] = BitcoinHoldings.Entry(
                transaction: try Transaction(parsing: stored.record.raw), height: height ?? nil,
                isSeen: height != nil || isTakingPlace, order: stored.id)
        }
        for (id, transaction) in scan.transactions {
            entries[id] = BitcoinHoldings.Entry(
                transaction: transaction, height: scan.heights[id] ?? nil, isSeen: true, order: .max)
        }
        let holdings = try BitcoinHoldings(entries, owned: Set(scan.places.allScripts))
        for (id, entry) in entries.sorted(by: {
            ($0.value.height ?? .max, "\($0.key)") < ($1.value.height ?? .max, "\($1.key)")
        }) {
            let state: TransactionRecord.State =
                holdings.excluded.contains(id) ? .gone : entry.height == nil ? .pending : .confirmed
            var record = TransactionRecord(
                state: state, account: account.id, id: id.bytes, raw: entry.transaction.serialized(),
                height: entry.height.map(UInt64.init),
                time: entry.height.flatMap { scan.times[$0] } ?? known[id]?.record.time ?? coins.now,
                movement: try holdings.movement(of: entry.transaction, network: network))
            if let stored = known[id] {
                record.label = stored.record.label
                try table.update(Stored(id: stored.id, record: record))
            } else {
                try table.insert(record, reference: record.reference)
            }
        }
        for (id, var stored) in known where entries[id] == nil && stored.record.state != .gone {
            stored.record.state = .gone
            stored.record.height = nil
            try table.update(stored)
        }
        try keepBalance(holdings, tip: scan.tip)
    }

    private func keepBalance(_ holdings: BitcoinHoldings, tip: UInt32) throws {
        let held = try heldOutPoints()
        var confirmed = Satoshis.zero
        var pending = Satoshis.zero
        var spendable = Satoshis.zero
        for coin in holdings.unspent.values {
            if coin.height != nil {
                confirmed = try confirmed.adding(coin.output.value)
            } else {
                pending = try pending.adding(coin.output.value)
            }
            if isSpendable(coin, tip: tip), !held.contains(coin.outPoint) {
                spendable = try spendable.adding(coin.output.value)
            }
        }
        try BalanceKeeping(coins: coins).keep(
            BalanceRecord(
                account: account.id, token: nil, confirmed: UInt256(confirmed.value), pending: UInt256(pending.value),
                spendable: UInt256(spendable.value), time: coins.now))
        var stored = try coins.account(account.id)
        stored.record.scannedTo = UInt64(tip)
        try coins.table(AccountRecord.self).update(stored)
    }

    private func isSpendable(_ coin: BitcoinHoldings.Unspent, tip: UInt32) -> Bool {
        guard let height = coin.height else { return coin.isOwn }
        return !coin.isCoinbase || tip + 1 >= height + UTXO.maturity
    }

    /// The open payment of this wallet that a transaction belongs to.
    private func openSend(_ record: TransactionRecord) throws -> CoinSendRecord? {
        let reference = RowReference.hash(account.id, record.id)
        guard let send = try coins.table(CoinSendRecord.self).row(reference: reference)?.record,
            [.signed, .sent, .confirmed, .refused].contains(send.state)
        else { return nil }
        return send
    }

    /// The transactions that a payment replaces.
    private func replaced(by record: CoinSendRecord) throws -> Set<TransactionID> {
        var ids: Set<TransactionID> = []
        var row = record.replaces
        while let next = row {
            let older = try coins.table(CoinSendRecord.self).require(next).record
            if !older.id.isEmpty { ids.insert(try TransactionID(older.id)) }
            row = older.replaces.flatMap { $0 < next ? $0 : nil }
        }
        return ids
    }

    /// Outputs that a payment held by an offline signer uses.
    func heldOutPoints() throws -> Set<OutPoint> {
        var held: Set<OutPoint> = []
        for stored in try coins.table(CoinSendRecord.self).rows(.exported) where stored.record.account == account.id {
            for claim in stored.record.claims { held.insert(try OutPoint(claim: claim)) }
        }
        return held
    }

    /// The coins that can be spent now according to the store: own change, and confirmed outputs from others.
    ///
    /// - Parameter including: outputs that count although they are neither.
    func spendableCoins(tip: UInt32, including: Set<OutPoint> = []) throws -> [UTXO] {
        guard let keys else { throw watchOnly }
        let places = try places()
        let held = try heldOutPoints()
        let entries = try entries()
        let holdings = try BitcoinHoldings(entries, owned: Set(places.allScripts))
        return try holdings.unspent.values.filter {
            (isSpendable($0, tip: tip) || including.contains($0.outPoint)) && !held.contains($0.outPoint)
        }.compactMap { coin in
            guard let place = places.known[coin.output.script]?.place else { return nil }
            return try UTXO(
                outPoint: coin.outPoint, output: coin.output, spending: try keys.spending(place.branch, place.index),
                standing: coin.height.map { .confirmed(height: $0) }
                    ?? (coin.isOwn ? .unconfirmedOwn : .unconfirmedForeign),
                isCoinbase: coin.isCoinbase, previousTransaction: entries[coin.outPoint.transactionID]?.transaction)
        }.sorted { "\($0.outPoint)" < "\($1.outPoint)" }
    }

    /// The account's transactions in the store.
    func entries() throws -> [TransactionID: BitcoinHoldings.Entry] {
        var entries: [TransactionID: BitcoinHoldings.Entry] = [:]
        for stored in try rows() where stored.record.state != .gone {
            entries[try TransactionID(stored.record.id)] = BitcoinHoldings.Entry(
                transaction: try Transaction(parsing: stored.record.raw),
                height: stored.record.height.map { UInt32(truncatingIfNeeded: $0) }, isSeen: true, order: stored.id)
        }
        return entries
    }

    var watchOnly: CoinsError {
        CoinsError(
            .watchOnly, "'\(account.record.name)' is one watched address: what it holds is spent where its key is.")
    }

    // MARK: - Addresses

    func receiveAddress(fresh: Bool) throws -> ReceiveAddress {
        guard keys != nil else {
            return ReceiveAddress(address: account.record.address ?? "", path: nil, label: nil)
        }
        var places = try places()
        let first = places.firstUnused(.receive)
        try places.derive(.receive, count: first + CoinWallet.gapLimit)
        let open = Array(places.all(.receive).dropFirst(first).prefix(CoinWallet.gapLimit))
        let given = open.last { $0.state == .given }
        let next = open.first { $0.place.index > (given?.place.index ?? 0) || given == nil }
        guard let chosen = fresh ? next : given ?? next else {
            throw CoinsError(
                .tooLate,
                "The last \(CoinWallet.gapLimit) addresses were never paid to. Use one of them: a restore would not look further."
            )
        }
        places.mark(chosen.script, .given)
        try coins.transaction {
            try places.keep(coins, account: account.id)
            try coins.step(.addressGiving)
        }
        try coins.step(.addressGiven)
        return ReceiveAddress(
            address: try Address(chosen.script, network: network).text,
            path: "\(chosen.place.branch.rawValue)/\(chosen.place.index)", label: chosen.label)
    }

    func label(_ address: String, as label: String?) throws {
        let script = try Address(parsing: address, network: network).script
        let table = coins.table(AddressRecord.self)
        guard var stored = try table.row(reference: RowReference.hash(account.id, script.bytes)) else {
            throw CoinsError(.notFound, "The address \(address) was never given out by this account.")
        }
        stored.record.label = label
        try table.update(stored)
    }

    // MARK: - Sending

    func broadcast(_ record: CoinSendRecord) throws -> SendMachine.Answer {
        let transaction = try Transaction(parsing: record.signed)
        do {
            try coins.asking(network) { try support.server($0, coins).broadcast(transaction) }
            return .accepted
        } catch let error as CoinsError where error.code == .refused {
            return .refused(SendRemark(error))
        }
    }

    func standing(of record: CoinSendRecord) throws -> SendMachine.Standing {
        guard let seen else {
            try refresh()
            return try standing(of: record)
        }
        let id = try TransactionID(record.id)
        let tip = UInt32(truncatingIfNeeded: try coins.account(account.id).record.scannedTo)
        if let height = seen[id] {
            guard let height else { return .pending }
            return .confirmed(height: UInt64(height), isFinal: tip + 1 >= height + Self.finalDepth)
        }
        let claims = Set(try record.claims.map { try OutPoint(claim: $0) })
        let replaced = try replaced(by: record)
        for (other, entry) in try entries() where other != id {
            // A transaction being replaced still waits where the replacement is unknown, so only a block decides about
            // it.
            guard let height = seen[other], height != nil || !replaced.contains(other) else { continue }
            guard entry.transaction.inputs.contains(where: { claims.contains($0.outPoint) }) else { continue }
            return try isOwnPayment(other) ? .displaced : displacement(of: record)
        }
        return .unknown
    }

    private func isOwnPayment(_ id: TransactionID) throws -> Bool {
        try coins.table(CoinSendRecord.self).row(reference: RowReference.hash(account.id, id.bytes)) != nil
    }

    /// The transaction that another wallet, or a lying server, put in a payment's place.
    ///
    /// Every accepted server is asked whether it still knows the payment, by the scripts that it pays.
    private func displacement(of record: CoinSendRecord) throws -> SendMachine.Standing {
        let transaction = try Transaction(parsing: record.signed)
        let id = transaction.id
        return try coins.standing(on: network) { address in
            let histories = try support.server(address, coins).histories(of: transaction.outputs.map(\.script))
            guard let entry = histories.joined().first(where: { $0.id == id }) else { return .displaced }
            return entry.height.map { .confirmed(height: UInt64($0), isFinal: false) } ?? .pending
        }
    }

    /// The refresh has already updated the history.
    func noteSettled(_ send: Stored<CoinSendRecord>) throws {}

    func noteSigned(_ record: CoinSendRecord) throws {
        let transaction = try Transaction(parsing: record.signed)
        var places = try places()
        for output in transaction.outputs { places.mark(output.script, .given) }
        try places.keep(coins, account: account.id)
        let holdings = try BitcoinHoldings(try entries(), owned: Set(places.allScripts))
        let noted = TransactionRecord(
            state: .pending, account: account.id, id: record.id, raw: record.signed, time: record.time,
            movement: try holdings.movement(of: transaction, network: network), label: record.label)
        let table = coins.table(TransactionRecord.self)
        if let stored = try table.row(reference: noted.reference) {
            try table.update(Stored(id: stored.id, record: noted))
        } else {
            try table.insert(noted, reference: noted.reference)
        }
    }
}

extension AccountScheme {
    /// - Throws: ``CoinsError`` with code `.damaged` for an account of another chain.
    var bitcoinKind: AccountKind {
        get throws {
            guard let kind = AccountKind(purpose: UInt32(rawValue)) else {
                throw CoinsError(.damaged, "The store calls a Bitcoin account '\(name)'.")
            }
            return kind
        }
    }
}

extension OutPoint {
    /// Reads a claim: the outpoint in its transaction encoding.
    init(claim: [UInt8]) throws {
        guard claim.count == Self.count else { throw CoinsError(.damaged, "A claim of a payment is not an output.") }
        self.init(
            transactionID: try TransactionID(Array(claim.prefix(32))),
            index: claim.suffix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
}
