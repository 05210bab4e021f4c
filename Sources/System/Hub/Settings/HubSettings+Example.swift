// SPDX-License-Identifier: MIT

extension HubSettings {
    /// An example file with every setting, its meaning and its default value, all commented out.
    package static var example: String {
        let settings = HubSettings()
        var text = """
            # Settings of a Satchel hub (TOML 1.0). Everything is as it comes; take the # away to change a line.
            # `satchel-hub serve` and the other commands read hub.toml in the hub's directory, or the file of --config.
            # An environment variable counts more: server.port is \(HubSetting.named("server.port")?.variable ?? "").
            # `satchel-hub config check` says what is wrong without starting anything.

            """
        var table = ""
        for setting in HubSetting.all {
            let parts = setting.name.split(separator: ".")
            let prefix = parts.dropLast().joined(separator: ".")
            if prefix != table {
                table = prefix
                text += "\n[\(table)]\n"
            }
            text += "# \(setting.summary)\n"
            text += "# \(parts.last ?? "") = \(setting.isSet(settings) ? setting.shown(settings) : "…")\n"
        }
        return text
    }

    /// Every setting with its value, and whether it was set.
    package var table: [(name: String, value: String, isChanged: Bool)] {
        HubSetting.all.filter { $0.isSet(self) }.map { setting in
            (setting.name, setting.shown(self), changes.contains { $0.name == setting.name })
        }
    }
}
