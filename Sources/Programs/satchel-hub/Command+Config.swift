// SPDX-License-Identifier: MIT
import Hub
import Terminal

extension Command {
    /// The settings that `serve` and the other commands work with.
    static let config = Command(
        "config", "Look at the settings of the hub, in their file and in the environment.",
        discussion: "The file is hub.toml in the hub's directory, or the one of --config; `config example` prints one.",
        commands: [
            Command(
                "check", "Say what is wrong with the settings, each with its line, without starting anything.",
                examples: [.init("satchel-hub config check --config hub.toml", "Check a file before it is used.")]
            ) { invocation in
                let settings = try HubProgram.settings(invocation)
                let count = settings.changes.count
                if invocation.wantsJSON {
                    invocation.console.print(["good": true, "changed": .integer(Int64(count))])
                } else {
                    invocation.console.print("The settings are good; \(count) of them differ from how they come.")
                }
            },
            Command("show", "Show every setting with its value; a star marks those that were set.") { invocation in
                let settings = try HubProgram.settings(invocation)
                guard !invocation.wantsJSON else {
                    return invocation.console.print(
                        .object(settings.table.map { JSON.Member($0.name, .text($0.value)) }))
                }
                var table = Table(.words(""), .words("setting"), .words("value"))
                for setting in settings.table { table.add(setting.isChanged ? "*" : "", setting.name, setting.value) }
                invocation.console.print(table.text)
            },
            Command("example", "Print a file with every setting, its meaning and its value, all commented out.") {
                $0.console.write(HubSettings.example)
            },
        ])
}
