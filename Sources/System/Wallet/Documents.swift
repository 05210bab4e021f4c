// SPDX-License-Identifier: MIT
package import Money
package import Tokens

/// A stored payment request, ready to be shown.
package struct OpenRequest: Sendable, Equatable {
    /// The request itself.
    package let subject: ReferenceID
    package let amount: Amount
    package let text: String
    /// From this time on the payer's wallet calls the request old.
    package let freshUntil: Timestamp
}

/// The content of a request, before the payer decides.
package struct RequestSummary: Sendable, Equatable {
    package let amount: Amount?
    /// Only merchants' certificates have a name.
    package let payee: String?
    package let isHardwareKey: Bool
    package let time: Timestamp
    /// What speaks against paying it; empty when nothing does.
    package let findings: [RequestCheck.Finding]

    /// Whether nothing speaks against it but its age.
    package var isOnlyStale: Bool { findings.count == 1 && findings.allSatisfy(\.isStale) }
}

/// A stored signed payment, ready to be shown. Its bytes never change.
package struct OutgoingPayment: Sendable, Equatable {
    /// The payment itself.
    package let subject: ReferenceID
    package let amount: Amount
    package let payee: String?
    package let text: String
    package let tokens: Int
    /// The size of the payment in bytes, without the text form.
    package let payloadBytes: Int
    /// Whether the request had already been paid and this is the same payment.
    package let isRepeat: Bool
    package let recordIDs: [RecordID]
}

/// A received payment that is durable.
package struct IncomingPayment: Sendable, Equatable {
    /// The request that it answers.
    package let subject: ReferenceID
    package let amount: Amount
    /// The receipt to show to the payer.
    package let receipt: String
    /// Whether the payment had been received before; the receipt is the same.
    package let isRepeat: Bool
    /// Whether another payment of the request came before. A late or second payment is kept too.
    package let isExtra: Bool
    /// Whether the request is from before a rollback. The value is then held until the hub refunds it.
    package let isHeld: Bool
    package let recordIDs: [RecordID]
}

/// A fraud proof that convicts.
package struct Conviction: Sendable, Equatable {
    /// The pseudonym of the double spender.
    package let culprit: String
    package let isOwn: Bool
    package let first: String
    package let second: String
    package let overlap: UInt64
}
