// SPDX-License-Identifier: MIT
import Hub
import HubStorage

/// What an operator writes into the file of settings.
extension FuzzEntry {
    /// A good file sets what it says; a bad one is refused with a sentence for each thing.
    func settings(_ input: [UInt8]) {
        check(HubError.self) {
            try HubSettings(file: ("hub.toml", input), environment: [])
        } writesBack: { settings in
            settings.changes.allSatisfy { change in
                settings.table.contains { $0.name == change.name && $0.value == change.value && $0.isChanged }
            }
        }
    }

    static let settingsSeeds = [
        HubSettings.example, "[server]\nport = 8_440\ntls = true\ntrusted_proxies = [\"::1\", '10.0.0.1']\n",
        "server.address = \"127.0.0.1\"\nlimits = { member = { offline_total = 0x10, per_transfer = 1 } }\n",
        "[rates.account]\nmoney_burst = 0\nmoney_per_minute = 5\n[[x]]\ny = 1.5e3\nz = 2026-11-21T03:00:00Z\n",
    ]
}
