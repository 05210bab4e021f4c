// SPDX-License-Identifier: MIT

/// The state of a bank movement.
///
///     ─▶ credited      its reference named an account
///     ─▶ settled       it paid a payout, or brought one back
///     ─▶ suspended ──the operator──▶ assigned, sentBack or absorbed
///                        └──the operator, for a movement that the bank may have reported twice──▶ struck
///
/// A struck movement did not happen: its entry is reversed, but its row stays so that it is recognised.
enum BankTransactionState: Int64 {
    case credited = 1, settled = 2, suspended = 3, assigned = 4, sentBack = 5, absorbed = 6, struck = 7
}
