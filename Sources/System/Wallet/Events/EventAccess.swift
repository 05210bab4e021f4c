// SPDX-License-Identifier: MIT
internal import HTTP
internal import HubAPI
internal import Tokens

/// What listening to a hub takes once the wallet is closed again: where it is, how it proves itself, and an access token.
package struct EventAccess: Sendable {
    let hub: HubDescription
    let trust: HubTrust
    let accessToken: String
}

extension EventAccess: CustomStringConvertible, CustomReflectable {
    package var description: String { "EventAccess(\(hub.url), ‹redacted›)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Wallet {
    /// What ``EventWatch`` needs; the wallet may be closed afterwards, so that other commands find it free.
    ///
    /// - Parameter checking: asks the hub something first, so that a session that it has ended and keys that it has changed
    ///   are noticed.
    /// - Throws: ``WalletError`` with `.notLoggedIn`, or `.hubUnreachable` when the session must be refreshed and cannot be.
    package func eventAccess(checking: Bool) throws -> EventAccess {
        do {
            try open.requireRunning()
            let link = HubLink(wallet: open)
            if checking { _ = try link.call(Routes.balance, Nothing()) }
            let session = try link.freshSession()
            let hub = try open.hubSetting().description
            return EventAccess(hub: hub, trust: try open.channelKeys.trust(in: hub), accessToken: session.accessToken)
        } catch {
            throw WalletError.translating(error)
        }
    }
}
