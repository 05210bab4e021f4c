// SPDX-License-Identifier: MIT
import Crypto
import HubAPI
import HubLedger
import HubStorage
import Tokens

/// Keys that hear the events of an account and do nothing else.
struct ListenerRoutes: Sendable {
    let context: HubContext

    func add(to router: inout Router) {
        router.account(Routes.newListener) { call, caller in
            try context.keepSecret(of: call, for: .events, by: caller)
        }
        router.open(Routes.listen) { try listen($0) }
    }

    private func listen(_ call: Call<ListenerKey, ListenerAccess>) throws {
        let hash = SHA256.hash(call.input.key.bytes)
        let now = context.clock.now()
        let found = try context.store.read { try AppPasswords(database: $0).holder(of: hash, for: .events) }
        guard let found else { throw SessionEnd.unknown }
        let expires = now.adding(seconds: context.configuration.accessTokenLife)
        let access = ListenerAccess(
            accessToken: context.access.issue(
                .init(account: found.caller.account, session: found.caller.session, expires: expires)),
            accessExpires: expires.seconds)
        context.noteUse(of: found, from: call.address, at: now)
        call.answer(access)
    }
}
