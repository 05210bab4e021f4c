// SPDX-License-Identifier: MIT
import Glibc
package import HTTP
import HubAPI
import HubLedger
import HubStorage
import Logging
import Money
import SQL
import Tokens

/// Health checks and metrics.
extension Hub {
    /// Whether the hub can work now: the database can be read and changed, and the working keys are valid.
    package var readiness: (isReady: Bool, sentence: String) {
        let now = context.clock.now()
        guard workableUntil > now else {
            return (false, "The working keys have run out. Run `satchel-hub rotate-keys`.")
        }
        guard context.keys.isWorkable(at: now) else {
            return (false, "The working keys are not in use yet. Is the clock of this machine right?")
        }
        do {
            _ = try context.store.read { try $0.row("SELECT 1 FROM hub") }
            guard try context.store.takesChanges() else {
                return (
                    false,
                    "The database server is read-only. Promote it, or switch default_transaction_read_only off."
                )
            }
            return (true, "ready")
        } catch {
            return (false, "The database cannot be read.")
        }
    }

    /// Sets whether receipts and final refusals wait because the clock is ahead, which the metrics show; see
    /// ``ClockWatch``.
    ///
    /// - Parameter offset: the watch's offset, so that a change between two looks is detected too.
    package func note(isClockAhead: Bool, offset: Int64? = nil) {
        context.clockHold.note(isAhead: isClockAhead, offset: offset)
    }

    /// All metrics in the text format of Prometheus. They contain no account names.
    ///
    /// - Parameter load: the load of the server in front of the hub.
    /// - Throws: `SQLError` if the database cannot be read.
    package func metrics(load: Server.Load?) throws -> String {
        var page = MetricsPage()
        context.metrics.write(to: &page)
        page.one("satchel_event_listeners", .gauge, "Streams and polls that wait.", context.events.waiting)
        page.one("satchel_events_total", .counter, "Events told.", context.events.toldEvents)
        if let load {
            page.one("satchel_connections", .gauge, "Open connections.", load.connections)
            page.one("satchel_requests_waiting", .gauge, "Requests without an answer yet.", load.waiting)
            page.one("satchel_streams", .gauge, "Answers that go on.", load.streams)
        }
        page.one(
            "satchel_clock_ahead", .gauge, "1 while the clock was set forward, so that what it dates for good waits.",
            context.clockHold.isAhead ? 1 : 0)
        try writeLedger(to: &page)
        try writeFiles(to: &page)
        page.one(
            "satchel_keys_seconds_left", .gauge, "Until the working keys run out.",
            workableUntil.seconds(since: context.clock.now()))
        Self.writeProcess(to: &page)
        return page.text
    }

    private func writeLedger(to page: inout MetricsPage) throws {
        let (entries, accounts, cases, failing, systems) = try context.store.read { database in
            (
                try database.row("SELECT max(id) FROM entry")?.optionalInt(0) ?? 0,
                try database.row("SELECT count(*) FROM account")?.int(0) ?? 0,
                try database.row("SELECT count(*) FROM fraud_case WHERE closed IS NULL")?.int(0) ?? 0,
                try database.row("SELECT count(*) FROM webhook WHERE failing_since IS NOT NULL")?.int(0) ?? 0,
                try database.rows(
                    "SELECT name, balance FROM ledger WHERE name IN ('funding', 'guarantee') ORDER BY name")
            )
        }
        page.one("satchel_entries", .gauge, "Movements in the ledger.", entries)
        page.one("satchel_accounts", .gauge, "Accounts of people.", accounts)
        page.one("satchel_fraud_cases_open", .gauge, "Fraud cases that are not closed.", cases)
        page.one("satchel_webhooks_failing", .gauge, "Merchants' servers that take nothing, given up or not.", failing)
        page.begin("satchel_balance_minor_units", .gauge, "What accounts of the hub itself hold, in cents or the like.")
        for row in systems { page.value(try row.int(1), [("account", try row.text(0)), ("currency", currency.code)]) }
    }

    /// proc(5)
    private static func writeProcess(to page: inout MetricsPage) {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let microseconds =
            (Int(usage.ru_utime.tv_sec) + Int(usage.ru_stime.tv_sec)) * 1_000_000 + Int(usage.ru_utime.tv_usec)
            + Int(usage.ru_stime.tv_usec)
        page.one(
            "process_cpu_seconds_total", .counter, "Processor time.", MetricsPage.seconds(microseconds: microseconds))
        if let file = fopen("/proc/self/statm", "r") {
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 128)
            if fgets(&line, Int32(line.count), file) != nil {
                let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                    .split(separator: " ")
                if words.count > 1, let pages = Int(words[1]) {
                    page.one(
                        "process_resident_memory_bytes", .gauge, "Memory in use.", pages * Int(getpagesize()))
                }
            }
        }
        if let folder = opendir("/proc/self/fd") {
            defer { closedir(folder) }
            var count = -3  // two dots and this one
            while readdir(folder) != nil { count += 1 }
            page.one("process_open_fds", .gauge, "Open descriptors.", count)
        }
    }

    /// Answers `/healthz`, `/readyz` and, if allowed, `/metrics`; nil for any other path.
    ///
    /// - Parameters:
    ///   - showsMetrics: whether to answer `/metrics`; only on a listener of its own.
    ///   - load: called when the load is needed.
    package func answerMachine(
        _ request: Request, showsMetrics: Bool, load: @Sendable () -> Server.Load?
    ) -> Response? {
        func text(_ status: Int, _ text: String, _ type: String = "text/plain; charset=utf-8") -> Response {
            Response(
                status: status, headers: ["Content-Type": type, "Cache-Control": "no-store"],
                body: Array((text.hasSuffix("\n") ? text : text + "\n").utf8))
        }
        guard request.method == .get else { return nil }
        switch request.path {
        case "/healthz": return text(200, "ok")
        case "/readyz":
            let (isReady, sentence) = readiness
            return text(isReady ? 200 : 503, sentence)
        case "/metrics" where showsMetrics:
            do {
                return text(200, try metrics(load: load()), "text/plain; version=0.0.4; charset=utf-8")
            } catch {
                context.configuration.log.error("The metrics cannot be read", .error(error))
                return text(503, "The database cannot be read.")
            }
        default: return nil
        }
    }
}
