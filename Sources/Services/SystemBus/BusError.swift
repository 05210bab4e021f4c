// SPDX-License-Identifier: MIT
internal import CSDBus
internal import Glibc

/// Why a call over a bus failed.
package struct BusError: Error, CustomStringConvertible, Sendable {
    package enum Code: Equatable, Sendable {
        /// There is no bus, or this program may not use it.
        case noBus
        /// The service does not run and cannot be started.
        case noService
        /// The service, or the bus, does not allow the call.
        case notAllowed
        /// No answer came in time.
        case timedOut
        /// The service answered with another error; ``BusError/name`` has it.
        case refused
        /// A message that cannot be read or written.
        case malformed
        /// The connection to the bus has ended.
        case closed
    }

    package let code: Code
    package let message: String
    /// The name of the service's error, such as `org.freedesktop.Avahi.TimeoutError`; empty for one of this machine.
    package let name: String
    package let file: String
    package let line: Int

    package init(
        _ code: Code, _ message: String, name: String = "", file: String = #fileID, line: Int = #line
    ) {
        self.code = code
        self.message = message
        self.name = name
        self.file = file
        self.line = line
    }

    package var description: String { "BusError.\(code): \(message)" }

    /// The error of a call that returned a negative number.
    static func system(_ result: Int32, doing action: String) -> BusError {
        let reason = String(cString: strerror(-result))
        let code: Code =
            switch -result {
            case ENOENT, ENOMEDIUM, ECONNREFUSED, EHOSTUNREACH: .noBus
            case EACCES, EPERM: .notAllowed
            case ETIMEDOUT: .timedOut
            case ENOTCONN, ECONNRESET, ECHILD, ESTALE: .closed
            default: .malformed
            }
        return BusError(code, "Could not \(action): \(reason).")
    }

    /// The error that answered a call.
    static func answer(_ error: sd_bus_error, _ result: Int32, of member: String) -> BusError {
        guard let pointer = error.name else { return system(result, doing: "call \(member)") }
        let name = String(cString: pointer)
        let text = error.message.map { String(cString: $0) } ?? ""
        let code: Code =
            switch name {
            case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
                "org.freedesktop.DBus.Error.Spawn.ChildExited", "org.freedesktop.DBus.Error.Spawn.ExecFailed",
                "org.freedesktop.systemd1.NoSuchUnit", "org.freedesktop.DBus.Error.Spawn.ServiceNotFound":
                .noService
            case "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.DBus.Error.AuthFailed": .notAllowed
            case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
                "org.freedesktop.DBus.Error.TimedOut":
                .timedOut
            case "org.freedesktop.DBus.Error.Disconnected": .closed
            default: .refused
            }
        return BusError(code, "\(member) was answered with \(name): \(text)", name: name)
    }
}
