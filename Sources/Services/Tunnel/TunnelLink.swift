// SPDX-License-Identifier: MIT
internal import CRoutes
internal import Glibc
internal import WireGuard

/// The network interface of a tunnel: its addresses and routes. They vanish with it. man 7 rtnetlink
struct TunnelLink {
    /// What WireGuard leaves of a packet of 1,500 bytes over IPv6, as `wg-quick` takes it.
    static let usualUnit: UInt16 = 1_420

    /// Of all routes to a network the one with the least number is used: those of the machine's own networks stay before
    /// the tunnel's.
    private static let metric: UInt32 = 5_000

    private let index: Int32

    /// - Returns: nil if there is no interface of this name.
    init?(named name: String) {
        let index = if_nametoindex(name)
        guard index > 0 else { return nil }
        self.index = Int32(index)
    }

    /// Gives the interface its addresses, each as one host, switches it on, and leads its networks there.
    ///
    /// - Throws: ``TunnelError`` with `.overlap` if the machine has an equal route, else `.noDevice`.
    func prepare(_ configuration: TunnelConfiguration) throws {
        let unit = configuration.maximumTransmissionUnit ?? Self.usualUnit
        try check(satchel_link_up(index, UInt32(unit)), "switch on")
        for address in configuration.addresses {
            try check(satchel_address_add(index, address.bytes, address.bytes.count), "give an address to")
        }
        for route in configuration.routes {
            let number = satchel_network_route_add(
                index, route.bytes, route.bytes.count, UInt8(route.prefixLength), Self.metric)
            guard number != EEXIST else {
                throw TunnelError(.overlap, "Another tunnel of this machine leads to \(route). Take it down first.")
            }
            try check(number, "lead \(route) to")
        }
    }

    /// Takes the interface away; the program behind it then ends.
    func remove() { _ = satchel_link_remove(index) }

    private func check(_ number: Int32, _ action: String) throws {
        guard number == 0 else {
            throw TunnelError(
                .noDevice,
                "The kernel refused to \(action) the tunnel's interface: \(String(cString: strerror(number))).")
        }
    }
}
