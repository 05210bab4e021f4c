// SPDX-License-Identifier: MIT

extension ServerAddress {
    /// The timeout of an answer in seconds. A full node searches its whole chain for some answers.
    private static let timeout = 30
    private static let coreTimeout = 300

    /// Opens a client for a Bitcoin server. It connects at the first request.
    ///
    /// - Throws: ``CoinsError`` with `.badDocument` for an address that cannot be used.
    package func openBitcoin() throws -> any BitcoinServer {
        switch kind {
        case .electrum:
            let parts = try parts()
            let (host, port) = try hostAndPort(parts.authority)
            return ElectrumServer(
                network: network, host: host, port: port, isProtected: parts.scheme == "ssl",
                pinnedPublicKey: parts.pin, timeoutSeconds: Self.timeout)
        case .esplora: return EsploraServer(network: network, site: try site())
        case .core: return CoreServer(network: network, site: try site(timeout: Self.coreTimeout))
        default: throw unfit("Bitcoin")
        }
    }

    /// Opens a client for an Ethereum node. It connects at the first request.
    ///
    /// - Throws: ``CoinsError`` with `.badDocument` for an address that cannot be used.
    package func openEthereum() throws -> any EthereumServer {
        guard kind == .ethereum else { throw unfit("Ethereum") }
        return EthereumNode(network: network, site: try site())
    }

    /// Opens a client for a Solana node. It connects at the first request.
    ///
    /// - Throws: ``CoinsError`` with `.badDocument` for an address that cannot be used.
    package func openSolana() throws -> any SolanaServer {
        guard kind == .solana else { throw unfit("Solana") }
        return SolanaNode(network: network, site: try site())
    }

    private struct Parts {
        let scheme: String
        let credentials: (user: String, password: String)?
        let authority: String
        /// Includes the leading slash.
        let path: String
        let pin: String?
    }

    /// `scheme://[user:password@]host[:port][/path][#sha256//pin]`. libcurl decides later whether it is a valid URL.
    private func parts() throws -> Parts {
        let halves = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let pin = halves.count == 2 ? String(halves[1]) : nil
        guard pin?.hasPrefix("sha256//") ?? true else { throw bad }
        let scheme = halves[0].prefix { $0 != ":" }
        let rest = halves[0].dropFirst(scheme.count + 3)
        let place = rest.prefix { $0 != "/" && $0 != "?" }
        let path = String(rest.dropFirst(place.count))
        guard let at = place.lastIndex(of: "@") else {
            return Parts(scheme: String(scheme), credentials: nil, authority: String(place), path: path, pin: pin)
        }
        let names = place[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard names.count == 2, scheme.hasPrefix("http") else { throw bad }
        return Parts(
            scheme: String(scheme), credentials: (try Self.decoded(names[0]), try Self.decoded(names[1])),
            authority: String(place[place.index(after: at)...]), path: path, pin: pin)
    }

    private func site(timeout: Int = timeout) throws -> ServerSite {
        let parts = try parts()
        return try ServerSite(
            url: "\(parts.scheme)://\(parts.authority)\(parts.path)", credentials: parts.credentials,
            pinnedPublicKey: parts.pin, timeoutSeconds: timeout)
    }

    private func hostAndPort(_ authority: String) throws -> (String, UInt16) {
        guard let colon = authority.lastIndex(of: ":"), let port = UInt16(authority[authority.index(after: colon)...]),
            port > 0
        else { throw bad }
        var host = authority[..<colon]
        if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { throw bad }
        return (String(host), port)
    }

    /// Percent-decoding. RFC 3986, section 2.1
    private static func decoded(_ text: Substring) throws -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                throw CoinsError(
                    .badDocument, "A server's name or password has a % that is not an escape: write it as %25.")
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private var bad: CoinsError {
        CoinsError(
            .badDocument,
            kind == .electrum
                ? "The server's address is written ssl://host:port, with #sha256//… behind it to pin its key."
                : "The server's address is written https://host/path, with user:password@ before the host if it wants them."
        )
    }

    private func unfit(_ chain: String) -> CoinsError {
        CoinsError(.badDocument, "A server of the kind '\(kind.rawValue)' does not speak for \(chain).")
    }
}
