// SPDX-License-Identifier: MIT

/// What became of a movement at the bank.
///
///     ─▶ credited      its reference named an account
///     ─▶ settled       it paid a payout, or brought one back
///     ─▶ suspended ──the operator──▶ assigned, sentBack or absorbed
///                        └──the operator, of one that the bank may have told twice──▶ struck
///
/// What is struck has not happened: the books are as if it had never been told, but know it.
enum BankTransactionState: Int64 {
    case credited = 1, settled = 2, suspended = 3, assigned = 4, sentBack = 5, absorbed = 6, struck = 7
}
