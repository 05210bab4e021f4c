// SPDX-License-Identifier: MIT

/// What this device is connected to and runs on now. Each is nil where no service of the machine says it.
package struct DeviceConditions: Equatable, Sendable {
    /// Whether what is sent costs money.
    package var isMetered: Bool?
    /// Whether the network is a mobile one, also through another device.
    package var isMobile: Bool?
    package var isOnBattery: Bool?

    package init(isMetered: Bool? = nil, isMobile: Bool? = nil, isOnBattery: Bool? = nil) {
        self.isMetered = isMetered
        self.isMobile = isMobile
        self.isOnBattery = isOnBattery
    }

    /// Asks NetworkManager and UPower, which are not started for it.
    ///
    /// <https://networkmanager.dev/docs/api/latest/spec.html>, <https://upower.freedesktop.org/docs/UPower.html>
    package static func now() -> DeviceConditions {
        var conditions = DeviceConditions()
        // Safe: without a bus no service says anything.
        guard let bus = try? SystemBus() else { return conditions }
        // Safe: what a service does not answer is not known.
        if let links = try? NetworkLink.carrying(bus), !links.isEmpty {
            conditions.isMetered = links.contains { $0.isMetered }
            conditions.isMobile = links.contains { $0.isMobile }
        }
        // Safe: as above.
        conditions.isOnBattery = try? battery(bus)
        return conditions
    }

    private static func battery(_ bus: SystemBus) throws -> Bool? {
        let service = "org.freedesktop.UPower"
        guard try bus.has(service) else { return nil }
        return try bus.property(service, "/org/freedesktop/UPower", service, "OnBattery").flag
    }
}

/// A device of the network that traffic leaves by.
private struct NetworkLink {
    var isMetered: Bool
    var isMobile: Bool
    var isDefault: Bool

    private static let service = "org.freedesktop.NetworkManager"
    /// NMActiveConnectionState
    private static let activated = 2
    /// NMDeviceType: dummy, bridge, tun, IP tunnel, veth, WireGuard, loopback. Traffic leaves by another one beneath.
    private static let virtual: Set = [13, 16, 17, 20, 22, 29, 32]
    /// NMDeviceType: Bluetooth, modem.
    private static let mobile: Set = [5, 8]
    /// NMMetered: yes, guessed yes.
    private static let metered: Set = [1, 3]

    /// The links with a default route, or all of them where a tunnel has that.
    static func carrying(_ bus: SystemBus) throws -> [NetworkLink] {
        guard try bus.has(service) else { return [] }
        let connections = try bus.property(
            service, "/org/freedesktop/NetworkManager", service, "ActiveConnections")
        var links: [NetworkLink] = []
        for connection in connections.elements ?? [] {
            if let path = connection.text { links += try Self.links(of: path, bus) }
        }
        let defaults = links.filter(\.isDefault)
        return defaults.isEmpty ? links : defaults
    }

    private static func links(of connection: String, _ bus: SystemBus) throws -> [NetworkLink] {
        func property(_ name: String) throws -> BusValue {
            try bus.property(service, connection, service + ".Connection.Active", name)
        }
        guard try property("State").integer == activated else { return [] }
        let isDefault = try property("Default").flag == true || property("Default6").flag == true
        return try (property("Devices").elements ?? []).compactMap { device in
            guard let path = device.text else { return nil }
            func property(_ name: String) throws -> Int? {
                try bus.property(service, path, service + ".Device", name).integer
            }
            guard let type = try property("DeviceType"), !virtual.contains(type) else { return nil }
            return NetworkLink(
                isMetered: try property("Metered").map(metered.contains) ?? false, isMobile: mobile.contains(type),
                isDefault: isDefault)
        }
    }
}
