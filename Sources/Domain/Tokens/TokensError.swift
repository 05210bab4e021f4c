// SPDX-License-Identifier: MIT

/// An error of the offline token protocol: what failed, on what, and what to do next.
package struct TokensError: Error, CustomStringConvertible, Sendable {
    /// The reason, for callers to branch on. Each way in which a record, a payment or an event can be wrong has its own
    /// code.
    package enum Code: String, Equatable, Sendable, CaseIterable {
        // Bytes
        case malformed, notCanonical, tooLarge, newerVersion, oldVersion, otherKind
        // Bounds
        case tooManyCoins, tooManyHops, limitExceeded
        // Keys and signatures
        case badSignature, unknownKey, keyNotValid, keyConflict, rootTooLarge, uncertified, certificateExpired
        case certificateNotYetValid, revoked
        // Ranges
        case zeroLength, overflow, outOfRange, overlapping
        // Binding
        case otherHub, otherUnit, otherPolicy, wrongPayee, wrongRequest, wrongAmount, wrongAccount
        // Time and limits
        case stale, fromFuture, expired, overCap, alreadyHeld
        // Evidence
        case notFraud, older
        // Choosing and flows
        case insufficient, illegalState, declined, tooLate, internalFault
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

    package var description: String { "TokensError.\(code.rawValue): \(message)" }
}
