// SPDX-License-Identifier: MIT

/// Opens the way to servers that a person accepted; nothing is contacted before the first question.
package enum ServerConnector {
    /// A node that searches its whole chain needs minutes.
    private static let patientSeconds = 600
    /// The ports that Electrum servers usually have, in the clear and with TLS.
    private static let electrumPorts = (clear: "50001", protected: "50002")

    /// - Throws: ``CoinsError`` with `.badDocument` for an address that names no host or port.
    package static func bitcoin(_ server: ServerAddress) throws -> any BitcoinServer {
        switch server.kind {
        case .electrum:
            let (host, port, isProtected) = try electrum(server)
            return ElectrumServer(network: server.network, host: host, port: port, isProtected: isProtected)
        case .core: return CoreServer(network: server.network, site: try site(server, seconds: patientSeconds))
        default: return EsploraServer(network: server.network, site: try site(server))
        }
    }

    package static func ethereum(_ server: ServerAddress) throws -> any EthereumServer {
        EthereumNode(network: server.network, site: try site(server))
    }

    package static func solana(_ server: ServerAddress) throws -> any SolanaServer {
        SolanaNode(network: server.network, site: try site(server))
    }

    private static func electrum(_ server: ServerAddress) throws -> (host: String, port: UInt16, isProtected: Bool) {
        let isProtected = server.url.hasPrefix("ssl://")
        let place = server.url.dropFirst("ssl://".count).split(separator: "/", maxSplits: 1)[0]
        let usual = isProtected ? electrumPorts.protected : electrumPorts.clear
        // The address of a version 6 host stands in brackets. RFC 3986 3.2.2
        let colon = place.lastIndex(of: ":").flatMap { place[$0...].contains("]") ? nil : $0 }
        let host = place[..<(colon ?? place.endIndex)].drop { $0 == "[" }.prefix { $0 != "]" }
        let digits = colon.map { String(place[place.index(after: $0)...]) } ?? usual
        guard !host.isEmpty, let port = UInt16(digits), port > 0 else {
            throw CoinsError(
                .badDocument, "'\(server.url)' names no host and port. Write it like ssl://example.org:50002.")
        }
        return (String(host), port, isProtected)
    }

    /// - Parameter seconds: how long an answer may take.
    private static func site(_ server: ServerAddress, seconds: Int = 30) throws -> ServerSite {
        let parts = server.credentials
        return try ServerSite(url: parts.url, credentials: parts.credentials, timeoutSeconds: seconds)
    }
}

extension ServerAddress {
    /// The address as it may be shown, without the user's name and password.
    package var shown: String { credentials.url }

    /// User and password, which stand before an `@` in the host's part. RFC 3986 3.2.1
    var credentials: (url: String, credentials: (user: String, password: String)?) {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, let at = parts[2].lastIndex(of: "@") else { return (url, nil) }
        let words = parts[2][..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let host = parts[2][parts[2].index(after: at)...]
        let rest = parts.count > 3 ? "/\(parts[3])" : ""
        return ("\(parts[0])//\(host)\(rest)", (words[0], words.count > 1 ? words[1] : ""))
    }
}
