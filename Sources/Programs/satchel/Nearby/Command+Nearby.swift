// SPDX-License-Identifier: MIT
import Bytes
import Nearby
import NearbyProtocol
import Terminal

extension Option {
    static let nearby = Option("nearby", "Use the local network too, to a device nearby.")
    static let listed = Option(
        "list", "Be in the list of payees nearby, for payers who cannot read the code. With --nearby.")
    static let nearbyAddress = Option(
        "address", value: "address",
        "With --nearby: listen or call at this address, such as 127.0.0.1:4000, and do not use Avahi.")
    static let nearbySeconds = Option("seconds", value: "number", "With --nearby: wait or search this long.")
}

extension Command {
    /// What this machine has for payments nearby.
    static let nearby = Command(
        "nearby", "Show what this device has for payments nearby, and what it lacks.",
        discussion: """
            This version pays nearby over the local network, and needs Avahi to find the other device. It does not pay \
            by Bluetooth yet. The codes on the screens work without either.
            """,
        examples: [.init("satchel nearby --json", "Print the states as codes, for a script.")]
    ) { invocation in
        let status = NearbyStatus.now()
        guard !invocation.wantsJSON else {
            return invocation.console.print([
                "network": .string(status.network.rawValue), "host": .string(status.hostName),
                "bluetooth": .string(status.bluetooth.rawValue), "adapter": .string(status.adapterName),
            ])
        }
        invocation.console.print("Local network: \(status.network.sentence)")
        if let host = status.hostName {
            invocation.console.print("  Avahi tells everybody in this network the name \(host).")
        }
        invocation.console.print("Bluetooth: \(status.bluetooth.sentence)")
        if let name = status.adapterName {
            invocation.console.print("  Any device that connects by Bluetooth can read the name \(name).")
        }
    }
}

extension NearbyStatus.Network {
    fileprivate var sentence: String {
        switch self {
        case .ready: "ready."
        case .noBus: "not available, because this machine has no system bus. Install dbus."
        case .noAvahi: "not available, because Avahi does not run. Install avahi-daemon, or start it."
        case .notAllowed: "not available, because this user may not use the system bus or Avahi."
        case .notAnswering: "not available, because Avahi does not answer. Restart avahi-daemon."
        }
    }
}

extension NearbyStatus.Bluetooth {
    fileprivate var sentence: String {
        switch self {
        case .ready: "on. This version does not pay by Bluetooth yet."
        case .noBus: "not available, because this machine has no system bus."
        case .noService: "not available, because bluetoothd does not run."
        case .noAdapter: "not available, because this machine has no adapter."
        case .off: "off. This version does not pay by Bluetooth yet."
        case .notAllowed: "not available, because this user may not use the system bus or BlueZ."
        case .notAnswering: "not available, because bluetoothd does not answer."
        }
    }
}
