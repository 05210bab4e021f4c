// SPDX-License-Identifier: MIT
internal import HTTP
internal import HubAPI
internal import Tokens

/// What is needed to listen to a hub after the wallet is closed: its address, how it proves itself, and an access
/// token.
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
    /// The access that ``EventWatch`` needs. The caller may close the wallet afterwards, so that other processes can
    /// open it.
    ///
    /// - Parameter checking: calls the hub first, to notice a session that the hub has ended or keys that it has
    ///   changed.
    /// - Throws: ``WalletError`` with `.notLoggedIn`, or `.hubUnreachable` when the session is due for a refresh that
    ///   fails.
    package func eventAccess(checking: Bool) throws -> EventAccess {
        do {
            try open.requireRunning()
            let link = HubClient(context: open)
            if checking { _ = try link.call(Routes.balance, Nothing()) }
            let session = try link.freshSession()
            let hub = try open.hubSetting().description
            return EventAccess(hub: hub, trust: try open.channelKeys.trust(in: hub), accessToken: session.accessToken)
        } catch {
            throw WalletError.translating(error)
        }
    }
}
