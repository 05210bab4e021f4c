// SPDX-License-Identifier: MIT
import HubAPI
import SQL
import Tokens

/// What operators do over the network; who may, is decided before any of this is reached.
struct AdminRoutes: Sendable {
    let parts: HubParts

    private static let pageLimit = 1...100

    func add(to router: inout Router) {
        router.account(Routes.adminAccounts, query: ["search", "after", "limit"]) { call, _ in
            let limit = try Self.limit(call.query["limit"])
            let page = try reading {
                try $0.page(search: call.query["search"], after: call.query["after"], limit: limit)
            }
            call.answer(page)
        }
        router.account(Routes.adminAccount) { call, _ in
            let name = call.values.first ?? ""
            let (id, summary) = try reading { try $0.account(name) }
            let devices = try parts.store.read {
                try parts.devices.list(of: id, asking: nil, at: parts.clock.now(), in: $0)
            }
            call.answer(AccountDetails(account: summary, devices: devices))
        }
        router.account(Routes.adminLock) { call, caller in
            try change(Routes.adminLock, call, caller, named: call.input.id) { id, store in
                guard id != caller.id else {
                    throw HubProblem(.forbidden, "Operators do not lock themselves out. Ask another one.")
                }
                try AccountLocks.lock(
                    id, reason: call.input.reason, by: caller.username, from: call.address, in: store)
            }
        }
        router.account(Routes.adminUnlock) { call, caller in
            try change(Routes.adminUnlock, call, caller, named: call.input.id) { id, store in
                try AccountLocks.unlock(id, by: caller.username, from: call.address, in: store)
            }
        }
        router.account(Routes.adminFraudCases) { call, _ in call.answer(try reading { try $0.fraudCases() }) }
        router.account(Routes.adminBalances) { call, _ in call.answer(try reading { try $0.systemBalances() }) }
        router.account(Routes.adminAudit) { call, caller in try audit(call, caller) }
        router.account(Routes.adminLog, query: ["account", "event", "limit", "before"]) { call, _ in
            let query = try Self.logQuery(call.query)
            call.answer(try parts.store.read { try AuditLog.page(query, in: $0) })
        }
    }

    private func reading<R>(_ body: (AccountRegister) throws -> R) throws -> R {
        try parts.store.read { try body(AccountRegister(currency: parts.currency, database: $0)) }
    }

    /// Once under its id: a copy of an earlier request does not undo what came after it.
    private func change<Input: Encodable>(
        _ route: Route<Input, Nothing>, _ call: Call<Input, Nothing>, _ caller: Caller, named id: OperationID,
        _ body: @escaping @Sendable (Int64, StoreChange) throws -> Void
    ) throws {
        let name = call.values.first ?? ""
        let request = try Operations.fingerprint(route.path(with: call.values), call.input)
        parts.store.write { store in
            try Operations.once(account: caller.id, id: id, request: request, in: store) {
                guard let account = try Accounts.find(name, in: store.database) else {
                    throw HubProblem(.notFound, "There is no account of that name.")
                }
                try body(account.id, store)
                return (Nothing(), nil)
            }
        } reply: {
            call.finish($0)
        }
    }

    /// Proves the books on a thread for slow work: the loops go on answering.
    private func audit(_ call: Call<Nothing, AuditAnswer>, _ caller: Caller) throws {
        try parts.workers.run {
            do {
                let report = try parts.store.snapshot {
                    try Audit(database: $0, keys: parts.keys, currency: parts.currency).run()
                }
                parts.note(
                    .audited, of: nil, by: caller.username, from: call.address,
                    report.isSound ? "sound" : "\(report.findings.count) findings")
                call.answer(
                    AuditAnswer(
                        isSound: report.isSound, findings: report.findings, entries: report.entries,
                        postings: report.postings, total: report.total))
            } catch {
                call.refuse(error)
            }
        }
    }

    private static func limit(_ text: String?) throws -> Int {
        guard let text else { return 20 }
        guard let limit = Int(text), pageLimit ~= limit else {
            throw HubProblem(.badRequest, "\"limit\" is a whole number from 1 to 100.")
        }
        return limit
    }

    private static func logQuery(_ values: [String: String]) throws -> AuditLogQuery {
        var query = AuditLogQuery()
        query.limit = try limit(values["limit"])
        query.account = values["account"]
        if let text = values["event"] {
            guard let event = AuditEvent(rawValue: text) else {
                throw HubProblem(.badRequest, "\"event\" is one of \(AuditEvent.allCases.map(\.rawValue)).")
            }
            query.event = event
        }
        if let text = values["before"] {
            guard let number = Int64(text), number > 0 else {
                throw HubProblem(.badRequest, "\"before\" is the number of a line.")
            }
            query.before = number
        }
        return query
    }
}
