// SPDX-License-Identifier: MIT

/// Where a peer is reached: a host by name or address, and a port of UDP.
package struct TunnelEndpoint: Hashable, Sendable, CustomStringConvertible {
    package static let maximumHost = 253

    /// A name, or an address without brackets.
    package let host: String
    package let port: UInt16

    /// Parses `home.example:51820`, `192.0.2.1:51820` or `[2001:db8::1]:51820`.
    ///
    /// - Throws: ``WireGuardError`` with `.malformed`.
    package init(_ text: String) throws {
        let refusal = WireGuardError(
            .malformed, "An endpoint is a name or an address and a port, such as home.example:51820.")
        guard let colon = text.lastIndex(of: ":") else { throw refusal }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.count <= 5, let number = AddressBlock.decimal(digits), let port = UInt16(exactly: number),
            port > 0
        else { throw refusal }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
            guard host.contains(":"), AddressBlock.address(host) != nil else { throw refusal }
        } else {
            guard Self.isName(host) else { throw refusal }
        }
        self.host = host
        self.port = port
    }

    /// A name of a host, or an IPv4 address; one that consists of digits and dots has to be an address. RFC 1123, 2.1
    private static func isName(_ text: String) -> Bool {
        guard 1...maximumHost ~= text.utf8.count else { return false }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let areFine = labels.allSatisfy { label in
            1...63 ~= label.utf8.count && label.utf8.first != UInt8(ascii: "-") && label.utf8.last != UInt8(ascii: "-")
                && label.utf8.allSatisfy {
                    $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 || 0x61...0x7a ~= $0 | 0x20
                }
        }
        guard areFine, let last = labels.last else { return false }
        return !last.utf8.allSatisfy { 0x30...0x39 ~= $0 } || AddressBlock.address(text) != nil
    }

    /// The address, if the host is one.
    package var address: AddressBlock? {
        do { return try AddressBlock.address(host).map { try AddressBlock($0, prefixLength: $0.count * 8) } } catch {
            // Not reached: an address has 4 or 16 bytes.
            return nil
        }
    }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
