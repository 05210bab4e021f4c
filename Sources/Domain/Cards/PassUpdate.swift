// SPDX-License-Identifier: MIT

/// What became of the question for a newer copy of a card's pass.
package enum PassUpdate: Hashable, Sendable {
    /// The card took the issuer's changes and kept the user's.
    case updated
    /// The issuer has no newer copy, or one that shows the same.
    case unchanged
    /// The card stays as it was.
    case failed(Failure)

    /// Why an update failed. The raw values are those of the JSON answers.
    package enum Failure: String, CaseIterable, Hashable, Sendable {
        // The host
        case unreachable = "unreachable"
        case timedOut = "timedOut"
        case cutOff = "cutOff"
        /// Its certificate is not the host's own.
        case insecure = "insecure"

        // Its answer
        /// The issuer does not accept the pass's secret any more.
        case denied = "denied"
        case notFound = "notFound"
        /// It leads to another address, which is not followed.
        case redirected = "redirected"
        case serverFault = "serverFault"
        /// A status that the protocol does not have.
        case unexpected = "unexpected"
        case tooLarge = "tooLarge"
        case notAPass = "notAPass"
        /// A pass with another type or serial number.
        case otherPass = "otherPass"

        // The wallet
        /// The card has no pass, or one that names no web service.
        case noService = "noService"
        /// The card with the changes is beyond a limit.
        case notTaken = "notTaken"
    }
}
