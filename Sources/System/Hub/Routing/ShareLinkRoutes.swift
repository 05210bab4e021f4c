// SPDX-License-Identifier: MIT
import HubAPI
import HubFiles
import HubLedger
import HubStorage
import Tokens

/// Links by which everyone who has them downloads a file. Documentation/Protocols/Files.md
struct ShareLinkRoutes: Sendable {
    let context: HubContext

    func add(to router: inout Router) {
        router.account(Routes.shareLinks) { call, caller in
            let now = context.clock.now().seconds
            call.answer(
                ShareLinkList(
                    links: try context.files.store().read {
                        try ShareLinkTable(database: $0).list(of: caller.account, at: now)
                    }))
        }
        router.account(Routes.newShareLink) { call, caller in
            let order = call.input
            try change(call) { try $0.share(order, by: caller.account) }
        }
        router.account(Routes.endShareLink) { call, caller in
            let order = call.input
            try change(call) { try $0.endShare(order, by: caller.account) }
        }
    }

    private func change<Input>(
        _ call: Call<Input, ShareLink>, _ body: @escaping @Sendable (FileChange) throws -> FileChange.Answer
    ) throws {
        try context.files.store().write {
            Operations.Answer(try body(context.fileChange($0)))
        } reply: {
            call.finish($0)
        }
    }
}
