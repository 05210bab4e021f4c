// SPDX-License-Identifier: MIT
internal import Foundation

/// Where the app's files are, in the words of the XDG directories that `WalletHome` asks for.
///
/// The wallet is in backups of the device, sealed as it always is. The counts of its spends are in none: an old backup must
/// not bring back an old count, or the wallet would not notice that it was rolled back (Documentation/Decisions/0007).
struct AppleFolders: Sendable {
    private let data: String
    private let state: String
    private let settings: String
    private let language: String

    /// - Returns: nil when a folder cannot be made.
    init?() {
        guard let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        else {
            return nil
        }
        var folders = ["Data", "State", "Settings"].map { support.appending(path: $0, directoryHint: .isDirectory) }
        do {
            for folder in folders {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try folders[1].setResourceValues(values)
        } catch {
            return nil
        }
        (data, state, settings) = (folders[0].path, folders[1].path, folders[2].path)
        language = Bundle.main.preferredLocalizations.first ?? "en"
    }

    /// What the environment of a process says on Linux.
    var variable: @Sendable (String) -> String? {
        { name in
            switch name {
            case "XDG_DATA_HOME": data
            case "XDG_STATE_HOME": state
            case "XDG_CONFIG_HOME": settings
            case "LANG": language
            default: nil
            }
        }
    }
}
