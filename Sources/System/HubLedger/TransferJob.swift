// SPDX-License-Identifier: MIT
package import HubStorage
import Logging
import SQL

/// A transfer in the writer's queue.
///
/// Sendable: the outcome is only touched by the thread that writes.
package final class TransferJob: BatchedJob, @unchecked Sendable {
    let transfer: QueuedTransfer
    let batcher: TransferBatcher
    private let tell: @Sendable (TransferBatch.Outcome) -> Void
    fileprivate var outcome: TransferBatch.Outcome?

    package var runner: any JobRunner { batcher }

    init(
        _ transfer: QueuedTransfer, by batcher: TransferBatcher,
        reply: @escaping @Sendable (TransferBatch.Outcome) -> Void
    ) {
        self.transfer = transfer
        self.batcher = batcher
        tell = reply
    }

    package func refuse(_ error: any Error) { tell(.failure(error)) }

    package func reply() {
        guard let outcome else { preconditionFailure("A transfer is decided before its caller is told.") }
        tell(outcome)
    }
}

extension HubStore {
    /// Moves money between two accounts. `reply` is called exactly once, after the commit is durable.
    package func transfer(
        _ transfer: QueuedTransfer, by batcher: TransferBatcher,
        reply: @escaping @Sendable (TransferBatch.Outcome) -> Void
    ) {
        submit(TransferJob(transfer, by: batcher, reply: reply))
    }
}

extension TransferBatcher: JobRunner {
    package func apply(
        _ run: [any BatchedJob], isCareful: Bool, in change: StoreChange, decided: () throws -> Void
    ) throws {
        let jobs = run.map { job in
            guard let job = job as? TransferJob else { preconditionFailure("A batcher's jobs are transfers.") }
            return job
        }
        let transfers = jobs.map(\.transfer)
        let outcomes =
            try isCareful
            ? carefully(transfers, in: change, decided: decided) : atOnce(transfers, in: change, decided: decided)
        for (job, outcome) in zip(jobs, outcomes) { job.outcome = outcome }
    }

    /// Applies adjacent transfers together, without savepoints.
    private func atOnce(
        _ run: [QueuedTransfer], in change: StoreChange, decided: () throws -> Void
    ) throws -> [TransferBatch.Outcome] {
        let (sheet, outcomes) = try decide(run, asking: noteAnswered(run, at: change.now), in: change)
        try decided()
        try write(sheet, in: change)
        return outcomes
    }

    /// Applies adjacent transfers together. If they cannot be written, applies each alone, so that only the faulty one
    /// fails.
    private func carefully(
        _ run: [QueuedTransfer], in change: StoreChange, decided: () throws -> Void
    ) throws -> [TransferBatch.Outcome] {
        _ = noteAnswered(run, at: change.now)
        let attempt = try change.attempt { try decide(run, asking: run.map(\.key), in: change) }
        try decided()
        let written: Result<[TransferBatch.Outcome], any Error>
        switch attempt {
        case .success(let (sheet, outcomes)):
            written = try change.attempt { try write(sheet, in: change) }.map { outcomes }
        case .failure(let error): written = .failure(error)
        }
        switch written {
        case .success(let outcomes): return outcomes
        case .failure(let error) where run.count == 1: return [.failure(error)]
        case .failure(let error):
            log.notice(
                "Transfers could not be applied together and are tried one by one", .count(run.count), .error(error))
            return try run.flatMap { try carefully([$0], in: change, decided: decided) }
        }
    }
}
