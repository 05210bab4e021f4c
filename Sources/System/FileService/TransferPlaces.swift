// SPDX-License-Identifier: MIT
import HTTP
import Synchronization

/// Limits how many transfers run at once, so that no account, address or share link takes the file service from others.
///
/// A transfer is a request that moves the bytes of a content. Some places are kept for accounts that have none running.
/// Share links have no account, and together a few places.
package final class TransferPlaces: Sendable {
    /// Who moves bytes.
    package enum Client: Hashable, Sendable {
        case account([UInt8])
        /// Anyone who has a share link.
        case visitor
    }

    /// How many transfers run at once.
    package struct Limits: Sendable {
        package var all = 64
        /// Places that only accounts get which have no transfer running.
        package var kept = 16
        package var ofAccount = 8
        /// Of one address, see ``ClientAddress/network(of:)``; this machine has no such limit.
        package var ofAddress = 4
        package var ofVisitors = 8

        package init() {}
    }

    private struct State {
        var count = 0
        var byClient: [Client: Int] = [:]
        var byAddress: [String: Int] = [:]
    }

    private let limits: Limits
    private let state = Mutex(State())

    package init(_ limits: Limits = Limits()) { self.limits = limits }

    /// Runs a transfer in a place of its own.
    ///
    /// - Parameter address: of the client, without a port.
    /// - Throws: ``FileServiceRefusal`` with 429 if there is no place; nothing has happened then.
    package func withPlace<Result>(
        for client: Client, at address: String, _ transfer: () throws -> Result
    ) throws -> Result {
        let network = ClientAddress.isThisMachine(address) ? nil : ClientAddress.network(of: address)
        if let reason = take(client, network) {
            throw FileServiceRefusal(
                429, .tooManyRequests, reason + " Try again when one of them has ended.", headers: ["Retry-After": "5"])
        }
        defer { leave(client, network) }
        return try transfer()
    }

    /// How many transfers run.
    package var running: Int { state.withLock { $0.count } }

    /// - Returns: why there is no place; nil after one was taken.
    private func take(_ client: Client, _ network: String?) -> String? {
        state.withLock { state in
            let (own, here) = (state.byClient[client] ?? 0, network.flatMap { state.byAddress[$0] } ?? 0)
            let limit = client == .visitor ? limits.ofVisitors : limits.ofAccount
            guard own < limit else {
                return client == .visitor
                    ? "All \(limit) downloads of share links are in use."
                    : "This account has \(limit) transfers running."
            }
            guard network == nil || here < limits.ofAddress else {
                return "Your address has \(limits.ofAddress) transfers running."
            }
            let isNew = own == 0 && client != .visitor
            guard state.count < limits.all - (isNew ? 0 : limits.kept) else {
                return "The server has \(state.count) transfers running."
            }
            state.count += 1
            state.byClient[client] = own + 1
            if let network { state.byAddress[network] = here + 1 }
            return nil
        }
    }

    /// No entry stays for what has no transfer running.
    private static func leave(_ count: inout Int?) { count = (count ?? 0) > 1 ? count.map { $0 - 1 } : nil }

    private func leave(_ client: Client, _ network: String?) {
        state.withLock { state in
            state.count -= 1
            Self.leave(&state.byClient[client])
            if let network { Self.leave(&state.byAddress[network]) }
        }
    }
}
