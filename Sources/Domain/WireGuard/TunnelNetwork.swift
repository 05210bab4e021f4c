// SPDX-License-Identifier: MIT

/// The private IPv4 network of a server's tunnel. The server has its first address, and each device one of the others.
package struct TunnelNetwork: Hashable, Sendable, CustomStringConvertible {
    /// From 4,093 devices to 5.
    package static let prefixes = 20...29

    private let block: AddressBlock

    /// Takes a network such as `10.77.0.0/24`.
    ///
    /// - Throws: ``WireGuardError`` with `.malformed`, or `.wideRoute` for one that is not private.
    package init(_ text: String) throws {
        let block = try AddressBlock(text)
        guard !block.isIPv6, Self.prefixes.contains(block.prefixLength), block == block.network else {
            throw WireGuardError(
                .malformed,
                "The network of a tunnel is an IPv4 network from /\(Self.prefixes.lowerBound) to /\(Self.prefixes.upperBound) with zeros behind its prefix, such as 10.77.0.0/24."
            )
        }
        guard block.isPrivate else {
            throw WireGuardError(
                .wideRoute,
                "\(block) is not inside a private network. Take one of 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16.")
        }
        self.block = block
    }

    /// The numbers of devices. 0 names the network, 1 is the server, and the last one reaches all. RFC 919
    package var deviceNumbers: Range<Int> { 2..<(1 << (32 - block.prefixLength)) - 1 }

    /// The server's address, with the length of the network's prefix.
    package var server: AddressBlock { address(1, prefixLength: block.prefixLength) }

    /// The address of one device.
    ///
    /// - Parameter number: one of ``deviceNumbers``.
    package func device(_ number: Int) -> AddressBlock {
        precondition(deviceNumbers.contains(number), "There is no device \(number) in \(self).")
        return address(number, prefixLength: 32)
    }

    private func address(_ number: Int, prefixLength: Int) -> AddressBlock {
        let base = block.bytes.reduce(0) { $0 << 8 | Int($1) }
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (base + number) >> $0) }
        do { return try AddressBlock(bytes, prefixLength: prefixLength) } catch {
            preconditionFailure("Four bytes were no address.")
        }
    }

    /// Such as `10.77.0.0/24`.
    package var description: String { block.description }
}
