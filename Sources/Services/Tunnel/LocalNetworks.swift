// SPDX-License-Identifier: MIT
internal import Glibc
internal import WireGuard

/// The networks that this machine is in. man 3 getifaddrs
enum LocalNetworks {
    /// - Parameter name: an interface to leave out.
    static func all(except name: String) -> [AddressBlock] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var networks: [AddressBlock] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard entry.ifa_flags & UInt32(IFF_UP) != 0, entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0,
                String(cString: entry.ifa_name) != name, let address = bytes(entry.ifa_addr),
                let mask = bytes(entry.ifa_netmask), address.count == mask.count
            else { continue }
            do {
                networks.append(
                    try AddressBlock(address, prefixLength: mask.reduce(0) { $0 + $1.nonzeroBitCount }).network)
            } catch {
                preconditionFailure("An address of the kernel has neither 4 nor 16 bytes.")
            }
        }
        return networks
    }

    /// The address of a socket address of either family.
    static func bytes(_ address: UnsafeMutablePointer<sockaddr>?) -> [UInt8]? {
        guard let address else { return nil }
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                withUnsafeBytes(of: &pointer.pointee.sin_addr) { Array($0) }
            }
        case AF_INET6:
            return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                withUnsafeBytes(of: &pointer.pointee.sin6_addr) { Array($0) }
            }
        default: return nil
        }
    }

    /// The addresses of a host's name, in the order in which the system prefers them. man 3 getaddrinfo
    ///
    /// - Throws: ``TunnelError`` with `.unresolved`.
    static func addresses(of host: String) throws -> [AddressBlock] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &first)
        defer { if code == 0 { freeaddrinfo(first) } }
        var found: [AddressBlock] = []
        var next = code == 0 ? first : nil
        while let entry = next?.pointee {
            next = entry.ai_next
            guard let bytes = bytes(entry.ai_addr) else { continue }
            do { found.append(try AddressBlock(bytes, prefixLength: bytes.count * 8)) } catch {
                preconditionFailure("An address of the resolver has neither 4 nor 16 bytes.")
            }
        }
        guard !found.isEmpty else {
            throw TunnelError(
                .unresolved,
                "The host \(host) has no address now. Check this device's network, and the name in the tunnel's configuration."
            )
        }
        return found
    }
}
