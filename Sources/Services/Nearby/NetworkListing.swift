// SPDX-License-Identifier: MIT
internal import NearbyProtocol
internal import SystemBus

/// Names of a payee on the local network, as long as this object lives.
package final class NetworkListing {
    private let bus: SystemBus
    private let port: UInt16
    private var groups: [String: String] = [:]

    /// - Throws: ``NearbyError`` with code `.unavailable` when there is no Avahi.
    package init(port: UInt16) throws {
        self.port = port
        bus = try Avahi.translated { try SystemBus() }
    }

    /// Announces a name. Others can find it about a second later.
    package func add(_ name: String) throws {
        guard groups[name] == nil else { return }
        try Avahi.translated {
            guard let path = try bus.call(Avahi.service, "/", Avahi.server, "EntryGroupNew").first?.text else {
                throw BusError(.malformed, "Avahi named no group.")
            }
            try bus.call(
                Avahi.service, path, Avahi.group, "AddService",
                [
                    Avahi.any, Avahi.any, .uint32(0), .string(name), .string(Avahi.type), .string(""), .string(""),
                    .uint16(port), .array(of: "ay", []),
                ])
            try bus.call(Avahi.service, path, Avahi.group, "Commit")
            groups[name] = path
        }
    }

    /// Takes a name back.
    package func remove(_ name: String) {
        guard let path = groups.removeValue(forKey: name) else { return }
        // Safe: if Avahi is gone, so is the name. It goes with the connection at the latest.
        _ = try? bus.call(Avahi.service, path, Avahi.group, "Free")
    }
}
