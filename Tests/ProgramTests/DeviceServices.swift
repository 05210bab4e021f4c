// SPDX-License-Identifier: MIT
import Glibc

/// What the services of a device say while a command runs: NMMetered, NMDeviceType and whether it is on battery; "-" leaves
/// a service out. `Tests/Peers/device_conditions.py` makes them, for which it needs root.
struct DeviceServices {
    var metered = "4"
    var type = "2"
    var battery = "0"

    private static let tools = [
        "/usr/bin/unshare", "/usr/bin/dbus-daemon", "/usr/lib/python3/dist-packages/dbusmock",
    ]

    /// Whether this machine can have them.
    static var isPossible: Bool { geteuid() == 0 && tools.allSatisfy { access($0, R_OK) == 0 } }

    /// The command line that runs another one where they say so.
    func around(_ line: [String]) -> [String] {
        let script =
            String(#filePath.dropLast("ProgramTests/DeviceServices.swift".count)) + "Peers/device_conditions.py"
        return ["/usr/bin/unshare", "--mount", "/usr/bin/python3", script, metered, type, battery] + line
    }
}
