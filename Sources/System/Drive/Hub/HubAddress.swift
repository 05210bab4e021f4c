// SPDX-License-Identifier: MIT

/// The place of a hub on the network, for asking whether it can be reached.
package enum HubAddress {
    /// - Parameter url: such as `https://hub.example:8440` or `http://[::1]:8440/base`.
    /// - Returns: nil for a text that is no such URL.
    package static func hostAndPort(of url: String) -> (host: String, port: String)? {
        for (scheme, port) in [("https://", "443"), ("http://", "80")] where url.hasPrefix(scheme) {
            let authority = url.dropFirst(scheme.count).prefix { $0 != "/" }
            if authority.hasPrefix("[") {
                guard let end = authority.firstIndex(of: "]") else { return nil }
                let host = authority[authority.index(after: authority.startIndex)..<end]
                let rest = authority[authority.index(after: end)...]
                return (String(host), rest.hasPrefix(":") ? String(rest.dropFirst()) : port)
            }
            let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
            guard let host = parts.first, !host.isEmpty, parts.count <= 2 else { return nil }
            return (String(host), parts.count == 2 ? String(parts[1]) : port)
        }
        return nil
    }
}
