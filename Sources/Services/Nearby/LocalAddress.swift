// SPDX-License-Identifier: MIT
internal import Glibc
internal import NearbyProtocol

/// An address and port in the local network: private, link-local, or of this machine. No other is ever called or answered.
///
/// RFC 1918, RFC 3927, RFC 4193, RFC 4291 section 2.5.6
package struct LocalAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16 bytes.
    package let bytes: [UInt8]
    package let port: UInt16
    /// The number of the network interface, which a link-local address of IPv6 needs; else zero.
    package let interface: UInt32

    /// - Throws: ``NearbyError`` with code `.badAddress` for an address of the internet, and for a port of zero unless
    ///   it is to be listened at.
    package init(_ bytes: [UInt8], port: UInt16, interface: UInt32 = 0) throws {
        guard Self.isLocal(bytes) else {
            throw NearbyError(
                .badAddress, "The address \(Self.text(bytes)) is not in the local network, so no payment goes there.")
        }
        self.bytes = bytes
        self.port = port
        self.interface = interface
    }

    /// Reads `192.168.1.7:4000`, `[fe80::1%eth0]:4000` or an address without a port.
    ///
    /// - Throws: ``NearbyError`` with code `.badAddress`.
    package init(parsing text: String) throws {
        guard let (host, port) = Self.split(text) else { throw Self.fault(text) }
        let parts = host.split(separator: "%", maxSplits: 1).map(String.init)
        guard let bytes = Self.bytes(parts.first ?? "") else { throw Self.fault(text) }
        var interface: UInt32 = 0
        if parts.count == 2 {
            interface = UInt32(parts[1]) ?? if_nametoindex(parts[1])
            guard interface > 0 else { throw Self.fault(text) }
        }
        try self.init(bytes, port: port, interface: interface)
    }

    /// The address as text without the port.
    package var host: String { Self.text(bytes) }

    package var description: String {
        let scope = interface > 0 ? "%\(interface)" : ""
        return bytes.count == 4 ? "\(host):\(port)" : "[\(host)\(scope)]:\(port)"
    }

    /// Whether it is this machine itself.
    package var isThisMachine: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// Whether 4 or 16 bytes are an address of a local network or of this machine.
    package static func isLocal(_ bytes: [UInt8]) -> Bool {
        switch bytes.count {
        case 4:
            switch (bytes[0], bytes[1]) {
            case (10, _), (127, _), (169, 254), (172, 16...31), (192, 168): true
            default: false
            }
        case 16:
            // fc00::/7, fe80::/10, ::1
            bytes[0] & 0xfe == 0xfc || (bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80)
                || bytes == [UInt8](repeating: 0, count: 15) + [1]
        default: false
        }
    }

    private static func split(_ text: String) -> (host: String, port: UInt16)? {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let host = String(text[text.index(after: text.startIndex)..<end])
            let rest = text[text.index(after: end)...]
            if rest.isEmpty { return (host, 0) }
            guard rest.first == ":", let port = UInt16(rest.dropFirst()) else { return nil }
            return (host, port)
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return (text, 0) }
        guard let port = UInt16(parts[1]) else { return nil }
        return (String(parts[0]), port)
    }

    private static func bytes(_ host: String) -> [UInt8]? {
        var four = in_addr()
        if inet_pton(AF_INET, host, &four) == 1 { return withUnsafeBytes(of: &four) { Array($0) } }
        var six = in6_addr()
        if inet_pton(AF_INET6, host, &six) == 1 { return withUnsafeBytes(of: &six) { Array($0) } }
        return nil
    }

    private static func text(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "?" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func fault(_ text: String) -> NearbyError {
        NearbyError(.badAddress, "'\(text)' is not an address with a port, such as 192.168.1.7:4000.")
    }
}
