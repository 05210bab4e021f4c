// SPDX-License-Identifier: MIT
import Bytes
import Hub
import Terminal

extension Command {
    /// The settings that `serve` and the other commands work with.
    static let config = Command(
        "config", "Check and show the hub's settings from the file and the environment.",
        discussion: "The file is hub.toml in the hub's directory, or that of --config. See `config example`.",
        commands: [
            Command(
                "check", "Check the settings and show each error with its line. The hub is not started.",
                examples: [.init("satchel-hub config check --config hub.toml", "Check a file before using it.")]
            ) { invocation in
                let settings = try HubProgram.settings(invocation)
                let count = settings.changes.count
                if invocation.wantsJSON {
                    invocation.console.print(["changed": .number(Int64(count))])
                } else {
                    invocation.console.print("The settings are valid. \(count) differ from the defaults.")
                }
            },
            Command("show", "Show every setting with its value. * marks changed settings.") { invocation in
                let settings = try HubProgram.settings(invocation)
                guard !invocation.wantsJSON else {
                    return invocation.console.print(
                        .items(
                            settings.table.map {
                                [
                                    "name": .string($0.name), "value": .string($0.value),
                                    "isChanged": .bool($0.isChanged),
                                ]
                                    as JSONValue
                            }))
                }
                var table = Table(.words(""), .words("setting"), .words("value"))
                for setting in settings.table { table.add(setting.isChanged ? "*" : "", setting.name, setting.value) }
                invocation.console.print(table.text)
            },
            Command("example", "Print an example file with every setting, its meaning and its default.") {
                $0.console.write(HubSettings.example)
            },
        ])
}
