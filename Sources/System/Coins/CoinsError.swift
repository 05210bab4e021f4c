// SPDX-License-Identifier: MIT

/// An error of the coins: what failed, on what, and what to do next. It never holds a secret.
package struct CoinsError: Error, CustomStringConvertible, Sendable {
    /// What callers branch on.
    package enum Code: String, Equatable, Sendable, CaseIterable {
        // Store
        case newerVersion, damaged, storage, storageFull, inUse, stopped, recordTooLarge
        // Phrase and accounts
        case noPhrase, phraseExists, badPhrase, badKey, noAccount, accountExists, watchOnly, badName
        // Input of the user
        case badAddress, otherNetwork, badAmount, badFee, badPath, badDocument, notFound
        // Sending
        case insufficient, insufficientForFee, dust, notAcknowledged, tooLate, nonceGap, underpriced
        case expired, replaced, mismatch, frozen
        // Servers
        case noServer, unreachable, refused, lyingServer, tooLarge
        /// The caller cancelled a server call for more urgent work; see ``ServerErrand``.
        case interrupted
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
