// SPDX-License-Identifier: MIT
import Bytes
import Hub
import HubAPI
import HubLedger
import Terminal
import Tokens

/// `audit log`: the actor, action, time and source address of each event.
enum AuditLogCommand {
    static let options: [Option] = [.account, .event, .days, .limit, .before, .check, .head]

    static func run(_ invocation: Invocation) throws {
        let hub = try HubProgram.open(invocation)
        defer { hub.close() }
        if invocation.has(.check) || invocation.has(.head) { return try check(hub, invocation) }
        var query = AuditLogQuery()
        query.account = invocation.value(.account)
        query.event = try invocation.choice(.event, of: AuditEvent.self)
        query.limit = try invocation.integer(.limit, in: 1...10_000) ?? 20
        query.before = try invocation.integer(.before, in: 1...Int.max).map { Int64($0) }
        query.since = try invocation.integer(.days, in: 1...36_500).map {
            HubProgram.clock.now().subtracting(seconds: UInt64($0) * Timestamp.secondsPerDay).seconds
        }
        let page = try hub.auditLog(query)
        guard !invocation.wantsJSON else {
            return invocation.console.print(.items(page.items.map(json), next: page.next.map { "\($0)" }))
        }
        var table = Table(
            .numbers("number"), .words("time"), .words("event"), .words("account"), .words("by"), .words("from"),
            .words("details"))
        for line in page.items {
            table.add(
                "\(line.number)", Timestamp(seconds: line.time).description, line.event, line.account ?? "", line.actor,
                line.address ?? "", line.details)
        }
        invocation.console.print(table.isEmpty ? "No results." : table.text)
        if let next = page.next { invocation.console.note("Next page: --before \(next)") }
    }

    private static func check(_ hub: Hub, _ invocation: Invocation) throws {
        let state = try hub.checkAuditLog(expecting: invocation.value(.head))
        if let finding = state.finding {
            throw Failure(.conflict, "The audit log was tampered with: \(finding) Compare it with a backup.")
        }
        guard state.holdsExpectedHead != false else {
            throw Failure(
                .conflict,
                "The audit log does not hold that head: it was cut off or rewritten. Compare it with a backup.")
        }
        if invocation.wantsJSON {
            invocation.console.print(["rows": .number(state.rows), "head": .string(state.head)])
        } else {
            invocation.console.print(
                "The chain of \(state.rows) lines is intact. Store its head in another place, and check it later with --head:\n\(state.head)"
            )
        }
    }

    private static func json(_ line: LogLine) -> JSONValue {
        [
            "number": .number(line.number), "time": .time(line.time), "event": .string(line.event),
            "account": .string(line.account), "actor": .string(line.actor), "address": .string(line.address),
            "details": .string(line.details),
        ]
    }
}

extension Option {
    static let account = Option("account", value: "name", "log: only events of this account.")
    static let event = Option(
        "event", value: "event", "log: only events of this kind.",
        completion: .choices(AuditEvent.allCases.map(\.rawValue)))
    static let days = Option("days", value: "number", "log: only the last days, 1 to 36500.")
    static let before = Option("before", value: "number", "log: only lines before this line number.")
    static let check = Option("check", "log: verify the whole hash chain and show its head.")
    static let head = Option("head", value: "hash", "log: verify that the chain still holds this earlier head.")
}
