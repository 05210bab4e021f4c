// SPDX-License-Identifier: MIT

/// The threads that tell merchants' servers: one looks once a second who is due, some tell, each server one at a time.
///
/// Servers that are slow take turns with the others, so one of them cannot hold all threads for longer than its turn. One that
/// has taken what it was told has its next turn behind those that wait, at once: a busy shop is not told by the second.
final class WebhookDesk: @unchecked Sendable {  // all state is inside the monitor
    private static let tellers = 4
    /// Longer than any attempt but one whose name nobody resolves.
    private static let patience: Duration = .seconds(8)

    private let sender: WebhookSender
    private let monitor = Monitor()
    private var waiting: [Int64] = []
    private var busy: Set<Int64> = []
    /// Whose servers could not be told for a reason of the hub's own; nil is the look for who is due.
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

    /// Says once that something has begun to fail: it is tried again every second.
    private func complain(_ error: any Error, about account: Int64?) {
        let isFirst = monitor.synchronized {
            defer { troubled.insert(account) }
            return troubled.isEmpty
        }
        guard isFirst else { return }
        sender.parts.configuration.log("Merchants' servers could not be told and will be told again: \(error)")
    }

    /// Says that nothing fails any more, once.
    ///
    /// - Parameter isLeft: which of the troubles remain; asked while no other thread is inside.
    private func recover(_ isLeft: (Int64?) -> Bool) {
        let isOver = monitor.synchronized {
            guard !troubled.isEmpty else { return false }
            troubled = troubled.filter(isLeft)
            return troubled.isEmpty
        }
        guard isOver, sender.parts.store.reasonToEnd == nil else { return }
        sender.parts.configuration.log("Merchants' servers are told again.")
    }

    /// Waits for the attempts that are under way, at most some seconds; what they end with later is refused by the store.
    func close() {
        let end = ContinuousClock.now + Self.patience
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
