// SPDX-License-Identifier: MIT
internal import Chains
internal import Ethereum

/// Derives the movements of an account's ether from a server's answers about blocks, oldest first. Decision 0069
///
/// Ethereum servers do not list an account's payments, but they report its state after a block. Where two states are
/// equal, nothing happened between them: while the nonce stays, the balance of an account with a key only rises.
/// Between unequal states the reader bisects until it finds the block, whose transactions then say who paid. A change
/// that they do not explain is listed with the block alone, so the movements always add up to the change of the
/// balance.
final class MovementReader {
    /// The most requests of one pass to one server, including failed ones. The next pass continues where this one
    /// ended.
    static let maximumQuestions = 256
    /// The most transactions and withdrawals of one block that are listed singly. Beyond it only their sum is listed.
    private static let maximumPayments = 32

    /// A block and the account's state after it; -1 is before the first block.
    struct Point: Equatable {
        let block: Int64
        let state: EthereumState

        static let beginning = Point(block: -1, state: .nothing)
    }

    /// What this wallet knows without the server: its spending within some blocks, and the payments it has seen in
    /// blocks that were not final then.
    struct Knowledge {
        var spent: (ClosedRange<UInt64>) throws -> MovementSum
        var seen: (ClosedRange<UInt64>) throws -> [BalanceChange]
    }

    private let server: any EthereumServer
    private let account: Address
    private let known: Knowledge
    /// Whether a range that the server has pruned may be listed as a sum.
    private let takesGaps: Bool
    /// The last final block.
    let final: Int64
    private let tip: Int64

    /// The point where this pass began.
    private(set) var start: Point
    private(set) var found: [BalanceChange] = []
    /// ``found`` holds every movement up to this point.
    private(set) var read: Point
    /// The same point, but at most the last final block.
    private(set) var settled: Point
    private(set) var isComplete = false
    /// Whether the server has pruned the state of the last final block.
    private var isFinalForgotten = false
    private var questions = 0

    /// - Parameters:
    ///   - start: where the previous pass ended.
    ///   - tip: the server's newest block; not before `start`.
    init(
        _ server: any EthereumServer, _ account: Address, from start: Point, tip: UInt64, finalDepth: UInt64,
        takesGaps: Bool, knowing known: Knowledge
    ) {
        self.server = server
        self.account = account
        self.tip = Int64(tip)
        self.takesGaps = takesGaps
        self.known = known
        final = Int64(tip) - Int64(finalDepth)
        self.start = start
        read = start
        settled = start
    }

    /// Thrown when a pass has reached its limit of requests.
    private struct Enough: Error {}

    /// Reads on to the newest block, or to the limit of one pass. Movements read before an error remain.
    ///
    /// - Throws: ``CoinsError``; `.unreachable` for a server that has pruned too much, unless sums are allowed.
    func run() throws {
        do {
            guard let newest = try state(after: tip) else { return }
            try requireStart(below: newest)
            try walk(to: Point(block: tip, state: newest))
            isComplete = true
        } catch is Enough {
            // Safe: the next pass continues from what was read.
        } catch let error as CoinsError where error.code == .refused {
            // A server that refuses this request says nothing about the other servers.
            throw CoinsError(.unreachable, error.message, cause: error)
        } catch let error as ChainsError {
            throw CoinsError(.lyingServer, "The server tells of amounts that no chain has.", cause: error)
        }
    }

    /// Starts from the first block when the server reports another state for the block where the previous pass ended.
    /// Then that state came from another server's false answer, or from another chain.
    private func requireStart(below newest: EthereumState) throws {
        guard read != .beginning, newest != read.state, let now = try state(after: read.block), now != read.state
        else { return }
        start = .beginning
        read = .beginning
        settled = .beginning
    }

    private func walk(to newest: Point) throws {
        var ahead = [newest]
        while let next = ahead.last {
            guard next.state.nonce >= read.state.nonce else { throw contradiction }
            if next.state == read.state {
                advance(to: next)
            } else if next.block == read.block + 1 {
                found += try movements(in: next)
                advance(to: next)
            } else {
                let middle = read.block + (next.block - read.block) / 2
                if let state = try state(after: middle) {
                    ahead.append(Point(block: middle, state: state))
                    continue
                }
                try remember(after: middle, in: &ahead)
                try passGap(to: ahead[ahead.count - 1])
            }
            ahead.removeLast()
        }
    }

    /// Everything up to the point is known, block by block.
    private func advance(to point: Point) {
        if point.block <= final {
            settled = point
        } else if !isFinalForgotten {
            settled = Point(block: max(settled.block, final), state: settled.state)
        }
        read = point
    }

    private func state(after block: Int64) throws -> EthereumState? {
        guard block >= 0 else { return .nothing }
        // Reading a state takes two requests.
        return try asking(count: 2) { try server.state(of: account, afterBlock: UInt64(block)) }
    }

