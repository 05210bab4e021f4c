// SPDX-License-Identifier: MIT
import HubAPI
import Tokens

/// Why a session ended. The raw values are stored.
enum SessionEnd: Int64 {
    case loggedOut = 1, reused = 2, revoked = 3, everywhere = 4, passwordChanged = 5, passwordReset = 6

    /// The name of the reason in the details of a refusal.
    private var name: String {
        switch self {
        case .loggedOut: "loggedOut"
        case .reused: "reused"
        case .revoked: "revoked"
        case .everywhere: "everywhere"
        case .passwordChanged: "passwordChanged"
        case .passwordReset: "passwordReset"
        }
    }

    /// The refusal that a device gets when it uses the ended session.
    func problem(at time: Timestamp) -> HubProblem {
        let reason =
            switch self {
            case .loggedOut: "This session was logged out on \(time)."
            case .reused:
                "Another party used a copy of this session on \(time), so the hub ended it. Check your devices."
            case .revoked: "This device was logged out from another of your devices on \(time)."
            case .everywhere: "All devices of this account were logged out on \(time)."
            case .passwordChanged: "The account's password was changed on \(time), which logs out all other devices."
            case .passwordReset: "The operator has set a new password for this account on \(time)."
            }
        return HubProblem(
            .sessionEnded, reason + " Log in again; what this device holds offline stays.",
            details: ["reason": name])
    }

    static let unknown = HubProblem(.sessionEnded, "This session has ended. Log in again.")
}
