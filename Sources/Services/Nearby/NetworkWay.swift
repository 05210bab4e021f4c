// SPDX-License-Identifier: MIT
package import NearbyProtocol
internal import SystemBus

/// The way to a payee by its name on the local network.
package final class NetworkWay: Way {
    private let bus: SystemBus

    /// Avahi itself answers after five seconds when there is no such name.
    private static let timeout = Duration.seconds(7)

    /// - Throws: ``NearbyError`` with code `.unavailable` when there is no Avahi.
    package init() throws {
        bus = try Avahi.translated {
            let bus = try SystemBus()
            _ = try bus.call(Avahi.service, "/", Avahi.server, "GetVersionString")
            return bus
        }
    }

    package func reach(_ name: String) throws -> (any MessagePipe)? {
        // An absent name costs five seconds, so it is looked for once. After that each family answers at once.
        guard let first = try address(of: name, .unspecified) else { return nil }
        if let first = first.local, let pipe = TCPWay.connect(to: first) { return pipe }
        for family in [Avahi.Family.four, .six] {
            if let address = try address(of: name, family)?.local, let pipe = TCPWay.connect(to: address) {
                return pipe
            }
        }
        return nil
    }

    private struct Found {
        /// Nil if the name leads out of the local network.
        let local: LocalAddress?
    }

    /// The address of a name; nil if nobody has it.
    private func address(of name: String, _ family: Avahi.Family) throws -> Found? {
        do {
            let values = try bus.call(
                Avahi.service, "/", Avahi.server, "ResolveService",
                [
                    Avahi.any, Avahi.any, .string(name), .string(Avahi.type), .string("local"),
                    .int32(family.rawValue), .uint32(0),
                ], timeout: Self.timeout)
            guard values.count >= 9, let interface = values[0].integer, let text = values[7].text,
                let port = values[8].integer.flatMap({ UInt16(exactly: $0) })
            else { return nil }
            return Found(local: Self.address(text, port, interface))
        } catch let error as BusError {
            guard [.refused, .timedOut].contains(error.code) else {
                return try Avahi.translated { throw error }
            }
            return nil
        }
    }

    static func address(_ text: String, _ port: UInt16, _ interface: Int) -> LocalAddress? {
        // Safe: an address that a stranger announced and that is none, or is of the internet, is nobody's.
        guard let plain = try? LocalAddress(parsing: text.contains(":") ? "[\(text)]" : text) else { return nil }
        let isLinkLocal = plain.bytes.count == 16 && plain.bytes[0] == 0xfe
        // A stranger could lead this wallet to a service of its own machine.
        guard !plain.isThisMachine else { return nil }
        // Safe: as above.
        return try? LocalAddress(
            plain.bytes, port: port, interface: isLinkLocal ? UInt32(clamping: interface) : 0)
    }
}