    private func asking<R>(count: Int = 1, _ question: () throws -> R) throws -> R {
        guard questions + count <= Self.maximumQuestions else { throw Enough() }
        questions += count
        return try question()
    }

    private var contradiction: CoinsError {
        CoinsError(.lyingServer, "The server's blocks do not fit what it says that the account has.")
    }

    // MARK: - A block

    /// The movements in the block after ``read``.
    private func movements(in after: Point) throws -> [BalanceChange] {
        let number = UInt64(after.block)
        let block = try asking { try server.block(number, touching: account) }
        guard block.payments.count + block.withdrawals.count <= Self.maximumPayments else {
            return try rest(of: [], in: block, after: after).map { [$0] } ?? []
        }
        var movements = block.withdrawals.map {
            BalanceChange(
                source: .withdrawal($0.index), block: number, time: block.time, direction: .incoming, amount: $0.amount)
        }
        for payment in block.payments {
            if let movement = try movement(payment, in: block) { movements.append(movement) }
        }
        guard let rest = try rest(of: movements, in: block, after: after) else { return movements }
        guard rest.direction == .outgoing else { return movements + [rest] }
        let own = movements.indices.filter { movements[$0].fee != nil }
        if own.count == 1 {
            // What one of the account's transactions cost beyond the gas is the network's additional fee.
            movements[own[0]].fee = try movements[own[0]].fee?.adding(rest.amount)
            return movements
        }
        // Without a transaction of its own, only an account with code can pay out.
        guard try !own.isEmpty || asking({ try server.hasCode(at: account) }) else { throw contradiction }
        return movements + [rest]
    }

    private func movement(_ payment: EthereumBlock.Payment, in block: EthereumBlock) throws -> BalanceChange? {
        guard let receipt = try asking({ try server.receipt(of: payment.hash) }), receipt.block == block.number else {
            throw contradiction
        }
        let isOwn = payment.from == account
        guard isOwn || receipt.hasSucceeded else { return nil }
        let isToSelf = isOwn && (payment.to == account || payment.value.isZero)
        return BalanceChange(
            source: .transaction(payment.hash), block: block.number, time: block.time,
            direction: isToSelf ? .own : isOwn ? .outgoing : .incoming, amount: payment.value,
            fee: isOwn ? try receipt.fee : nil, counterpart: isOwn ? payment.to : payment.from,
            hasFailed: !receipt.hasSucceeded)
    }

    /// The part of the change that the block's own list does not explain.
    private func rest(of movements: [BalanceChange], in block: EthereumBlock, after: Point) throws -> BalanceChange? {
        var sum = MovementSum()
        for movement in movements { try sum.add(movement) }
        return try sum.rest(from: read.state.balance, to: after.state.balance).map {
            BalanceChange(
                source: .block(block.number), block: block.number, time: block.time, direction: $0.direction,
                amount: $0.amount)
        }
    }

    // MARK: - What a server has forgotten

    /// Finds the oldest state that the server still has, after a block that it has pruned.
    private func remember(after block: Int64, in ahead: inout [Point]) throws {
        guard takesGaps else {
            throw CoinsError(.unreachable, "The server keeps no old states of accounts.")
        }
        var forgotten = block
        while let known = ahead.last?.block, known - forgotten > 1 {
            let middle = forgotten + (known - forgotten) / 2
            if let state = try state(after: middle) {
                ahead.append(Point(block: middle, state: state))
            } else {
                forgotten = middle
            }
        }
    }

    /// Lists the change up to a state as one sum, minus what is known without the server.
    private func passGap(to oldest: Point) throws {
        guard oldest.state.nonce >= read.state.nonce else { throw contradiction }
        guard oldest.state != read.state else { return advance(to: oldest) }
        let blocks = UInt64(read.block + 1)...UInt64(oldest.block)
        var sum = try known.spent(blocks)
        var seen: [BalanceChange] = []
        for movement in try known.seen(blocks) {
            guard case .transaction(let hash) = movement.source,
                let receipt = try asking({ try server.receipt(of: hash) }), receipt.block == movement.block,
                receipt.hasSucceeded != movement.hasFailed
            else { continue }
            try sum.add(movement)
            seen.append(movement)
        }
        if let rest = try sum.rest(from: read.state.balance, to: oldest.state.balance) {
            let first = read.block < 0 ? nil : UInt64(read.block)
            let since = try first.map { first in try asking { try server.time(ofBlock: first) } }
            let time = try asking { try server.time(ofBlock: UInt64(oldest.block)) }
            seen.append(
                BalanceChange(
                    source: .between(after: first, UInt64(oldest.block), since: since), block: UInt64(oldest.block),
                    time: time, direction: rest.direction, amount: rest.amount))
        }
        found += seen
        isFinalForgotten = oldest.block > final
        if !isFinalForgotten { settled = oldest }
        read = oldest
    }
}
