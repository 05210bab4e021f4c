// SPDX-License-Identifier: MIT
import FileModel
import HTTP
import HubAPI
import HubFiles
import HubLedger
import HubStorage

/// Spaces, folders and files. Documentation/Protocols/Files.md
struct FileRoutes: Sendable {
    let context: HubContext

    private static let limit = QueryField<Int>.number(
        "limit", 1...FileReading.maximumLimit, usual: FileReading.usualLimit, "How many of the list.")
    private static let after = QueryField<String>.form(
        "after", "[A-Za-z0-9_-]{1,344}", "The `next` of the page before.")
    private static let wait = QueryField<Int>.number(
        "wait", 0...50, usual: 0, "Seconds to wait for a change, if there is none after `after`.")
    private static let page: [any DescribedField] = [limit, after]

    func add(to router: inout Router) {
        router.account(Routes.spaces) { try listSpaces($0, $1) }
        router.account(Routes.newSpace) { try makeSpace($0, $1) }
        router.account(Routes.spaceMember) { try setMember($0, $1) }
        router.account(Routes.fileItem) { call, caller in
            let id = try Self.item(call.values[0])
            call.answer(try context.readFiles(caller.account) { try $0.item(id) })
        }
        addLists(to: &router)
        addOrders(to: &router)
    }

    /// What may read hundreds of rows is not read on a network thread.
    private func addLists(to router: inout Router) {
        router.account(Routes.fileChildren, query: Self.page) { call, caller in
            let (id, after, limit) = (try Self.item(call.values[0]), call.query["after"], try Self.limit(call))
            read(call, caller) { try $0.children(of: id, after: after, limit: limit) }
        }
        router.account(Routes.fileVersions) { call, caller in
            let id = try Self.item(call.values[0])
            read(call, caller) { try $0.versions(of: id) }
        }
        router.account(Routes.fileTrash, query: Self.page) { call, caller in
            let (id, after, limit) = (try Self.space(call.values[0]), call.query["after"], try Self.limit(call))
            read(call, caller) { try $0.trash(of: id, after: after, limit: limit) }
        }
        router.account(Routes.fileChanges, query: Self.page + [Self.wait]) { try changes($0, $1) }
        router.account(Routes.haveContents) { call, caller in
            let query = call.input
            guard 1...HaveQuery.maximumCount ~= query.contents.count else {
                throw HubProblem(
                    .badRequest, "\"contents\" has 1 to \(HaveQuery.maximumCount) contents.",
                    details: ["field": "contents"])
            }
            read(call, caller) { try $0.have(query) }
        }
    }

    private func addOrders(to router: inout Router) {
        router.account(Routes.newFolder) { try order(.folder($0.input), $0, $1) }
        router.account(Routes.linkFile) { try order(.link($0.input), $0, $1) }
        router.account(Routes.replaceContent) { try order(.replace($0.input), $0, $1) }
        router.account(Routes.moveItem) { try order(.move($0.input), $0, $1) }
        router.account(Routes.copyItem) { try order(.copy($0.input), $0, $1) }
        router.account(Routes.trashItem) { try order(.trash($0.input), $0, $1) }
        router.account(Routes.restoreItem) { try order(.restore($0.input), $0, $1) }
        router.account(Routes.fileBatch) { try batch($0, $1) }
    }

    // MARK: - Looking

    private func read<Input, Output>(
        _ call: Call<Input, Output>, _ caller: Caller, _ body: @escaping @Sendable (FileReading) throws -> Output
    ) {
        let work: @Sendable () throws -> Output = { try context.readFiles(caller.account, body) }
        context.longReads.answer(call, work, inRush: work)
    }

    private func changes(_ call: Call<Nothing, FileChanges>, _ caller: Caller) throws {
        let (id, after, limit) = (try Self.space(call.values[0]), call.query["after"], try Self.limit(call))
        let look: @Sendable (FileReading) throws -> FileChanges = {
            try $0.changes(of: id, after: after, limit: limit)
        }
        let wait = try Self.wait.value(in: call.query) ?? 0
        // A client that knows nothing yet has nothing to wait for.
        guard let after, wait > 0, context.watch.canWait else { return read(call, caller, look) }
        let watch = context.watch
        let added = try watch.add(
            FileChangePolls.Poll(
                account: caller.id, session: caller.session, space: id, due: .now + .seconds(wait),
                nothing: FileChanges(items: [], next: after, isLast: true),
                read: { try context.readFiles(caller.account, look) }, answer: { call.finish($0) }))
        guard let added else { return read(call, caller, look) }
        // A waiting poll takes no slot from other requests, and ends once its client is gone.
        call.turn?.park { watch.end(added) }
    }

