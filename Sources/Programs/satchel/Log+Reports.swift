// SPDX-License-Identifier: MIT
import Drive
import Logging
import Wallet

/// The few lines that an operator of timers and services wants; without SATCHEL_LOG=info there are none.
extension Log {
    /// - Parameter duration: how long the sync took.
    func note(_ report: SyncReport, took duration: Duration) {
        let failed = report.outcomes.count { if case .failed = $0.outcome { true } else { false } }
        info(
            "Synced with the hub", .count(report.outcomes.count), .failed(failed),
            .milliseconds(Int(duration / .milliseconds(1))))
        for case (let part, .failed(let failure)) in report.outcomes {
            if let code = failure.error?.code {
                debug("A part of the sync failed", .kind(LogWord(raw: part)), .code(LogWord(raw: code)))
            } else {
                debug("A part of the sync failed", .kind(LogWord(raw: part)))
            }
        }
    }

    /// - Parameter tasks: how many were done and how many failed.
    func note(_ report: DrainReport, done: Int, failed: Int) {
        info("Executed the queue of files", .count(done), .failed(failed))
        if let stop = report.stop { info("The queue stopped", .error(stop)) }
    }
}
