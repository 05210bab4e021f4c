// SPDX-License-Identifier: MIT
internal import Bytes
internal import Crypto
internal import HTTP
package import HubAPI
internal import Synchronization

/// The way to a hub over the network.
package enum HubConnection {
    /// A pipe that makes its connection at the first call and keeps it open between calls.
    ///
    /// - Parameter timeoutSeconds: for one whole call.
    package static func open(
        _ hub: HubDescription, trusting trust: HubTrust, timeoutSeconds: Int = 30
    ) throws -> HubPipe {
        let client = Mutex(try Client(timeoutSeconds: timeoutSeconds, trust: try Trust(trust)))
        let url = hub.url
        let shared = Shared(client)
        return { request in try shared.client.withLock { try $0.send(request, to: url) } }
    }

    /// Keeps the client in one place: a closure that is sent around cannot own a `Mutex` itself.
    private final class Shared: Sendable {
        let client: Mutex<Client>

        init(_ client: consuming Mutex<Client>) { self.client = client }
    }
}

extension Trust {
    fileprivate init(_ trust: HubTrust) throws {
        switch trust {
        case .authorities: self = .authorities
        case .keys(let keys):
            self = .keys(
                try keys.map { "sha256//" + Base64.encode(SHA256.hash(try $0.subjectPublicKeyInfo()).bytes) })
        case .anyone: self = .anyone
        }
    }
}