    private static func limit<Input, Output>(_ call: Call<Input, Output>) throws -> Int {
        try limit.value(in: call.query) ?? FileReading.usualLimit
    }

    private static func item(_ text: String) throws -> ItemID {
        guard let id = ItemID(text) else { throw HubProblem(.notFound, "There is no such item.") }
        return id
    }

    private static func space(_ text: String) throws -> SpaceID {
        guard let id = SpaceID(text) else { throw HubProblem(.notFound, "There is no such space.") }
        return id
    }

    // MARK: - Changing

    private func order<Input>(_ order: FileOrder, _ call: Call<Input, FileItem>, _ caller: Caller) throws {
        try context.files.store().write { store in
            Operations.Answer(try context.fileChange(store).answer(order, by: caller.account))
        } reply: {
            call.finish($0)
        }
    }

    private func batch(_ call: Call<FileBatch, FileBatchAnswer>, _ caller: Caller) throws {
        let orders = call.input.orders
        guard 1...FileBatch.maximumCount ~= orders.count else {
            throw HubProblem(
                .badRequest, "\"orders\" has 1 to \(FileBatch.maximumCount) orders.", details: ["field": "orders"])
        }
        try context.files.store().write { store in
            let change = context.fileChange(store)
            return FileBatchAnswer(results: try orders.map { try change.result(of: $0, by: caller.account) })
        } reply: {
            call.finish($0)
        }
    }

    // MARK: - Spaces

    private func listSpaces(_ call: Call<Nothing, FileSpaceList>, _ caller: Caller) throws {
        if let list = try list(for: caller) { return call.answer(list) }
        // The first look at files makes the account's own space.
        try context.files.store().write { store in
            _ = try context.fileChange(store).own(of: caller.account)
        } reply: { result in
            call.finish(
                result.flatMap { _ in
                    Result {
                        try list(for: caller) ?? FileSpaceList(spaces: [], service: context.configuration.filesURL)
                    }
                })
        }
    }

    /// - Returns: nil before the account has a space of its own.
    private func list(for caller: Caller) throws -> FileSpaceList? {
        let views = try context.readFiles(caller.account) { try $0.allSpaces() }
        guard views.first?.space.isOwn == true else { return nil }
        return FileSpaceList(
            spaces: try views.map { try context.message(of: $0) }, service: context.configuration.filesURL)
    }

    private func makeSpace(_ call: Call<SpaceOrder, FileSpace>, _ caller: Caller) throws {
        let order = call.input
        try PaymentText.check(line: order.name, called: "name")
        try change(Routes.newSpace.path, order, order.id, call, caller) { try $0.make(order, by: caller.account) }
    }

    private func setMember(_ call: Call<MemberOrder, FileSpace>, _ caller: Caller) throws {
        let order = call.input
        let member = try context.store.read { try context.lookUp(order.username, for: caller, in: $0) }
        try change(Routes.spaceMember.path, order, order.id, call, caller) {
            try $0.setMember(member.account, order.role, of: order.space, by: caller.account)
        }
    }

    /// Changes a space once under an id, and answers with what the caller sees of it then.
    private func change<Order: Encodable & Sendable>(
        _ path: String, _ order: Order, _ id: OperationID, _ call: Call<Order, FileSpace>, _ caller: Caller,
        _ body: @escaping @Sendable (FileChange) throws -> SpaceTable.Space
    ) throws {
        let request = try FileChange.fingerprint(path, order)
        try context.files.store().write { store in
            let change = context.fileChange(store)
            let answer = try change.once(id, by: caller.account, request: request) {
                let space = try body(change)
                let reading = FileReading(database: store.database, account: caller.account)
                return try context.message(of: reading.view(space))
            }
            return Operations.Answer(answer)
        } reply: {
            call.finish($0)
        }
    }
}

extension Operations.Answer {
    init(_ answer: FileChange.Answer) { self.init(status: answer.status, body: answer.body, isReplay: answer.isReplay) }
}
