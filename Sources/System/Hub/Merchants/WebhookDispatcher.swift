// SPDX-License-Identifier: MIT
import HubLedger
import HubStorage
import Logging

/// The threads that deliver webhooks: one looks once a second which are due, and the others deliver. Only one thread
/// at a time delivers to a server.
///
/// Slow servers take turns with the others, so one of them cannot block all threads for longer than its turn. A server
/// that has accepted its events is queued again at once, behind those that wait, so a busy shop is not limited to one
/// turn a second.
final class WebhookDispatcher: @unchecked Sendable {  // all state is inside the monitor
    private static let tellers = 4
    /// Longer than any attempt except one whose host name cannot be resolved.
    private static let timeout: Duration = .seconds(8)

    private let sender: WebhookSender
    private let monitor = Monitor()
    private var waiting: [Int64] = []
    private var busy: Set<Int64> = []
    /// The accounts whose delivery failed because of the hub itself; nil stands for the query of what is due.
    private var troubled: Set<Int64?> = []
    private var isClosed = false
    private var threads: [WorkerThread] = []

    init(_ sender: WebhookSender) throws {
        self.sender = sender
        do {
            threads.append(try WorkerThread { [self] in look() })
            for _ in 0..<Self.tellers { threads.append(try WorkerThread { [self] in tell() }) }
        } catch {
            close()
            throw error
        }
    }

    private func look() {
        while monitor.synchronized({
            if !isClosed { monitor.wait(milliseconds: 1_000) }
            return !isClosed
        }) {
            do {
                let due = try sender.due()
                monitor.synchronized {
                    waiting = due.filter { !busy.contains($0) }
                    if !waiting.isEmpty { monitor.signal() }
                }
                recover { $0.map { due.contains($0) || busy.contains($0) } ?? false }
            } catch {
                complain(error, about: nil)
            }
        }
    }

    private func tell() {
        while let account = next() {
            var taken = 0
            do {
                taken = try sender.tell(account)
                recover { $0 != account }
            } catch {
                complain(error, about: account)
            }
            monitor.synchronized {
                busy.remove(account)
                if taken > 0, !waiting.contains(account) { waiting.append(account) }
                if isClosed || taken > 0 { monitor.signal() }
            }
        }
    }

    private func next() -> Int64? {
        monitor.synchronized {
            while waiting.isEmpty, !isClosed { monitor.wait() }
            guard !isClosed else { return nil }
            let account = waiting.removeFirst()
            busy.insert(account)
            return account
        }
    }

    /// Logs once that something has begun to fail. It is retried every second.
    private func complain(_ error: any Error, about account: Int64?) {
        let isFirst = monitor.synchronized {
            defer { troubled.insert(account) }
            return troubled.isEmpty
        }
        guard isFirst else { return }
        sender.context.configuration.log.warning(
            "Merchants' servers could not be told and will be told again", .error(error))
    }

    /// Logs once that nothing fails any more.
    ///
    /// - Parameter isLeft: whether a failure remains; called while no other thread is inside the monitor.
    private func recover(_ isLeft: (Int64?) -> Bool) {
        let isOver = monitor.synchronized {
            guard !troubled.isEmpty else { return false }
            troubled = troubled.filter(isLeft)
            return troubled.isEmpty
        }
        guard isOver, sender.context.store.reasonToEnd == nil else { return }
        sender.context.configuration.log.notice("Merchants' servers are told again")
    }

    /// Waits a few seconds for attempts under way. The store refuses results that arrive later.
    func close() {
        let end = ContinuousClock.now + Self.timeout
        let isQuiet = monitor.synchronized {
            isClosed = true
            monitor.signal()
            while !busy.isEmpty, .now < end { monitor.wait(milliseconds: 100) }
            return busy.isEmpty
        }
        guard isQuiet else { return }
        for thread in threads { thread.join() }
        threads = []
    }
}
