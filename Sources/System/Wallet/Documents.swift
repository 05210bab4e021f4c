// SPDX-License-Identifier: MIT
package import Money
package import Tokens

/// A request that may be shown.
package struct OpenRequest: Sendable, Equatable {
    /// As commands name it: `r` and a number.
    package let subject: String
    package let amount: Amount
    package let text: String
    /// When the payer's wallet begins to call it old.
    package let freshUntil: Timestamp
}

/// What a request asks for, before anything is decided.
package struct RequestSummary: Sendable, Equatable {
    package let amount: Amount?
    /// Only merchants carry a name.
    package let payee: String?
    package let isHardwareKey: Bool
    package let time: Timestamp
    /// What speaks against paying it, each a sentence; empty when nothing does.
    package let objections: [String]
    /// Whether nothing speaks against it but its age.
    package let isOnlyStale: Bool
}

/// A payment that may be shown, however often: the bytes never change.
package struct OutgoingPayment: Sendable, Equatable {
    /// As commands name it: `p` and a number.
    package let subject: String
    package let amount: Amount
    package let payee: String?
    package let text: String
    package let coins: Int
    /// Bytes of the payment itself, without the text form.
    package let payloadBytes: Int
    /// Whether this request had been answered before and the same payment is shown again.
    package let isRepeat: Bool
    package let recordIDs: [RecordID]
}

/// A payment that is durably in the store.
package struct IncomingPayment: Sendable, Equatable {
    /// The request that it answers: `r` and a number.
    package let subject: String
    package let amount: Amount
    /// The receipt to show to the payer.
    package let receipt: String
    /// Whether it had been received before; the receipt is the same.
    package let isRepeat: Bool
    /// Whether the request had been paid already: a late or second payment, kept all the same.
    package let isExtra: Bool
    /// Whether it answers a request from before a rollback; its value is held until the hub returns it.
    package let isHeld: Bool
    package let recordIDs: [RecordID]
}

/// A fraud proof that convicts.
package struct Conviction: Sendable, Equatable {
    /// The pseudonym that spent twice.
    package let culprit: String
    package let isOwn: Bool
    package let first: String
    package let second: String
    package let overlap: UInt64
}
