// SPDX-License-Identifier: MIT
internal import HubAPI

/// Whether a mounted folder hears of its server and can send to it.
package struct MountHealth: Codable, Equatable, Sendable {
    /// Whether the server was asked since the folder was mounted.
    package var isKnown = false
    /// Why the server was not heard in the last round; nil when it was.
    package var hearing: DriveReason?
    /// Why what waits could not be sent in the last round; nil when it could, or nothing waits.
    package var sending: DriveReason?
    /// Since when it is so, in seconds since 1970.
    package var since: UInt64 = 0

    enum CodingKeys: String, CodingKey {
        case isKnown = "isKnown"
        case hearing = "hearing"
        case sending = "sending"
        case since = "since"
    }

    package init() {}

    /// Whether the last round of both was as it should be.
    package var isConnected: Bool { isKnown && hearing == nil && sending == nil }

    /// The value of `user.satchel.state` of the top folder: `connecting`, `connected`, or a reason.
    var word: String {
        if let reason = sending ?? hearing { return reason.rawValue }
        return isKnown ? "connected" : "connecting"
    }

    /// Whether the other one says the same, whenever it began.
    func says(the other: MountHealth) -> Bool {
        (isKnown, hearing, sending) == (other.isKnown, other.hearing, other.sending)
    }
}

/// What has changed in the health of a mounted folder.
package enum MountNotice: Sendable {
    case notHeard(DriveError)
    case heardAgain
    case notSent(DriveError)
    case sentAgain
}
