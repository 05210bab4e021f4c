// SPDX-License-Identifier: MIT
internal import HTTP
package import HubAPI
internal import Synchronization

/// A connection to a hub that may be anywhere by now; a wallet's own idea of the hub's URL is passed over.
package final class Line: Sendable {
    private let client: Mutex<Client>
    private let url: String

    package init(to url: String) throws {
        client = Mutex(try Client(timeoutSeconds: 10))
        self.url = url
    }

    package var pipe: HubPipe {
        { [self] request in try client.withLock { [url] in try $0.send(request, to: url) } }
    }

    /// What a wallet has when there is no network.
    package static let dead: HubPipe = { _ in throw HTTPError(.unreachable, "There is no network.") }
}
