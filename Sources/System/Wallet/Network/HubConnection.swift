// SPDX-License-Identifier: MIT
internal import Bytes
package import Crypto
internal import Glibc
internal import HTTP
package import HubAPI
internal import Synchronization

/// The way to a hub over the network.
package enum HubConnection {
    /// A pipe that makes its connection at the first call and keeps it open between calls; a call that is harmless to
    /// repeat is made again, up to twice, when its connection breaks or the hub is busy.
    ///
    /// - Parameters:
    ///   - timeoutSeconds: for one whole call.
    ///   - meter: learns what each call took.
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

    /// Keeps the client in one place: a closure that is sent around cannot own a `Mutex` itself.
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
