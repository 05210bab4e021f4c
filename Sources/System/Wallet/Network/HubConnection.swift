// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto
internal import Glibc
internal import HTTP
package import HubAPI
internal import Synchronization

/// Connects to a hub over the network.
package enum HubConnection {
    /// A pipe that connects at the first call and keeps the connection open between calls. If the connection breaks or
    /// the hub is busy, the pipe repeats a call up to twice, provided that repeating is safe.
    ///
    /// - Parameters:
    ///   - timeoutSeconds: for one whole call.
    ///   - meter: records the duration of each call.
    package static func open(
        _ hub: HubDescription, trusting trust: HubTrust, timeoutSeconds: Int = 30,
        meter: ConnectionMeter = ConnectionMeter(), random: RandomSource = .system
    ) throws -> HubPipe {
        let client = Mutex(try Client(timeoutSeconds: timeoutSeconds, trust: try Trust(trust)))
        let url = hub.url
        let shared = Shared(client)
        return { request in
            var retries = Retries(of: request, random: random)
            while true {
                let outcome = Result {
                    try meter.measure { try shared.client.withLock { try $0.send(request, to: url) } }
                }
                guard let pause = retries.pause(after: outcome) else { return try outcome.get() }
                usleep(UInt32(pause) * 1_000)
            }
        }
    }

    /// Owns the client, because a closure that crosses threads cannot own a `Mutex` itself.
    private final class Shared: Sendable {
        let client: Mutex<Client>

        init(_ client: consuming Mutex<Client>) { self.client = client }
    }
}

extension Trust {
    init(_ trust: HubTrust) throws {
        switch trust {
        case .authorities: self = .authorities
        case .keys(let keys):
            self = .keys(
                try keys.map { "sha256//" + Base64.encode(SHA256.hash(try $0.subjectPublicKeyInfo()).bytes) })
        case .anyone: self = .anyone
        }
    }
}
