// SPDX-License-Identifier: MIT

/// A job that the writer applies together with adjacent jobs of the same runner.
package protocol BatchedJob: AnyObject, Sendable {
    /// Applies this job and its neighbours.
    var runner: any JobRunner { get }

    /// Tells the caller that the job was not applied.
    func refuse(_ error: any Error)

    /// Tells the caller the outcome that the runner has stored in the job. Called once the outcome is durable.
    func reply()
}

/// Applies adjacent jobs together, which costs a few bulk statements instead of a dozen for each job.
package protocol JobRunner: AnyObject, Sendable {
    /// Applies a run of jobs of this runner, in order, and stores the outcome in each.
    ///
    /// - Parameters:
    ///   - isCareful: whether to use savepoints, so that a job that cannot be applied does not affect the others.
    ///     Otherwise the caller rolls back the whole transaction after any error, and applies the run again with care.
    ///   - decided: called once all outcomes are decided, before anything is written.
    func apply(
        _ run: [any BatchedJob], isCareful: Bool, in change: StoreChange, decided: () throws -> Void
    ) throws
}
