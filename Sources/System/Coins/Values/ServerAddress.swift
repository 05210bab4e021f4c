// SPDX-License-Identifier: MIT
package import Chains

/// A server's address and protocol.
package struct ServerAddress: Hashable, Sendable {
    /// A kind of server. Each chain declares its own.
    package struct Kind: Hashable, Sendable {
        /// The name in commands and in the store, which never changes.
        package let rawValue: String

        package init(_ name: String) { rawValue = name }
    }

    package let network: Network
    package let kind: Kind
    /// `tcp://host:port` or `ssl://host:port` for Electrum, else `http://…` or `https://…`.
    package let url: String

    /// - Throws: ``CoinsError`` with code `.badDocument` when this kind of server does not serve that network, or the
    ///   address is invalid.
    package init(network: Network, kind: Kind, url: String, of chains: CoinChains = .standard) throws {
        let chain = chains[network]
        guard chain.serverKinds.contains(kind) else {
            throw CoinsError(.badDocument, "A server of the kind '\(kind.rawValue)' does not serve \(network.name).")
        }
        let schemes = chain.urlPrefixes(of: kind)
        guard let scheme = schemes.first(where: url.hasPrefix), url.utf8.count <= Self.maximumCount,
            url.utf8.count > scheme.utf8.count, url.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else {
            throw CoinsError(
                .badDocument,
                "'\(url.prefix(80))' is not a valid server address. It begins with \(schemes.joined(separator: " or "))."
            )
        }
        self.network = network
        self.kind = kind
        self.url = url
    }

    /// In bytes of UTF-8.
    private static let maximumCount = 1024
}

extension ServerAddress.Kind: CaseIterable, RawRepresentable {
    package static var allCases: [ServerAddress.Kind] { CoinChains.standard.serverKinds }

    package init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }
}

extension ServerAddress {
    /// The address for display, without the user name and password before the `@`. RFC 3986 3.2.1
    package var shown: String {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, let at = parts[2].lastIndex(of: "@") else { return url }
        let host = parts[2][parts[2].index(after: at)...]
        let rest = parts.count > 3 ? "/\(parts[3])" : ""
        return "\(parts[0])//\(host)\(rest)"
    }
}
