// SPDX-License-Identifier: MIT
import HubAPI
import HubLedger
import HubStorage
import SQL
import Tokens

/// The routes of operators. The router checks the caller's role before they run.
struct AdminRoutes: Sendable {
    let context: HubContext

    private static let search = QueryField<String>.text("search", maximumBytes: 64, "A part of the name.")
    private static let after = QueryField<String>.text("after", maximumBytes: 64, "The last name of the page before.")
    private static let account = QueryField<String>.text("account", maximumBytes: 64, "Whose account it is about.")
    private static let event = QueryField<AuditEvent>.choice("event", "What happened.")
    private static let before = QueryField<Int64>.number("before", 1...Int64.max, "The number of a line.")

    func add(to router: inout Router) {
        router.account(Routes.adminAccounts, query: [Self.search, Self.after, PageLimit.field]) { call, _ in
            let limit = try PageLimit.read(call.query)
            let (search, after) = (try Self.search.value(in: call.query), try Self.after.value(in: call.query))
            let page = try reading { try $0.page(search: search, after: after, limit: limit) }
            call.answer(page)
        }
        router.account(Routes.adminAccount) { call, _ in
            call.answer(try reading { try $0.account(call.values.first ?? "") })
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
        router.account(Routes.adminLog, query: [Self.account, Self.event, PageLimit.field, Self.before]) { call, _ in
            let query = try Self.logQuery(call.query)
            call.answer(try context.store.read { try AuditLog.page(query, in: $0) })
        }
    }

    private func reading<R>(_ body: (AccountRegister) throws -> R) throws -> R {
        try context.store.read { try body(AccountRegister(context: context, database: $0)) }
    }

    /// Applies a change once under its id, so that a copy of an earlier request does not undo later changes.
    private func change<Input: Encodable>(
        _ route: Route<Input, Nothing>, _ call: Call<Input, Nothing>, _ caller: Caller, named id: OperationID,
        _ body: @escaping @Sendable (Int64, StoreChange) throws -> Void
    ) throws {
        let name = call.values.first ?? ""
        let request = try Operations.fingerprint(route.path(with: call.values), call.input)
        context.store.write { store in
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

    /// Audits the database on a thread for slow work, so that the event loops keep answering.
    private func audit(_ call: Call<Nothing, AuditAnswer>, _ caller: Caller) throws {
        try context.workers.run {
            do {
                let report = try context.store.snapshot {
                    try Audit(database: $0, keys: context.keys, currency: context.currency).run()
                }
                context.note(
                    .audited, of: nil, by: caller.username, from: call.address,
                    report.isSound ? "sound" : "\(report.findings.count) findings")
                call.answer(
                    AuditAnswer(
                        isSound: report.isSound, findings: report.findings.map(\.description), entries: report.entries,
                        postings: report.postings, total: report.total))
            } catch {
                call.refuse(error)
            }
        }
    }

    private static func logQuery(_ values: [String: String]) throws -> AuditLogQuery {
        var query = AuditLogQuery()
        query.limit = try PageLimit.read(values)
        query.account = try account.value(in: values)
        query.event = try event.value(in: values)
        query.before = try before.value(in: values)
        return query
    }
}
