// SPDX-License-Identifier: MIT
internal import SystemBus

/// What this machine has for payments nearby, and what it lacks.
package struct NearbyStatus: Hashable, Sendable {
    package enum Network: String, Sendable, CaseIterable {
        case ready = "ready"
        case noBus = "noBus"
        case noAvahi = "noAvahi"
        case notAllowed = "notAllowed"
        case notAnswering = "notAnswering"
    }

    package enum Bluetooth: String, Sendable, CaseIterable {
        case ready = "ready"
        case noBus = "noBus"
        case noService = "noService"
        case noAdapter = "noAdapter"
        case off = "off"
        case notAllowed = "notAllowed"
        case notAnswering = "notAnswering"
    }

    package let network: Network
    /// The machine's name on the local network, which Avahi tells everybody there.
    package let hostName: String?
    package let bluetooth: Bluetooth
    /// The adapter's name, which everybody who connects can read.
    package let adapterName: String?

    /// Looks at the machine now. Services are not started for it, but Avahi and BlueZ answer where they run.
    package static func now() -> NearbyStatus {
        let bus: SystemBus
        do { bus = try SystemBus() } catch {
            let isRefused = (error as? BusError)?.code == .notAllowed
            return NearbyStatus(
                network: isRefused ? .notAllowed : .noBus, hostName: nil, bluetooth: isRefused ? .notAllowed : .noBus,
                adapterName: nil)
        }
        let (network, host) = network(bus)
        let (bluetooth, adapter) = bluetooth(bus)
        return NearbyStatus(network: network, hostName: host, bluetooth: bluetooth, adapterName: adapter)
    }

    private static func network(_ bus: SystemBus) -> (Network, String?) {
        do {
            let host = try bus.call(Avahi.service, "/", Avahi.server, "GetHostNameFqdn").first?.text
            return (.ready, host)
        } catch {
            return switch (error as? BusError)?.code {
            case .noService: (.noAvahi, nil)
            case .notAllowed: (.notAllowed, nil)
            default: (.notAnswering, nil)
            }
        }
    }

    private static func bluetooth(_ bus: SystemBus) -> (Bluetooth, String?) {
        do {
            guard try bus.has("org.bluez") else { return (.noService, nil) }
            let objects =
                try bus.call(
                    "org.bluez", "/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"
                ).first?.elements ?? []
            for case .entry(_, let interfaces) in objects {
                guard let adapter = interfaces["org.bluez.Adapter1"] else { continue }
                let name = adapter["Alias"]?.text ?? adapter["Name"]?.text
                return (adapter["Powered"]?.flag == true ? .ready : .off, name)
            }
            return (.noAdapter, nil)
        } catch {
            return switch (error as? BusError)?.code {
            case .noService: (.noService, nil)
            case .notAllowed: (.notAllowed, nil)
            default: (.notAnswering, nil)
            }
        }
    }
}
