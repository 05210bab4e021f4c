// SPDX-License-Identifier: MIT

/// A unit of the user's service manager. org.freedesktop.systemd1(5)
package struct UserUnit: Sendable {
    package let name: String

    /// What keeps a wallet's notifications while its app is closed.
    package static let notify = UserUnit(name: "satchel-notify.service")

    private static let service = "org.freedesktop.systemd1"
    private static let manager = "/org/freedesktop/systemd1"

    /// Starts it now and at each log-in.
    ///
    /// - Throws: ``BusError``; also where the session has no service manager, or the unit is not installed.
    package func enable() throws {
        let bus = try SystemBus.ofSession()
        try call(bus, "EnableUnitFiles", [.strings([name]), .bool(false), .bool(true)])
        try call(bus, "Reload", [])
        try call(bus, "RestartUnit", [.string(name), .string("replace")])
    }

    /// Stops it and starts it no more.
    ///
    /// - Throws: as ``enable()``.
    package func disable() throws {
        let bus = try SystemBus.ofSession()
        try call(bus, "DisableUnitFiles", [.strings([name]), .bool(false)])
        try call(bus, "Reload", [])
        try call(bus, "StopUnit", [.string(name), .string("replace")])
    }

    private func call(_ bus: SystemBus, _ member: String, _ values: [BusValue]) throws {
        try bus.call(Self.service, Self.manager, "org.freedesktop.systemd1.Manager", member, values)
    }
}
