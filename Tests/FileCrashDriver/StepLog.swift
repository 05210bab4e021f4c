// SPDX-License-Identifier: MIT
import FileIO
import Glibc
import RefusedCalls
import Synchronization

/// Writes down each step and each offset that a client would be told, and does at a step what was asked for.
final class StepLog: Sendable {
    private let passed = Atomic(0)
    private let descriptor: Int32
    private let killAt: Int
    private let refuseAt: Int

    init(_ path: String, killAt: Int, refuseAt: Int) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        self.killAt = killAt
        self.refuseAt = refuseAt
    }

    func note(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { exit(3) }
    }

    /// Returns, or does not.
    func step(_ step: FileStep) {
        note("step \(step.rawValue)")
        let number = passed.add(1, ordering: .relaxed).newValue
        if number == refuseAt, satchel_refuse_flushes() != 0 { exit(4) }
        guard number == killAt else { return }
        kill(getpid(), SIGKILL)
        // The signal is on its way; nothing more may happen in this process.
        while true { pause() }
    }
}
