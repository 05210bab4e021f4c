// SPDX-License-Identifier: MIT
internal import NearbyProtocol
internal import SystemBus

/// The calls of Avahi's service for which names on the local network are announced and found.
/// <https://avahi.org>, `org.freedesktop.Avahi.Server.xml`
enum Avahi {
    static let service = "org.freedesktop.Avahi"
    static let server = "org.freedesktop.Avahi.Server"
    static let group = "org.freedesktop.Avahi.EntryGroup"
    static let browser = "org.freedesktop.Avahi.ServiceBrowser"
    /// The type of payees. RFC 6763, section 7
    static let type = "_satchel-pay._tcp"
    static let any: BusValue = .int32(-1)

    enum Family: Int32 { case unspecified = -1, four = 0, six = 1 }

    /// An error of the bus as an error of this module.
    static func translated<R>(_ body: () throws -> R) throws -> R {
        do { return try body() } catch let error as BusError {
            throw NearbyError(.unavailable, message(of: error), cause: error)
        }
    }

    private static func message(of error: BusError) -> String {
        switch error.code {
        case .noBus: "This machine has no system bus, so this device finds no payees on the local network."
        case .noService: "Avahi does not run on this machine, so this device finds no payees on the local network."
        case .notAllowed:
            "This user may not use the system bus or Avahi, so this device finds no payees on the local network."
        case .timedOut, .closed, .refused, .malformed: "Avahi did not answer. \(error.message)"
        }
    }
}
