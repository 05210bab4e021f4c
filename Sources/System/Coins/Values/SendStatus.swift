// SPDX-License-Identifier: MIT

/// The status of a payment.
package struct SendStatus: Hashable, Sendable {
    /// See the table in `CoinSendSaga`.
    package enum State: Int64, CaseIterable, Sendable {
        case exported = 0, signed = 1, sent = 2, confirmed = 3, final = 4
        case refused = 5, replaced = 6, expired = 7, failed = 8, dropped = 9

        /// The state's name in commands.
        package var name: String {
            switch self {
            case .exported: "exported"
            case .signed: "signed"
            case .sent: "sent"
            case .confirmed: "confirmed"
            case .final: "final"
            case .refused: "refused"
            case .replaced: "replaced"
            case .expired: "expired"
            case .failed: "failed"
            case .dropped: "dropped"
            }
        }
    }

    /// The stored numbers never change.
    package enum Purpose: UInt64, Sendable {
        case payment = 0
        /// The same payment with a higher fee.
        case bump = 1
        /// Replaces a payment and pays only this account.
        case cancel = 2
        /// Spends the output of a slow payment, so that both are worth mining. CPFP
        case child = 3

        /// The purpose's name in commands.
        package var name: String {
            switch self {
            case .payment: "payment"
            case .bump: "bump"
            case .cancel: "cancel"
            case .child: "child"
            }
        }
    }

    /// The identifier in commands.
    package let id: Int64
    package let account: Int64
    package let state: State
    package let purpose: Purpose
    /// As explorers write it; nil while it is unsigned.
    package let transactionID: String?
    package let payees: [SendReview.Payee]
    package let fee: CoinAmount
    package let label: String?
    /// What happened and what can be done next.
    package let sentence: String
    /// The height of its block.
    package let height: UInt64?
    /// What a server said last, or what a signer left open.
    package let remark: SendRemark?
    /// The row that took its place or that it took the place of.
    package let replaces: Int64?

    /// Whether a server's answer may still change it.
    package var isOpen: Bool { [.signed, .sent, .confirmed, .refused].contains(state) }
}
