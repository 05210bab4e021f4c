// SPDX-License-Identifier: MIT

/// What a program tells the script that ran it. A number never changes its meaning.
package enum ExitCode: Int32, CaseIterable, Sendable {
    case ok = 0
    case failed = 1
    case usage = 2
    case locked = 3
    case hubUnreachable = 4
    case notEnough = 5
    case badDocument = 6
    case conflict = 7
    case storage = 8
    case kept = 9
    case restricted = 10
    case notConfirmed = 11

    /// What error messages for scripts and the help call it.
    package var name: String {
        switch self {
        case .ok: "ok"
        case .failed: "failed"
        case .usage: "usage"
        case .locked: "locked"
        case .hubUnreachable: "hubUnreachable"
        case .notEnough: "notEnough"
        case .badDocument: "badDocument"
        case .conflict: "conflict"
        case .storage: "storage"
        case .kept: "kept"
        case .restricted: "restricted"
        case .notConfirmed: "notConfirmed"
        }
    }

    /// What it means, as the help says it.
    package var meaning: String {
        switch self {
        case .ok: "Done."
        case .failed: "Refused or failed; the message says why."
        case .usage: "The command line was not understood."
        case .locked: "Locked: the passphrase is wrong or missing, or a log-in is needed."
        case .hubUnreachable: "The hub, or a chain's server, cannot be reached or gives no answer; try again later."
        case .notEnough: "Not enough money."
        case .badDocument: "A request, payment or other document is malformed, forged or out of date."
        case .conflict: "Something else holds already: money spent twice, a name taken, a copy restored."
        case .storage: "The disk failed or is full, or a store is damaged or newer than this program."
        case .kept: "Written down and not confirmed yet. The next sync finishes it; do not repeat it."
        case .restricted: "Refused because of a risk of this device; see `satchel device`."
        case .notConfirmed: "Nothing was done: you said no, or --yes is needed because no terminal can ask."
        }
    }
}
