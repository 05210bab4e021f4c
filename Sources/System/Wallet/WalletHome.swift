// SPDX-License-Identifier: MIT
internal import Crypto
internal import Glibc
internal import HubAPI
package import Tokens

/// Where a person's wallet is on this machine, and what it stands on there: the machine's clock, chance and network.
///
/// XDG Base Directory Specification: a variable with a relative value is ignored.
package struct WalletHome: Sendable {
    /// The wallet's folder, written in one way however it was named: one wallet has one name in the keyring.
    package let folder: String
    /// Where the counts of spends are, never beside the wallet.
    package let epochs: String
    /// Where programs keep what is no secret and belongs to no wallet, such as a language; nil where nothing says.
    package let settings: String?

    /// - Parameters:
    ///   - wallet: a folder that a person named; nil for the usual one.
    ///   - variable: the variables of the process.
    /// - Returns: nil when `HOME` would be needed and is not set.
    package init?(wallet: String?, variable: (String) -> String?) {
        func directory(_ name: String, otherwise: String) -> String? {
            if let named = variable(name), named.hasPrefix("/") { return named + "/satchel" }
            guard let home = variable("HOME"), !home.isEmpty else { return nil }
            return "\(home)/\(otherwise)/satchel"
        }
        guard let folder = wallet ?? directory("XDG_DATA_HOME", otherwise: ".local/share"),
            let epochs = directory("XDG_STATE_HOME", otherwise: ".local/state")
        else { return nil }
        self.folder = Self.absolute(folder)
        self.epochs = epochs
        settings = directory("XDG_CONFIG_HOME", otherwise: ".config")
    }

    /// - Parameter meter: one for all the wallet's connections of a process.
    package func environment(meter: ConnectionMeter = ConnectionMeter()) -> Wallet.Environment {
        Wallet.Environment(
            place: .folder(folder), epochs: .folder(epochs),
            clock: Self.clock, random: .system,
            connect: { try HubConnection.open($0, trusting: $1, meter: meter) }, meter: meter)
    }

    /// The machine's.
    package static let clock = Clock {
        Timestamp(seconds: UInt64(max(0, time(nil))))
    } milliseconds: {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return UInt64(now.tv_nsec / 1_000_000)
    }

    /// What the hub's list of devices calls this one, unless a person says otherwise.
    package static var deviceName: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "wallet" }
        let host = withUnsafeBytes(of: &name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return host.isEmpty ? "wallet" : String(host.prefix(60))
    }

    /// A path from the root; a folder still to be made has no other name yet.
    package static func absolute(_ path: String) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return String(cString: here) + "/" + path
    }
}
