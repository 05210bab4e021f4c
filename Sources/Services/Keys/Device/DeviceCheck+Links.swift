// SPDX-License-Identifier: MIT
#if canImport(CLinux)
    /// Which program the desktop opens for links that begin with `satchel:`.
    ///
    /// freedesktop.org: MIME Applications Associations 1.0.1, Desktop Entry Specification 1.5
    extension DeviceCheck {
        private static let scheme = "x-scheme-handler/satchel"
        private static let entry = "org.satchel.Satchel.desktop"
        private static let programName = "satchel-app"

        var handler: [DeviceFinding] {
            if let chosen = chosenEntry, chosen != Self.entry { return [.linkHandler(chosen)] }
            guard let program = programOfEntry, program.split(separator: "/").last.map(String.init) != Self.programName
            else { return [] }
            return [.linkHandler(program)]
        }

        /// The desktop entry that the first of the lists names as the default.
        private var chosenEntry: String? {
            let folders =
                [configuration].compactMap(\.self) + ["\(root)/etc/xdg"] + dataFolders.map { "\($0)/applications" }
            for folder in folders {
                let group = Self.group("Default Applications", of: FactFile.text("\(folder)/mimeapps.list"))
                if let entry = group[Substring(Self.scheme)]?.split(separator: ";").first { return String(entry) }
            }
            return nil
        }

        /// The program that the first entry of our name starts.
        private var programOfEntry: String? {
            for folder in dataFolders {
                let group = Self.group("Desktop Entry", of: FactFile.text("\(folder)/applications/\(Self.entry)"))
                if let program = group["Exec"]?.split(separator: " ").first {
                    return program.filter { $0 != "\"" }
                }
            }
            return nil
        }

        private var configuration: String? {
            absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { "\($0)/.config" }
        }

        private var dataFolders: [String] {
            [absolute("XDG_DATA_HOME") ?? absolute("HOME").map { "\($0)/.local/share" }].compactMap(\.self)
                + ["\(root)/usr/local/share", "\(root)/usr/share"]
        }

        private func absolute(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }

        /// The lines `key=value` of one group. The first line of a key counts.
        private static func group(_ name: String, of text: String) -> [Substring: Substring] {
            let lines = text.split(separator: "\n").drop { $0 != "[\(name)]" }.dropFirst().prefix { !$0.hasPrefix("[") }
            return Dictionary(
                lines.compactMap { line in
                    guard let equals = line.firstIndex(of: "=") else { return nil }
                    return (line[..<equals], line[line.index(after: equals)...])
                }, uniquingKeysWith: { first, _ in first })
        }
    }
#endif
