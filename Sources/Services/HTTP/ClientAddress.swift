// SPDX-License-Identifier: MIT
internal import Glibc

/// Parses client addresses: which are valid, to which network they belong, and which one a proxy has recorded.
package enum ClientAddress {
    /// The key by which limits count an address: an IPv4 address itself, and the /64 network of an IPv6 address,
    /// because one household has all of it. Any other text is returned as it is.
    package static func network(of text: String) -> String {
        if let bytes = v4(text) { return bytes.map(String.init).joined(separator: ".") }
        guard let bytes = v6(text) else { return text }
        // An IPv4-mapped IPv6 address. RFC 4291, section 2.5.5.2
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff {
            return bytes[12...].map { String($0) }.joined(separator: ".")
        }
        return bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":") + "/64"
    }

    /// Whether the text is an IP address and nothing else.
    package static func isAddress(_ text: String) -> Bool { v4(text) != nil || v6(text) != nil }

    /// Whether it is a loopback address of this machine. RFC 6890
    package static func isThisMachine(_ text: String) -> Bool {
        if text == "127.0.0.1" || text == "::1" { return true }
        let network = network(of: text)
        return network.hasPrefix("127.") || v6(text).map { $0 == [UInt8](repeating: 0, count: 15) + [1] } ?? false
    }

    /// The address of a client: what a trusted proxy has added last to `X-Forwarded-For`; for any other peer the
    /// connection's own address, whatever the header says.
    ///
    /// - Parameters:
    ///   - peer: the connection's own address.
    ///   - proxies: the addresses from which the header is trusted.
    static func client(of peer: String, _ headers: Headers, trusting proxies: Set<String>) -> String {
        guard !proxies.isEmpty, proxies.contains(peer) else { return peer }
        let hops = headers.all("X-Forwarded-For").flatMap { $0.split(separator: ",") }.map {
            String($0.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        }
        // From the right: each proxy adds the address that it saw. What is left of an untrusted address cannot be
        // trusted.
        for hop in hops.reversed() {
            guard isAddress(hop) else { return peer }
            if !proxies.contains(hop) { return hop }
        }
        return peer
    }

    private static func v4(_ text: String) -> [UInt8]? {
        var address = in_addr()
        guard inet_pton(AF_INET, text, &address) == 1 else { return nil }
        return withUnsafeBytes(of: &address) { Array($0) }
    }

    private static func v6(_ text: String) -> [UInt8]? {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
        return withUnsafeBytes(of: &address) { Array($0) }
    }
}

extension Request {
    /// The address of the client.
    ///
    /// - Parameter proxies: the addresses from which `X-Forwarded-For` is trusted.
    package func clientAddress(trusting proxies: Set<String>) -> String {
        ClientAddress.client(of: remoteAddress, headers, trusting: proxies)
    }
}
