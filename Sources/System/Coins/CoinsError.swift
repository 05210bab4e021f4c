// SPDX-License-Identifier: MIT

/// An error of the coins: what failed, on what, and what to do next. It never holds a secret.
package struct CoinsError: Error, CustomStringConvertible, Sendable {
    /// What callers branch on; the names are kept in stores and never change.
    package enum Code: String, Equatable, Sendable, CaseIterable {
        // Store
        case newerVersion = "newerVersion"
        case damaged = "damaged"
        case storage = "storage"
        case storageFull = "storageFull"
        case inUse = "inUse"
        case stopped = "stopped"
        case recordTooLarge = "recordTooLarge"
        // Phrase and accounts
        case noPhrase = "noPhrase"
        case phraseExists = "phraseExists"
        case badPhrase = "badPhrase"
        case badKey = "badKey"
        case noAccount = "noAccount"
        case accountExists = "accountExists"
        case watchOnly = "watchOnly"
        case badName = "badName"
        // What a person types
        case badAddress = "badAddress"
        case otherNetwork = "otherNetwork"
        case badAmount = "badAmount"
        case badFee = "badFee"
        case badPath = "badPath"
        case badDocument = "badDocument"
        case notFound = "notFound"
        // Sending
        case insufficient = "insufficient"
        case insufficientForFee = "insufficientForFee"
        case dust = "dust"
        case notAcknowledged = "notAcknowledged"
        case tooLate = "tooLate"
        case nonceGap = "nonceGap"
        case underpriced = "underpriced"
        case expired = "expired"
        case replaced = "replaced"
        case mismatch = "mismatch"
        case frozen = "frozen"
        case featureRestricted = "featureRestricted"
        // Servers
        case noServer = "noServer"
        case unreachable = "unreachable"
        case refused = "refused"
        case lyingServer = "lyingServer"
        case tooLarge = "tooLarge"
        /// A more urgent use of the wallet cut the call short; see ``ServerCancellation``.
        case interrupted = "interrupted"
    }

    package let code: Code
    package let message: String
    package let cause: (any Error)?
    package let file: String
    package let line: Int

    package init(
        _ code: Code, _ message: String, cause: (any Error)? = nil, file: String = #fileID, line: Int = #line
    ) {
        self.code = code
        self.message = message
        self.cause = cause
        self.file = file
        self.line = line
    }

    package var description: String { "CoinsError.\(code.rawValue): \(message)" }
}
