// SPDX-License-Identifier: MIT

/// How a payment stands.
package struct SendStatus: Hashable, Sendable {
    /// See the table in `SendSaga`.
    package enum State: Int64, CaseIterable, Sendable {
        case exported = 0, signed = 1, sent = 2, confirmed = 3, final = 4
        case refused = 5, replaced = 6, expired = 7, failed = 8, dropped = 9

        /// What commands call it.
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

    /// The numbers are kept in stores and never change.
    package enum Purpose: UInt64, Sendable {
        case payment = 0
        /// The same payment with a higher fee.
        case bump = 1
        /// Takes the place of a payment and pays nobody but oneself.
        case cancel = 2
        /// Spends the output of a slow one, so that both are worth mining. CPFP
        case child = 3

        /// What commands call it.
        package var name: String {
            switch self {
            case .payment: "payment"
            case .bump: "bump"
            case .cancel: "cancel"
            case .child: "child"
            }
        }
    }

    /// What commands name it by.
    package let id: Int64
    package let account: Int64
    package let state: State
    package let purpose: Purpose
    /// As explorers write it; nil while it is not signed.
    package let transactionID: String?
    package let payees: [SendReview.Payee]
    package let fee: CoinAmount
    package let label: String?
    /// What happened and what can be done now.
    package let sentence: String
    /// The block that it is in.
    package let height: UInt64?
    /// What a server, or a signer, said last; in English, as it was said.
    package let remark: String?
    /// The row that took its place or that it took the place of.
    package let replaces: Int64?

    /// Whether a server may still say something new of it.
    package var isOpen: Bool { [.signed, .sent, .confirmed, .refused].contains(state) }
}
