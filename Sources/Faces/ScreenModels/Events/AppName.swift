// SPDX-License-Identifier: MIT

/// The app's names on the user's session bus, which other programs of the package look for.
package enum AppName {
    /// The name of its `.desktop` file.
    package static let identifier = "org.satchel.Satchel"

    /// The name of the one process that shows a wallet.
    ///
    /// - Parameter folder: of the wallet, with its path resolved; nil for the default one.
    package static func instance(of folder: String?) -> String {
        folder.map { "\(identifier).w\(mark(of: $0))" } ?? identifier
    }

    /// The name that this process has while it hears the account's events itself.
    package static func listening(_ instance: String) -> String { instance + ".Listening" }

    /// A hash of a folder's path, as a part of a name on the bus. FNV-1a, 64 bits
    private static func mark(of path: String) -> String {
        let hash = path.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
            ($0 ^ UInt64($1)).multipliedReportingOverflow(by: 0x100_0000_01B3).partialValue
        }
        return String(hash, radix: 16)
    }
}
