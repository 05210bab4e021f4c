// SPDX-License-Identifier: MIT
internal import Glibc

/// The address of a URL's host, resolved once, so that the check and the connection use the same address.
///
/// For URLs from untrusted sources: a host name may resolve to an address in the internal network, and to another
/// address the next time (DNS rebinding).
/// <https://owasp.org/API-Security/editions/2023/en/0xa7-server-side-request-forgery/>
package struct PublicAddress: Sendable, Equatable {
    /// The address in the form of a curl option: IPv6 in brackets.
    let target: String
    let url: String

    /// Resolves the host, and refuses it unless all its addresses are public.
    ///
    /// - Parameters:
    ///   - allowsLoopback: also accepts this machine, with plain HTTP.
    ///   - lookUp: returns the addresses of a name, 4 or 16 bytes each; by default the system's resolver.
    /// - Throws: ``HTTPError`` with `.malformed`, or `.insecure` for plain HTTP and for a host that cannot be resolved
    ///   or is not public. Both have the same message, so that a caller cannot find out which names the internal
    ///   network has.
    package init(
        resolving url: String, allowsLoopback: Bool = false, lookUp: (String) -> [[UInt8]] = Self.addresses
    ) throws {
        let parsed = try Self.parse(url, allowsLoopback)
        let addresses = lookUp(parsed.host)
        guard let first = addresses.first,
            addresses.allSatisfy({ Self.isPublic($0) || allowsLoopback && Self.isLoopback($0) })
        else { throw HTTPError(.insecure, "The name \(parsed.host) leads to no server of the open internet.") }
        target = Self.text(first)
        self.url = parsed.text
    }

    /// Refuses what ``init(resolving:allowsLoopback:)`` refuses without resolving the name.
    ///
    /// - Throws: ``HTTPError`` with `.malformed` or `.insecure`.
    package static func requireForm(_ url: String, allowsLoopback: Bool = false) throws {
        _ = try parse(url, allowsLoopback)
    }

    private static func parse(_ url: String, _ allowsLoopback: Bool) throws -> ClientURL {
        // Characters outside ASCII could be resolved in one form and sent in another.
        guard url.utf8.allSatisfy({ 0x21...0x7e ~= $0 }) else {
            throw HTTPError(
                .malformed, "The address of a server is ASCII without spaces, such as https://shop.example/paid.")
        }
        let parsed = try ClientURL(url)
        guard allowsLoopback || parsed.text.hasPrefix("https://") else {
            throw HTTPError(.insecure, "The address of a server must begin with https://.")
        }
        return parsed
    }

    // MARK: - Public addresses

    /// Whether 4 or 16 bytes are a public internet address: not private, loopback, link-local, shared, reserved, for
    /// documentation, multicast, or an IPv6 form of such an address.
    ///
    /// IANA's registries of special-purpose addresses, RFC 6890 and its successors.
    package static func isPublic(_ address: [UInt8]) -> Bool {
        switch address.count {
        case 4: isPublicV4(address)
        case 16: isPublicV6(address)
        default: false
        }
    }

    private static func isPublicV4(_ a: [UInt8]) -> Bool {
        switch (a[0], a[1], a[2]) {
        case (0, _, _), (10, _, _), (127, _, _), (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _),
            (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 18...19, _), (198, 51, 100), (203, 0, 113), (224..., _, _):
            false
        default: true
        }
    }

    private static func isPublicV6(_ a: [UInt8]) -> Bool {
        // An address that contains an IPv4 address is as public as that one: mapped, translated by 64:ff9b::/96, 6to4.
        if a[0..<10].allSatisfy({ $0 == 0 }), a[10] == 0xff, a[11] == 0xff { return isPublicV4(Array(a[12...])) }
        if a.starts(with: [0, 0x64, 0xff, 0x9b]), a[4..<12].allSatisfy({ $0 == 0 }) {
            return isPublicV4(Array(a[12...]))
        }
        if a.starts(with: [0x20, 0x02]) { return isPublicV4(Array(a[2..<6])) }
        // The public internet is 2000::/3, without 2001::/23 (such as Teredo), the documentation prefixes and
        // 3fff::/20.
        guard a[0] & 0xe0 == 0x20 else { return false }
        let isSpecial =
            (a[0] == 0x20 && a[1] == 0x01 && a[2] < 0x02) || a.starts(with: [0x20, 0x01, 0x0d, 0xb8])
            || (a[0] == 0x3f && a[1] == 0xff && a[2] < 0x10)
        return !isSpecial
    }

    private static func isLoopback(_ address: [UInt8]) -> Bool {
        address.count == 4 ? address[0] == 127 : address == [UInt8](repeating: 0, count: 15) + [1]
    }

    // MARK: - Resolving

    /// The addresses of a host; empty if it cannot be resolved. getaddrinfo(3) accepts the same unusual address
    /// formats as curl.
    package static func addresses(of host: String) -> [[UInt8]] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(bare, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [[UInt8]] = []
        var next = list
        while let info = next {
            next = info.pointee.ai_next
            guard let address = info.pointee.ai_addr else { continue }
            switch info.pointee.ai_family {
            case AF_INET:
                address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    found.append(withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) })
                }
            case AF_INET6:
                address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                    found.append(withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) })
                }
            default: continue
            }
        }
        return found
    }

    /// The address in the form of a curl option.
    private static func text(_ address: [UInt8]) -> String {
        guard address.count == 16 else { return address.map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map {
            String(Int(address[$0]) << 8 | Int(address[$0 + 1]), radix: 16)
        }
        return "[" + groups.joined(separator: ":") + "]"
    }
}
