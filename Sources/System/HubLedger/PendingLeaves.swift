// SPDX-License-Identifier: MIT
package import Crypto
package import HubAPI
import HubStorage
package import Money
import Synchronization
package import Tokens

/// Leaves of the ledger's tree that are made from the writer's data in memory, so that they need not be read back.
///
/// This is only a cache. What is missing, because another process wrote it, the hub was restarted or the load was too
/// high, the tree reads from the database. A leaf is added only after its entry is durable.
package final class PendingLeaves: Sendable {
    /// The transfers of one commit, whose entries have consecutive numbers.
    package struct Run: Sendable {
        package let first: Int64
        package let time: Timestamp
        package let currency: Currency
        package let movements: [TransferBatch.Movement]
        /// The public id of each entry.
        let publicIDs: [OperationID]

        package init(
            first: Int64, time: Timestamp, currency: Currency, movements: [TransferBatch.Movement],
            publicIDs: [OperationID]
        ) {
            self.first = first
            self.time = time
            self.currency = currency
            self.movements = movements
            self.publicIDs = publicIDs
        }
    }

    /// The leaves of consecutive entries, in the form that a tile stores.
    private struct Leaves {
        let first: Int64
        let bytes: [UInt8]
        var count: Int { bytes.count / TreeTile.leafCount }
    }

    private struct State {
        var leaves: [Leaves] = []
        var count = 0
        /// The last entry that the tree has requested.
        var passed: Int64 = 0
    }

    /// About 15 MB: more than a busy hub makes between two updates of the tree.
    private static let maximumCount = 1 << 18
    private static let maximumWaiting = 64

    private let random: RandomSource
    private let queue = BoundedQueue<Run>(capacity: maximumWaiting)
    private let state = Mutex(State())
    private let thread = Mutex<WorkerThread?>(nil)

    /// - Throws: ``HubError`` with `.system`.
    package init(random: RandomSource) throws {
        self.random = random
        let worker = try WorkerThread { [weak self, queue] in
            while let runs = queue.take(maximum: 1) { for run in runs { self?.keep(run) } }
        }
        thread.withLock { $0 = worker }
    }

    /// Adds committed transfers. A separate thread hashes them.
    package func add(_ run: Run) {
        // A full queue means that the thread is too slow; then the tree reads from the database.
        _ = queue.push(run)
    }

    /// Takes the leaves of entries in ascending order, and removes them and all earlier ones.
    ///
    /// - Returns: the bytes of each, nil where there are none.
    package func take(_ entries: [Int64]) -> [ArraySlice<UInt8>?] {
        guard let last = entries.last else { return [] }
        let known = state.withLock { state in
            state.passed = max(state.passed, last)
            let known = state.leaves
            state.leaves.removeAll { $0.first + Int64($0.count) - 1 <= last }
            state.count = state.leaves.reduce(0) { $0 + $1.count }
            return known
        }
        var rest = known[...]
        return entries.map { entry in
            while let leaves = rest.first, leaves.first + Int64(leaves.count) <= entry { rest = rest.dropFirst() }
            guard let leaves = rest.first, leaves.first <= entry else { return nil }
            let start = Int(entry - leaves.first) * TreeTile.leafCount
            return leaves.bytes[start..<start + TreeTile.leafCount]
        }
    }

    package func close() {
        queue.close()
        thread.withLock { $0.take() }?.join()
    }

    // MARK: - The thread

    private func keep(_ run: Run) {
        let isLate = state.withLock { $0.passed >= run.first }
        guard !isLate else { return }
        let leaves = Leaves(first: run.first, bytes: bytes(of: run))
        state.withLock { state in
            if state.count + leaves.count > Self.maximumCount { (state.leaves, state.count) = ([], 0) }
            guard state.passed < leaves.first else { return }
            state.leaves.append(leaves)
            state.count += leaves.count
        }
    }

    private func bytes(of run: Run) -> [UInt8] {
        let salts = random.bytes(LedgerPosting.blindCount * run.movements.count)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(run.movements.count * TreeTile.leafCount)
        for (index, movement) in run.movements.enumerated() {
            let salt = Array(salts[index * LedgerPosting.blindCount..<(index + 1) * LedgerPosting.blindCount])
            let (sent, received) = postings(of: movement, publicID: run.publicIDs[index], salt: salt, in: run)
            let leaf = LedgerLeaf([sent.commitment, received.commitment])
            bytes += TreeTile.leaf(of: run.first + Int64(index), salt: salt, hash: leaf.hash)
        }
        return bytes
    }

    /// Both sides of a transfer, equal to what ``LedgerTree`` reads from the database.
    private func postings(
        of movement: TransferBatch.Movement, publicID: OperationID, salt: [UInt8], in run: Run
    ) -> (sent: LedgerPosting, received: LedgerPosting) {
        let (order, caller) = (movement.transfer.order, movement.transfer.caller)
        let amount = order.amount.decimalText
        func posting(
            _ account: [UInt8], _ id: OperationID, _ amount: String, _ after: Int64, _ counterpart: String
        ) -> LedgerPosting {
            LedgerPosting(
                blind: LedgerTree.blind(of: account, salt: salt), account: account, id: id.bytes,
                kind: UInt64(EntryKind.transfer.rawValue), amount: amount,
                balanceAfter: Amount(minorUnits: after, currency: run.currency).decimalText,
                currency: run.currency.code, time: run.time, counterpart: counterpart, note: order.note)
        }
        return (
            posting(caller.account.bytes, order.id, "-" + amount, movement.senderAfter, order.recipient),
            posting(movement.recipient.uid, publicID, amount, movement.recipientAfter, caller.username)
        )
    }
}
