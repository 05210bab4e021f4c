// SPDX-License-Identifier: MIT
internal import Crypto
internal import Glibc
internal import HubAPI
package import Keys
package import Tokens

/// The location of a user's wallet on this machine, and the machine's clock, randomness and network for it.
///
/// XDG Base Directory Specification: a variable with a relative value is ignored.
package struct WalletHome: Sendable {
    /// The wallet's folder as an absolute, resolved path, so that one wallet has one name in the keyring.
    package let folder: String
    /// The folder of the counts of spends, never beside the wallet.
    package let epochs: String
    /// The folder for settings that are not secret and belong to no wallet, such as the language; nil if unknown.
    package let settings: String?

    /// - Parameters:
    ///   - wallet: a folder that the user named; nil for the default one.
    ///   - variable: reads an environment variable of the process.
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

    /// - Parameter meter: shared by all the wallet's connections in a process.
    package func environment(meter: ConnectionMeter = ConnectionMeter()) -> Wallet.Environment {
        Wallet.Environment(
            place: .folder(folder), epochs: .folder(epochs),
            clock: Self.clock, random: .system,
            connect: { try HubConnection.open($0, trusting: $1, meter: meter) }, meter: meter,
            device: { [device] _ in device.findings() })
    }

    /// Checks this process and the folders of this wallet for risks.
    package var device: DeviceCheck { DeviceCheck(wallet: folder, epochs: epochs) }

    /// The machine's clock.
    package static let clock = Clock {
        Timestamp(seconds: UInt64(max(0, time(nil))))
    } milliseconds: {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return UInt64(now.tv_nsec / 1_000_000)
    }

    /// The default name of this device in the hub's list of devices.
    package static var deviceName: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "wallet" }
        let host = withUnsafeBytes(of: &name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return host.isEmpty ? "wallet" : String(host.prefix(60))
    }

    /// An absolute path, with symbolic links resolved if the folder exists.
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
